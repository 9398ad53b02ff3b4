import { REMEMBERED } from '../../../runtime/integrators/velocity-stepper.js';
import type { Value } from '../../lower/program.js';
import { Kinematics } from '../equations/kinematics.js';
import { couplingOf, freeMotion, massesOf, normalizedCoordinates, responseTo } from '../equations/motion.js';
import { rowsOf } from '../equations/rows.js';
import { factorizeMultipliers } from '../equations/solve.js';
import { STATE, stateLoads } from '../equations/state.js';
import type { Model } from '../equations/system.js';
import type { PlanBody } from '../plan/bodies.js';
import { isTimelessBody } from '../plan/derivations.js';
import type { Plan } from '../plan/plan.js';
import { displaced } from './displace.js';
import { payFor } from './feedback-energy.js';
import { lengthOfStep } from './length-of-step.js';
import { RATE_TIMES_STEP, watchOf, type StepProgram } from './rk4.js';
import { applied, frameAt, isTooFast, meanVelocity, principalOf, type Principal } from './spin.js';

/** Numbers that a body in space that constraints hold hands on: a difference of momenta, and its velocity. */
const PER_BODY = 6;
/** Place of a rotation among the coordinates and the velocities of a rigid body in space. */
const ROTATION = 3;

/** A rigid body in space, with the place in the state of what it hands on from step to step, if it does. */
interface Spinning {
  readonly body: PlanBody;
  readonly principal: Principal;
  readonly memory: number | undefined;
}

/** The bodies that turn freely between impulses. Those that constraints hold hand on what impulses have changed. */
function spinningBodies(plan: Plan): Spinning[] {
  const held = new Set(
    plan.constraints.flatMap(({ inputs }) =>
      inputs.map((input) => (input.kind === 'carried' ? input.body : undefined)),
    ),
  );
  let next = plan.nq + plan.nv + 1;
  return plan.bodies.flatMap((body): Spinning[] => {
    const principal = principalOf(plan.ops, body);
    if (principal === undefined) return [];
    if (!held.has(body)) return [{ body, principal, memory: undefined }];
    next += PER_BODY;
    return [{ body, principal, memory: next - PER_BODY }];
  });
}

/** Numbers that a step hands on to the next one: the energy that constraints have taken out, and those of bodies. */
export const memoryOf = (plan: Plan): number =>
  plan.rows === 0 ? 0 : 1 + PER_BODY * spinningBodies(plan).filter(({ memory }) => memory !== undefined).length;

type Vector = readonly Value[];

/**
 * Semi-implicit Euler with the constraints imposed on the new velocity (Moreau 1988; Anitescu & Potra
 * 1997), with the operations of the runtime's `velocityStep()` in the same order. Behind coordinates and
 * velocities the state holds what a step hands on to the next.
 */
export function velocityStep(model: Model): StepProgram {
  const { plan } = model;
  const { ops, rows } = plan;
  const [t, dt] = [ops.load('t'), ops.load('dt')];
  const given = stateLoads(plan);
  const { q } = given;
  const kept = ops.loads(STATE, model.size);
  const spins = spinningBodies(plan).map((one) => new Spin(plan, one, q));
  const v = [...given.v];
  for (const spin of spins) spin.recall(v, kept);

  const start = new Kinematics(plan, q, v, { now: t, begin: t });
  const before = rowsOf(plan, start);
  const { free } = freeMotion(plan, start, massesOf(plan, start));
  const moving = v.map((one, i) => ops.add(one, ops.multiply(dt, free[i]!)));
  for (const spin of spins) spin.turn(moving, dt, rows > 0);

  const length = lengthOfStep(plan, start, given.v, dt, spins);
  if (rows === 0) {
    const end = displaced(
      plan,
      q,
      moving.map((one) => ops.multiply(dt, one)),
    );
    for (const spin of spins) spin.settle(moving, end, []);
    return {
      y: [...normalizedCoordinates(plan, end), ...moving],
      lambda: [],
      watch: [ops.one, ops.zero, ops.zero, length],
    };
  }
  // Bodies are where they were, and what is prescribed is where it will be at the end.
  const after = new Kinematics(plan, q, moving, { now: ops.add(t, dt), begin: t });
  const masses = massesOf(plan, after);
  const isTimeless = plan.bodies.every(({ derivation }) => isTimelessBody(derivation));
  const { G, Cdot } = rowsOf(plan, after, isTimeless);
  const { H, A } = couplingOf(plan, masses, G);
  const { solve, pivots } = factorizeMultipliers(model, A);
  const rate = feedbackRate(plan, dt);
  const bankAt = plan.nq + plan.nv;
  const paid = payFor(ops, {
    solve,
    before: before.Cdot,
    after: Cdot,
    feedback: before.C.map((C) => ops.negate(ops.multiply(rate, C))),
    bank: ops.multiply(ops.literal(REMEMBERED), kept[bankAt]!),
    dt,
  });
  const plus = (x: Vector, y: Vector): Value[] => x.map((one, i) => ops.add(one, y[i]!));
  const ending = plus(moving, responseTo(plan, masses, H, paid.impulses));
  const besides = responseTo(plan, masses, H, paid.moving);
  const end = displaced(
    plan,
    q,
    plus(
      besides,
      ending.map((one) => ops.multiply(dt, one)),
    ),
  );
  const inverse = ops.divide(ops.one, dt);
  const memory: Value[] = [paid.bank];
  for (const spin of spins) spin.settle(ending, end, memory);
  return {
    y: [...normalizedCoordinates(plan, end), ...ending, ...memory],
    lambda: paid.impulses.map((one) => ops.multiply(inverse, one)),
    watch: [...watchOf(plan, { C: before.C, Cdot: before.Cdot, pivots }), length],
  };
}

