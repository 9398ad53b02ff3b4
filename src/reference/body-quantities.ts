import type { BodyProgram } from './read-body.js';

/** The quantities of a body as a whole. */
export const WHOLE_QUANTITIES: readonly string[] = ['M', 'Q', 'T', 'V', 'moment', 'weight'];

/**
 * The name of a connector's position, which is the connector's own unless a quantity of the whole
 * body has that.
 */
export const positionName = (connector: string): string =>
  WHOLE_QUANTITIES.includes(connector) ? `${connector} position` : connector;

/** Arithmetic on numbers of some kind. */
export interface Arithmetic<T> {
  readonly of: (x: number) => T;
  readonly add: (a: T, b: T) => T;
  readonly multiply: (a: T, b: T) => T;
}

/**
 * The motion of the components of a body's coordinates: along the motion at zero `v̇`, and along
 * each velocity.
 */
export interface BodyMotion<T> {
  readonly rate: readonly T[];
  readonly acceleration: readonly T[];
  /** The components that move with each velocity, and their slopes. */
  readonly directions: readonly (readonly (readonly [component: number, slope: T])[])[];
}

/**
 * The motion of the coordinates `q` with the velocities `v`. Those of an orientation are the
 * angular velocity `ω` in world axes: `q̇ = ½ ω∘q`, hence `q̈ = −¼ |ω|² q` where `ω̇ = 0`, and
 * along `ω_j` the slope is `½ e_j∘q`.
 */
export function bodyMotion<T>(
  { type: { coordinates } }: BodyProgram,
  q: readonly T[],
  v: readonly number[],
  { of, add, multiply }: Arithmetic<T>,
): BodyMotion<T> {
  const rate: T[] = [];
  const acceleration: T[] = [];
  const directions: (readonly [number, T])[][] = [];
  for (const { kind, size } of coordinates) {
    const first = rate.length;
    const velocities = v.slice(directions.length).map(of);
    if (kind !== 'orientation') {
      for (let c = 0; c < size; c++) {
        rate.push(velocities[c]!);
        acceleration.push(of(0));
        directions.push([[first + c, of(1)]]);
      }
      continue;
    }
    const own = q.slice(first, first + 4);
    const half = (x: T): T => multiply(of(0.5), x);
    const slopes = [0, 1, 2].map((j) => TURNS[j]!.map(([from, sign]) => half(multiply(of(sign), own[from]!))));
    const dot = (terms: readonly T[]): T => terms.reduce(add);
    const omega = velocities.slice(0, 3);
    const square = dot(omega.map((x) => multiply(x, x)));
    own.forEach((x, c) => {
      rate.push(dot(omega.map((speed, j) => multiply(speed, slopes[j]![c]!))));
      acceleration.push(multiply(of(-0.25), multiply(square, x)));
    });
    for (const slope of slopes) directions.push(slope.map((x, c) => [first + c, x] as const));
  }
  return { rate, acceleration, directions };
}

/**
 * The products `e_j∘q` for the axes `j`: for each component, the component of `q` that it equals,
 * and the sign.
 */
const TURNS: readonly (readonly (readonly [from: number, sign: 1 | -1])[])[] = [
  [
    [1, -1],
    [0, 1],
    [3, -1],
    [2, 1],
  ],
  [
    [2, -1],
    [3, 1],
    [0, 1],
    [1, -1],
  ],
  [
    [3, -1],
    [2, -1],
    [1, 1],
    [0, 1],
  ],
];

/**
 * The rows of a body's formulas at one configuration: values, first and second derivatives along
 * the motion, slopes along each velocity.
 */
export interface BodyRows<T> {
  readonly value: readonly T[];
  readonly rate: readonly T[];
  readonly second: readonly T[];
  readonly slopes: readonly (readonly T[])[];
  /** Of the dissipation: the slope along each rate. */
  readonly damping: readonly T[] | undefined;
  readonly kinetic: KineticRow<T> | undefined;
}

/**
 * Derivatives of the kinetic energy `T` by the rates: the rate of `∂T/∂v_j` at zero `v̇`, and
 * `∂²T/∂v_i ∂v_j` row by row.
 */
export interface KineticRow<T> {
  readonly momentumRates: readonly T[];
  readonly M: readonly T[];
}

/**
 * All quantities of a body from the rows of its formulas, by name. Each connector has `x`, `ẋ`, `ẍ`
 * at `v̇ = 0` and `B = ∂x/∂q`. The sums are over everything that has a mass, with the inertia
 * tensor `W = R I Rᵀ` in world axes of an orientation:
 *
 *     M = Σ m BᵀB + W      Q = −Σ m Bᵀ ẍ − ω × W ω − ∂V/∂q      T = ½ Σ m ẋ² + ½ ω·W ω
 *
 * A kinetic energy `K` and a dissipation `D` that are given as such add `∂²K/∂v²` to `M`,
 * `−d/dt ∂K/∂v + ∂K/∂q − ∂D/∂v` to `Q`, and `K` to `T`.
 *
 * For gravity, `moment = Σ m x` and `weight = Σ m B` are sums over points.
 */
