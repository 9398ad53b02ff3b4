import { sin } from '../elementary/index.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { maxAbs, norm } from '../base/vector.js';
import type { Stepper } from '../integrators/integrator.js';
import type { WorldWarning } from './warnings.js';
import type { EquationParts } from '../equations/equations-of-motion.js';
import { labelOfForce, rests, type Force } from '../model/force.js';

/** Codes of errors that a step too long for a force can end in. */
const CODES = ['E_STATE_NOT_FINITE', 'E_SINGULAR_MASS', 'E_COORDINATE_RANGE', 'E_NOT_FINITE'];
/** Rate times step above which explicit integrators are unstable. */
const UNSTABLE = 2;
/** Relative difference for derivatives. */
const DIFFERENCE = 1e-6;
const ITERATIONS = 20;
/** Largest coordinate at which rates are measured. */
const FAR = 1e3;

/**
 * Returns `error`, thrown in a step of `dt`, and adds the force that the step was too long for, if
 * there is one. `implicit` says that stiff rows are taken implicitly. The state must be that at the
 * beginning of the step.
 */
export function tracedToStiffForce(error: unknown, parts: EquationParts, dt: number, implicit: boolean): unknown {
  if (!(error instanceof HolonomicRuntimeError) || !CODES.includes(error.code)) return error;
  const found = tooLongFor(parts, dt, implicit);
  if (!found) return error;
  return new HolonomicRuntimeError(
    error.code,
    `${error.problem} The step of ${dt.toPrecision(3)} s is ${found.description}.`,
    `Take steps of at most ${found.step} s` +
      (found.hasStiffRows ? ', or use velocityStep(), which takes this force implicitly.' : '.'),
  );
}

/** Returns `warning` of steps of `dt` that are too long, and adds the force that they do not resolve, if any. */
export function withStiffForce(
  warning: WorldWarning,
  parts: EquationParts,
  dt: number,
  stepper: Stepper,
): WorldWarning {
  const found = tooLongFor(parts, dt, stepper.implicitForces === true);
  if (!found) return warning;
  return { ...warning, message: `${warning.message} It is ${found.description}: steps of ${found.step} s follow it.` };
}

interface Found {
  readonly description: string;
  /** A step that resolves it, s. */
  readonly step: string;
  /** True where steps at velocity level would take it implicitly. */
  readonly hasStiffRows: boolean;
}

/**
 * Describes the force that a step of `dt` does not resolve, with a step that does, s, as text;
 * undefined if there is none. `implicit` as above.
 */
function tooLongFor(parts: EquationParts, dt: number, implicit: boolean): Found | undefined {
  let worst = UNSTABLE / dt;
  let name: string | undefined;
  let hasStiffRows = false;
  parts.forces.forEach((force, k) => {
    if (force.steady || rests(force) || (implicit && force.stiffRows !== undefined)) return;
    const rate = rateOf(force, parts);
    if (!(rate > worst)) return;
    worst = rate;
    name = labelOfForce(force, k);
    hasStiffRows = force.stiffRows !== undefined;
  });
  if (name === undefined) return undefined;
  const [rate, step] = [worst, 1 / worst].map((x) => x.toPrecision(2));
  const description = `too long for ${name}, which changes the motion at a rate of ${rate}/s`;
  return { description, step: step!, hasStiffRows };
}

/**
 * Returns the rate at which `force` alone changes the free bodies' motion, 1/s: the larger of `c`
 * and `√k`, with `c` and `k` the largest eigenvalues of `−W ∂Q/∂v` and `−W ∂Q/∂q`. They are found
 * by power iteration with differences, at rest. NaN where the force cannot be evaluated.
 */
function rateOf(force: Force, { world, state, stores, system }: EquationParts): number {
  const { q, v } = state;
  const [q0, v0] = [q.slice(), v.slice()];
  // An unstable motion may be far away before it overflows. Measure closer to the origin.
  const start = q.map((x) => Math.max(-FAR, Math.min(FAR, x)));
  const goTo = (coordinates: Float64Array): void => {
    q.set(coordinates);
    v.fill(0);
  };
  const forceAt = (): Float64Array => {
    const Q = new Float64Array(v.length);
    for (const store of stores) store.forces = Q;
    force.apply(world);
    return Q;
  };
  // The largest |W ΔQ| / |Δ| for differences Δ that `move` makes.
  const growth = (size: number, move: (delta: Float64Array) => void): number => {
    const before = forceAt();
    let delta = Float64Array.from(v, (_, i) => sin(i + 1));
    let rate = 0;
    for (let k = 0; k < ITERATIONS; k++) {
      const scale = (DIFFERENCE * size) / norm(delta);
      if (!(scale < Infinity)) return 0;
      move(delta.map((x) => scale * x));
      const change = forceAt().map((x, i) => before[i]! - x);
      goTo(start);
      const next = new Float64Array(v.length);
      for (const store of stores) store.applyInverseMass(change, next);
      rate = norm(next) / (DIFFERENCE * size);
      delta = next;
    }
    return rate;
  };
  try {
    goTo(start);
    system.plain.evaluate(stores);
    const damping = growth(1, (delta) => {
      v.set(delta);
    });
    const stiffness = growth(1 + maxAbs(start), (delta) => {
      for (const store of stores) store.displace(delta);
    });
    return Math.max(damping, Math.sqrt(stiffness));
  } catch {
    return NaN;
  } finally {
    q.set(q0);
    v.set(v0);
    for (const store of stores) store.forces = null;
  }
}