/** The rate at which errors are fed back, 1/s: `0.2 / dt`, or of a spring and a damper along the constraint. */
function feedbackRate({ ops, feedback }: Plan, dt: Value): Value {
  if (feedback === undefined) return ops.zero;
  if (feedback === 'sampled') return ops.divide(ops.literal(RATE_TIMES_STEP), dt);
  const { ks, kd } = feedback;
  const isNone = ops.test('equal', ks, ops.zero);
  const divisor = ops.add(kd, ops.multiply(dt, ks));
  return ops.select(isNone, ops.zero, ops.divide(ks, ops.select(isNone, ops.one, divisor)));
}

/** The rotation of a body in the step: it changes the velocities of the world that it is given. */
class Spin implements Spinning {
  readonly body: PlanBody;
  readonly principal: Principal;
  readonly memory: number | undefined;
  readonly #plan: Plan;
  readonly #frame: readonly Vector[];
  /** At the beginning `ω`, then `L` after torques, and the mean velocity after them. */
  #omega: Vector = [];
  #L: Vector = [];
  #mean: Vector = [];
  #isFast: Value | undefined;

  constructor(plan: Plan, { body, principal, memory }: Spinning, q: Vector) {
    this.#plan = plan;
    this.body = body;
    this.principal = principal;
    this.memory = memory;
    this.#frame = this.#frameAt(q);
  }

  /** Sets the velocity from the momentum that the last step has left, unless it was changed since. */
  recall(v: Value[], kept: Vector): void {
    const { ops } = this.#plan;
    const omega = this.#of(v);
    if (this.memory === undefined) {
      this.#omega = omega;
      return;
    }
    const [difference, last] = [kept.slice(this.memory, this.memory + 3), kept.slice(this.memory + 3)];
    const added = applied(ops, this.principal.inverses, this.#frame, difference);
    const same = omega.map((one, c) => ops.test('equal', one, last[c]!));
    const isKept = ops.test('and', ops.test('and', same[0]!, same[1]!), same[2]!);
    this.#omega = omega.map((one, c) => ops.select(isKept, ops.add(one, added[c]!), one));
    this.#set(v, this.#omega);
  }

  /** Turns the velocity after torques for the time `h`, gyroscopic ones among them, into the mean one without these. */
  turn(v: Value[], h: Value, mayBeHeld: boolean): void {
    const { ops } = this.#plan;
    const { moments } = this.principal;
    const [a, b, c] = this.#omega as [Value, Value, Value];
    const [x, y, z] = applied(ops, moments, this.#frame, this.#omega) as [Value, Value, Value];
    const times = (one: Value, other: Value): Value => ops.multiply(one, other);
    const gyroscopic = [
      ops.subtract(times(b, z), times(c, y)),
      ops.subtract(times(c, x), times(a, z)),
      ops.subtract(times(a, y), times(b, x)),
    ];
    const L = applied(ops, moments, this.#frame, this.#of(v));
    this.#L = L.map((one, e) => ops.add(one, ops.multiply(h, gyroscopic[e]!)));
    this.#isFast = mayBeHeld ? isTooFast(ops, this.principal, this.#omega, h) : undefined;
    this.#mean = meanVelocity(ops, this.principal, this.#frame, this.#L, h, this.#isFast);
    this.#set(v, this.#mean);
  }

  /** Sets the velocity at the end of the step, where coordinates have moved to `q`, and hands on the rest. */
  settle(v: Value[], q: Vector, memory: Value[]): void {
    const { ops } = this.#plan;
    const { moments, inverses } = this.principal;
    const end = this.#frameAt(q);
    const free = applied(ops, inverses, end, this.#L);
    if (this.memory === undefined) {
      this.#set(v, free);
      return;
    }
    const own = this.#of(v);
    const changed = own.map((one, e) => ops.subtract(one, this.#mean[e]!));
    const still = changed.map((one) => ops.test('equal', one, ops.zero));
    const isFree = ops.test('and', ops.test('and', still[0]!, still[1]!), still[2]!);
    const isLost = this.#isFast === undefined ? isFree : ops.test('or', isFree, this.#isFast);
    const impulse = applied(ops, moments, this.#frame, changed);
    const carried = applied(ops, moments, end, own);
    const difference = this.#L.map((one, e) => ops.subtract(ops.add(one, impulse[e]!), carried[e]!));
    this.#set(
      v,
      own.map((one, e) => ops.select(isFree, free[e]!, one)),
    );
    for (const one of [...difference, ...own]) memory.push(ops.select(isLost, ops.zero, one));
  }

  #frameAt(q: Vector): Vector[] {
    const first = this.body.q + ROTATION;
    return frameAt(this.#plan.ops, this.principal, q.slice(first, first + 4));
  }

  #of(v: Vector): Value[] {
    return v.slice(this.body.v + ROTATION, this.body.v + ROTATION + 3);
  }

  #set(v: Value[], omega: Vector): void {
    omega.forEach((one, e) => (v[this.body.v + ROTATION + e] = one));
  }
}
