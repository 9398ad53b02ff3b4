import type { BodyType } from '../../../runtime/bodies/body-type.js';
import { rateWidth, type BodyConfiguration } from './body-configuration.js';

/** What the functions of a body computed at one configuration, by the names of the quantities. */
export type BodyEvaluation = Readonly<Record<string, Float64Array>>;

/** Where a connector's entries begin: not at the start, so that a function that forgets its slot is found out. */
const SLOT = 5;

/** Runs the functions of a body, always on the second of two: a function that forgets whose turn it is reads what is not a number. */
export class BodyEvaluator {
  readonly #type: BodyType;
  readonly #nv: number;

  constructor(type: BodyType) {
    this.#type = type;
    this.#nv = rateWidth(type);
  }

  at({ x, v, p, t, local }: BodyConfiguration): BodyEvaluation {
    const { connectors, space } = this.#type;
    const nv = this.#nv;
    const state = [x, v, p].map(second) as [Float64Array, Float64Array, Float64Array];
    const result: Record<string, Float64Array> = {};
    for (const { name, size, localSize, kernel } of connectors) {
      const [value, rate, bias] = [1, 2, 3].map(() => new Float64Array(SLOT + 2 * size).fill(NaN));
      const B = new Float64Array(2 * size * nv).fill(NaN);
      const slots = Int32Array.of(SLOT + size, SLOT);
      const places = second(local.slice(0, localSize));
      kernel(2, Int32Array.of(0, 1), places, ...state, t, slots, value!, rate!, bias!, B);
      result[name] = value!.slice(SLOT, SLOT + size);
      result[`${name} rate`] = rate!.slice(SLOT, SLOT + size);
      result[`${name} B`] = B.slice(size * nv);
      result[`${name} bias`] = bias!.slice(SLOT, SLOT + size);
    }
    const [M, Q, E] = [nv * nv, nv, 2].map((length) => new Float64Array(2 * length).fill(NaN));
    this.#type.dynamics(2, ...state, t, M!, Q!);
    this.#type.energy(2, ...state, t, E!);
    const [moment, weight] = [space, space * nv].map((length) => new Float64Array(2 * length).fill(NaN));
    this.#type.weight(2, state[0], state[2], t, moment!, weight!);
    return {
      ...result,
      M: M!.slice(nv * nv),
      Q: Q!.slice(nv),
      T: E!.slice(2, 3),
      V: E!.slice(3, 4),
      moment: moment!.slice(space),
      weight: weight!.slice(space * nv),
    };
  }
}

/** The numbers as those of the second of two bodies. */
const second = (values: readonly number[]): Float64Array => {
  const both = new Float64Array(2 * values.length).fill(NaN);
  both.set(values, values.length);
  return both;
};

/** Step of the differences below, relative to the block. One correct digit is enough here. */
const STEP = 2 ** -20;

/**
 * The size of what rounding acts on, for each quantity: `|f| + Σ_B max_{i∈B} |∂f/∂z_i| · max_{i∈B} |z_i|` over blocks of the configuration, the
 * largest over its entries (compare `conditionedScales` of constraints); with the sums over velocities that rates, biases and forces are.
 */
export function bodyScales(evaluator: BodyEvaluator, at: BodyConfiguration): Readonly<Record<string, number>> {
  const centre = evaluator.at(at);
  const scales: Record<string, number> = {};
  for (const [name, values] of Object.entries(centre)) scales[name] = largest(values);
  for (const block of ['x', 'v', 'p', 'local'] as const) {
    const reach = largest(at[block]);
    if (reach === 0) continue;
    const slopes: Record<string, number> = {};
    at[block].forEach((value, k) => {
      const moved = (sign: 1 | -1): BodyEvaluation =>
        evaluator.at({ ...at, [block]: at[block].with(k, value + sign * STEP * reach) });
      const [plus, minus] = [moved(1), moved(-1)];
      for (const name of Object.keys(scales)) {
        const slope = largest(plus[name]!.map((entry, e) => (entry - minus[name]![e]!) / (2 * STEP)));
        slopes[name] = Math.max(slopes[name] ?? 0, slope);
      }
    });
    for (const [name, slope] of Object.entries(slopes)) scales[name]! += slope;
  }
  const speed = largest(at.v);
  for (const name of Object.keys(scales)) {
    const rate = `${name} rate`;
    if (scales[rate] === undefined) continue;
    scales[rate] += scales[`${name} B`]! * speed;
    scales[`${name} bias`]! += scales[rate] * speed;
  }
  scales['Q']! += scales['M']! * speed ** 2;
  return scales;
}

const largest = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((most, value) => (Number.isNaN(value) ? most : Math.max(most, Math.abs(value))), 0);
