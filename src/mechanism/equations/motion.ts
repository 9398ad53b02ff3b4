import type { Value } from '../../lower/program.js';
import { isLiteral } from '../ops/ops.js';
import type { PlanBody, PlanCoordinate } from '../plan/bodies.js';
import type { PlanConnector, StageTime } from '../plan/connectors.js';
import type { Plan } from '../plan/plan.js';
import { Kinematics } from './kinematics.js';
import { appliedForces } from './loads.js';
import { accelerationsOf, factorMass, lowerOf, type Mass } from './masses.js';
import { isPair, rowsOf, type Rows } from './rows.js';
import { factorizeMultipliers, type Pivots } from './solve.js';
import type { FeedbackOf, LinearSystem, Model } from './system.js';

/** One evaluation of the equations of motion. */
export interface Evaluation extends Omit<LinearSystem, 'accelerations'> {
  readonly lambda: readonly Value[];
  readonly pivots: Pivots;
  /** `q̇`, then `v̇`. */
  readonly rates: readonly Value[];
}

/** `q̇`, `v̇` and `λ` at a state. */
export function evaluate(
  model: Model,
  q: readonly Value[],
  v: readonly Value[],
  time: StageTime,
  feedback: FeedbackOf,
): Evaluation {
  const system = linearSystem(model.plan, q, v, time, feedback);
  const { solve, pivots } = factorizeMultipliers(model, system.A);
  const lambda = solve(system.b);
  return { ...system, lambda, pivots, rates: [...coordinateRates(model.plan, q, v), ...system.accelerations(lambda)] };
}

export function linearSystem(
  plan: Plan,
  q: readonly Value[],
  v: readonly Value[],
  time: StageTime,
  feedbackOf: FeedbackOf,
): LinearSystem {
  const { ops } = plan;
  const kinematics = new Kinematics(plan, q, v, time);
  const masses = massesOf(plan, kinematics);
  const { Q, free } = freeMotion(plan, kinematics, masses);
  const rows = rowsOf(plan, kinematics);
  const { H, A } = couplingOf(plan, masses, rows.G);
  const feedback = rows.C.map((C, i) => feedbackOf(i, C, rows.Cdot[i]!));
  const b = rows.G.map((row, i) => {
    const terms = [...row].flatMap(([body, g]) => own(body, free).map((x, c) => ops.multiply(g[c]!, x)));
    return ops.negate(ops.add(ops.add(rows.gamma[i]!, feedback[i]!), ops.sum(terms)));
  });
  const apart = isSummedApart(plan);
  const accelerations = (lambda: readonly Value[]): Value[] =>
    plan.bodies.flatMap((body) => {
      const mass = masses.get(body)!;
      const before = own(body, free);
      if (apart) return addedApart(plan, body, mass.inverse[0]!, rows.G, lambda, before);
      const u = new Array<Value>(body.nv).fill(ops.zero);
      H.forEach((row, i) => row.get(body)?.forEach((x, c) => (u[c] = ops.add(u[c]!, ops.multiply(x, lambda[i]!)))));
      const added = accelerationsOf(ops, mass, u);
      return before.map((x, c) => ops.add(x, added[c]!));
    });
  return { A, b, rows, feedback, free, accelerations, Q };
}

const own = (body: PlanBody, x: readonly Value[]): Value[] => x.slice(body.v, body.v + body.nv);

/** The masses of all bodies. */
export type Masses = ReadonlyMap<PlanBody, Mass>;

export const massesOf = (plan: Plan, kinematics: Kinematics): Masses =>
  new Map(plan.bodies.map((body) => [body, massOf(plan, body, kinematics)] as const));

/** The applied forces, and the accelerations by them alone. */
export function freeMotion(plan: Plan, kinematics: Kinematics, masses: Masses): Pick<LinearSystem, 'Q' | 'free'> {
  const Q = appliedForces({ plan, kinematics });
  const free = plan.bodies.flatMap((body) => {
    const mass = masses.get(body)!;
    return accelerationsOf(plan.ops, mass, lowerOf(plan.ops, mass, own(body, Q)));
  });
  return { Q, free };
}

/** `A = H D⁻¹ Hᵀ` with `H = G L⁻ᵀ`, one multiplication for all velocities of a body with one mass. */
export function couplingOf(plan: Plan, masses: Masses, G: Rows['G']): { H: Rows['G']; A: LinearSystem['A'] } {
  const H = G.map((row) => new Map([...row].map(([body, g]) => [body, lowerOf(plan.ops, masses.get(body)!, g)])));
  const A = H.map((row, i) => {
    const entries = new Map<number, Value>();
    for (let j = 0; j <= i; j++) {
      const value = product(plan, masses, row, H[j]!);
      if (!isLiteral(value, 0)) entries.set(j, value);
    }
    return entries;
  });
  return { H, A };
}

/**
 * The changes of velocity `W Gᵀ z` by impulses `z`, with those on each body added up in the order of the
 * runtime: constraint by constraint of a class, or input by input where there are more than a pair.
 */
export function responseTo(plan: Plan, masses: Masses, H: Rows['G'], z: readonly Value[]): Value[] {
  const { ops, constraints } = plan;
  return plan.bodies.flatMap((body) => {
    const touching = constraints
      .map((constraint) => ({ constraint, input: constraint.inputs.findIndex((one) => carries(one, body)) }))
      .filter(({ input }) => input >= 0);
    touching.sort((a, b) =>
      a.constraint.derivation === b.constraint.derivation && !isPair(a.constraint) ? a.input - b.input : 0,
    );
    const u = new Array<Value>(body.nv).fill(ops.zero);
    for (const { constraint } of touching) {
      const rows = Array.from({ length: constraint.rows }, (_, r) => constraint.first + r);
      const along = rows.map((row) => z[row]!);
      for (let c = 0; c < body.nv; c++)
        u[c] = ops.add(
          u[c]!,
          ops.dot(
            rows.map((row) => H[row]!.get(body)![c]!),
            along,
          ),
        );
    }
    return accelerationsOf(ops, masses.get(body)!, u);
  });
}