export function bodyQuantities<T>(
  { type, connectors, points, masses, tensors, energy, kinetic: ownKinetic }: BodyProgram,
  v: readonly number[],
  { value, rate, second, slopes, damping, kinetic }: BodyRows<T>,
  { of, add, multiply }: Arithmetic<T>,
): ReadonlyMap<string, readonly T[]> {
  const result = new Map<string, readonly T[]>();
  for (const { name, size } of type.connectors) {
    const first = connectors.get(name)!;
    const rows = (list: readonly T[]): readonly T[] => list.slice(first, first + size);
    result.set(positionName(name), rows(value));
    result.set(`${name} rate`, rows(rate));
    result.set(`${name} bias`, rows(second));
    result.set(`${name} B`, slopes.slice(first, first + size).flat());
  }

  const times = (...factors: readonly T[]): T => factors.reduce(multiply);
  const sum = (terms: readonly T[]): T => terms.reduce(add, of(0));
  const minus = of(-1);
  const each = v.map((_, j) => j);
  const moving = points.flatMap(({ row, size, mass }) =>
    Array.from({ length: size }, (_, c) => ({ row: row + c, m: value[mass]! })),
  );
  const turning = tensors.map((tensor) => ({ first: tensor.rate, ...worldInertia(tensor) }));

  function worldInertia({ rate: first, axes, inertia }: (typeof tensors)[number]): { W: T[][]; omega: T[]; L: T[] } {
    const three = [0, 1, 2];
    const axis = (k: number, c: number): T => value[axes[k]! + c]!;
    const W = three.map((i) =>
      three.map((j) =>
        sum(three.flatMap((k) => three.map((l) => times(axis(k, i), value[inertia + 3 * k + l]!, axis(l, j))))),
      ),
    );
    const omega = v.slice(first, first + 3).map(of);
    return { W, omega, L: W.map((row) => sum(row.map((entry, j) => times(entry, omega[j]!)))) };
  }
  const within = (first: number, j: number): boolean => j >= first && j < first + 3;

  result.set(
    'M',
    each.flatMap((i) =>
      each.map((j) =>
        sum([
          ...moving.map(({ row, m }) => times(m, slopes[row]![i]!, slopes[row]![j]!)),
          ...turning.flatMap(({ first, W }) =>
            within(first, i) && within(first, j) ? [W[i - first]![j - first]!] : [],
          ),
          ...(kinetic === undefined ? [] : [kinetic.M[i * v.length + j]!]),
        ]),
      ),
    ),
  );
  result.set(
    'Q',
    each.map((i) =>
      sum([
        ...moving.map(({ row, m }) => times(minus, m, slopes[row]![i]!, second[row]!)),
        ...turning.flatMap(({ first, omega, L }) => {
          if (!within(first, i)) return [];
          const [a, b] = [(i - first + 1) % 3, (i - first + 2) % 3];
          return [times(minus, omega[a]!, L[b]!), times(omega[b]!, L[a]!)];
        }),
        ...(energy === undefined ? [] : [times(minus, slopes[energy]![i]!)]),
        ...(kinetic === undefined ? [] : [times(minus, kinetic.momentumRates[i]!), slopes[ownKinetic!]![i]!]),
        ...(damping === undefined ? [] : [times(minus, damping[i]!)]),
      ]),
    ),
  );
  const twice = sum([
    ...moving.map(({ row, m }) => times(m, rate[row]!, rate[row]!)),
    ...turning.flatMap(({ omega, L }) => omega.map((speed, c) => times(speed, L[c]!))),
  ]);
  const given = ownKinetic === undefined ? [] : [value[ownKinetic]!];
  result.set('T', [sum([times(of(0.5), twice), ...given])]);
  result.set('V', [energy === undefined ? of(0) : value[energy]!]);
  const axes = Array.from({ length: type.space }, (_, c) => c);
  const weighed = points.slice(0, masses);
  const overPoints = (of: (row: number) => T, c: number): T =>
    sum(weighed.map(({ row, mass }) => times(value[mass]!, of(row + c))));
  result.set(
    'moment',
    axes.map((c) => overPoints((row) => value[row]!, c)),
  );
  result.set(
    'weight',
    axes.flatMap((c) => each.map((j) => overPoints((row) => slopes[row]![j]!, c))),
  );
  return result;
}