/**
 * True where the runtime adds the accelerations that constraints give a body one after the other: in
 * worlds of particles, but not in chains of the plane, where it adds up the forces first.
 */
function isSummedApart({ bodies, constraints }: Plan): boolean {
  if (bodies.some(({ derivation }) => derivation !== undefined)) return false;
  const [first] = constraints;
  const isChain =
    first !== undefined &&
    constraints.every(
      (one) => one.derivation === first.derivation && isPair(one) && one.derivation.inputs[0]!.size === 2,
    ) &&
    bodies.every((body) => constraints.filter(({ inputs }) => inputs.some((one) => carries(one, body))).length <= 2);
  return !isChain;
}

const carries = (connector: PlanConnector, body: PlanBody): boolean =>
  connector.kind === 'carried' && connector.body === body;

/** `a + w Jᵀ λ` of a particle, constraint by constraint, with the products in the runtime's order. */
function addedApart(
  { ops, constraints }: Plan,
  body: PlanBody,
  w: Value,
  G: Rows['G'],
  lambda: readonly Value[],
  free: readonly Value[],
): Value[] {
  return constraints.reduce<readonly Value[]>((x, constraint) => {
    const blocks = Array.from({ length: constraint.rows }, (_, r) => G[constraint.first + r]!.get(body));
    const z = lambda.slice(constraint.first, constraint.first + constraint.rows);
    if (blocks[0] === undefined) return x;
    if (isPair(constraint)) {
      const s = ops.multiply(w, z[0]!);
      return x.map((one, c) => ops.add(one, ops.multiply(blocks[0]![c]!, s)));
    }
    return x.map((one, c) =>
      ops.add(
        one,
        ops.multiply(
          w,
          ops.dot(
            blocks.map((block) => block![c]!),
            z,
          ),
        ),
      ),
    );
  }, free) as Value[];
}

function product(
  { ops }: Plan,
  masses: ReadonlyMap<PlanBody, Mass>,
  left: ReadonlyMap<PlanBody, readonly Value[]>,
  right: ReadonlyMap<PlanBody, readonly Value[]>,
): Value {
  const terms: Value[] = [];
  for (const [body, h] of left) {
    const other = right.get(body);
    if (other === undefined) continue;
    const byWeight = new Map<Value, Value>();
    masses.get(body)!.inverse.forEach((w, c) => {
      byWeight.set(w, ops.add(byWeight.get(w) ?? ops.zero, ops.multiply(h[c]!, other[c]!)));
    });
    for (const [w, sum] of byWeight) terms.push(ops.multiply(w, sum));
  }
  return ops.sum(terms);
}

function massOf({ ops }: Plan, body: PlanBody, kinematics: Kinematics): Mass {
  const { derivation, nv, parameters } = body;
  if (derivation === undefined) {
    const [mass] = parameters as [Value];
    return factorMass(
      ops,
      Array.from({ length: nv }, (_, i) => Array.from({ length: nv }, (__, j) => (i === j ? mass : ops.zero))),
    );
  }
  const M = kinematics.program(body, derivation.programs.dynamics.outputs);
  return factorMass(
    ops,
    Array.from({ length: nv }, (_, i) => M.slice(i * nv, (i + 1) * nv)),
  );
}

/** `q̇`: the velocities, and of orientations `½ (0, ω) ⊗ q`. */
function coordinateRates({ ops, bodies }: Plan, q: readonly Value[], v: readonly Value[]): Value[] {
  const half = ops.literal(0.5);
  const rateOf = (body: PlanBody, { q: i, v: j, size, isOrientation }: PlanCoordinate): Value[] => {
    const rates = v.slice(body.v + j, body.v + j + size);
    if (!isOrientation) return rates;
    const [w, x, y, z] = q.slice(body.q + i, body.q + i + 4) as [Value, Value, Value, Value];
    const [a, b, c] = rates.slice(0, 3).map((one) => ops.multiply(half, one)) as [Value, Value, Value];
    const times = (one: Value, other: Value): Value => ops.multiply(one, other);
    return [
      ops.negate(ops.sum([times(a, x), times(b, y), times(c, z)])),
      ops.subtract(ops.add(times(a, w), times(b, z)), times(c, y)),
      ops.subtract(ops.add(times(b, w), times(c, x)), times(a, z)),
      ops.subtract(ops.add(times(c, w), times(a, y)), times(b, x)),
    ];
  };
  return bodies.flatMap((body) => body.coordinates.flatMap((coordinate) => rateOf(body, coordinate)));
}

/** Coordinates, orientations scaled to length 1. */
export function normalizedCoordinates({ ops, bodies }: Plan, q: readonly Value[]): Value[] {
  const out = [...q];
  for (const body of bodies)
    for (const { q: place, isOrientation } of body.coordinates) {
      if (!isOrientation) continue;
      const first = body.q + place;
      const o = q.slice(first, first + 4);
      const scale = ops.divide(ops.one, ops.sqrt(ops.dot(o, o)));
      o.forEach((one, c) => (out[first + c] = ops.multiply(scale, one)));
    }
  return out;
}
