import { lengthOf } from '../base/powers.js';
import { checkPositive, readOptions } from '../base/check.js';
import { assemble } from '../world/assembly.js';
import { internalsOf, type AnyWorld } from '../world/internals.js';
import { restoreSnapshot, takeSnapshot } from '../world/save-restore.js';
import { returnToConstraints } from './constraint-surface.js';
import { gyroscopicMatrix } from './damping.js';
import { checkShapes } from './equations-alone.js';
import { RestState } from './rest-state.js';
import { Balance, inertiaOf } from './statics.js';
import { trustRegionStep } from './trust-region.js';
import { Whirling } from './whirling.js';

/** Options of {@link equilibrium}. */
export interface EquilibriumOptions {
  /** Net force at which it ends, as a part of the largest force. 1e-12 if left out, which rounding allows to miss. */
  readonly tolerance?: number;
  /** Most steps; 200 if left out. */
  readonly maxIterations?: number;
}

/** Result of {@link equilibrium}. */
export interface Equilibrium {
  /** True where the net force is below the tolerance, or below what rounding leaves of it. */
  readonly found: boolean;
  /**
   * True where every displacement that the constraints allow takes energy, or gyroscopic forces keep small motions
   * bounded, as Coriolis forces can in bodies whose formulas have the time; without friction, drag and dampers.
   */
  readonly stable: boolean;
  /** Numbers of independent displacements that release energy, and that neither take nor release any to second order. */
  readonly unstableDirections: number;
  readonly neutralDirections: number;
  readonly iterations: number;
  /** The largest net force on a velocity, N or N m, constraint forces included. */
  readonly residual: number;
}

/** First radius of steps, as a part of the world's length, or in radians. */
const FIRST_RADIUS = 0.1;
/** Parts of the predicted decrease of energy below which a step is rejected, and above which the radius grows. */
const ACCEPTED = 1e-4;
const GOOD = 0.75;
/** Part of the energy that is rounding in differences of it. */
const ENERGY_NOISE = 1e-11;
/** Part of the length of a world of a step that changes nothing, and of one that rounding may cause. */
const NO_STEP = 1e-14;
const SMALL_STEP = 1e-9;
/**
 * Moves a world to where it rests: the nearest place downhill at which applied forces and constraint
 * forces balance. Velocities become zero, and constraints show the forces that hold it there. Handles
 * stay where they are, and so does the time. A start in balance stays, stable or not: so
 * the inverted pendulum is found by starting there.
 *
 * ```ts
 * const { found, stable } = equilibrium(world);
 * ```
 *
 * It minimizes the potential energy, less the kinetic energy that bodies whose formulas have the time have at rest, on
 * the surface `C = 0` by Newton's method in a trust region: steps
 * within `J v = 0` by the stiffness of energies and constraints, then back onto the surface. Where
 * a direction is unstable, steps follow it down. Costs `O(n³)` an iteration: meant for some
 * hundred freedoms.
 *
 * `found` is false where the energy has no minimum, as in free fall, or after `maxIterations`; the world is
 * then as it was before, as after an error, and the other results are those of where the last step led. Throws
 * E_ASSEMBLY, E_ANALYSIS for constraints that are no equations of positions or move with the time, and for shapes that can touch,
 * E_NO_STIFFNESS for a force without one, E_PRESTRESS, E_WORLD, E_STEPPING, E_OPTIONS, E_OPTION_UNKNOWN,
 * E_NUMBER, E_NOT_FINITE, E_NOT_POSITIVE.
 */
export function equilibrium(world: AnyWorld, options: EquilibriumOptions = {}): Equilibrium {
  const given = readOptions(options, 'Options of equilibrium', ['tolerance', 'maxIterations']);
  const { tolerance = 1e-12, maxIterations = 200 } = given;
  checkPositive(tolerance, "Option 'tolerance' of equilibrium");
  checkPositive(maxIterations, "Option 'maxIterations' of equilibrium");
  const internals = internalsOf(world);
  const start = takeSnapshot(internals);
  let found = false;
  try {
    checkShapes(world, 'equilibrium');
    new RestState(world, 'equilibrium').end();
    assemble(world);
    const rest = new RestState(world, 'equilibrium');
    const result = internals.structure.during('calculating', () => new Descent(rest).run(tolerance, maxIterations));
    ({ found } = result);
    return result;
  } finally {
    if (!found) restoreSnapshot(internals, start);
  }
}

/** The way down from the present configuration of a world. */
class Descent {
  readonly #rest: RestState;
  readonly #length: number;
  #balance: Balance;
  #scale = 0;
  /** Potential energy, less the kinetic energy at rest; undefined where a force has none. */
  #energy: number | undefined;

  constructor(rest: RestState) {
    this.#rest = rest;
    returnToConstraints(rest);
    this.#length = rest.length();
    this.#balance = new Balance(rest);
    this.#energy = this.#measure();
  }

  run(tolerance: number, maxIterations: number): Equilibrium {
    const rest = this.#rest;
    const { structure } = rest.internals;
    const { state } = structure;
    let radius = FIRST_RADIUS * rest.metricLength();
    const largestRadius = 10 * radius;
    let iterations = 0;
    let found = false;
    let stiffness = this.#balance.stiffness();
    for (;;) {
      const { residual } = this.#balance;
      this.#scale = Math.max(this.#scale, this.#balance.size);
      if (residual <= tolerance * this.#scale) found = true;
      if (found || iterations >= maxIterations || !(residual < Infinity)) break;
      iterations++;
      const { gradient, reduction } = this.#balance;
      const { step, decrease, isBounded } = trustRegionStep(stiffness.eigen, gradient, radius);
      const d = reduction.velocities(reduction.expand(step));
      const size = this.#sizeOf(d);
      if (!isBounded && size <= NO_STEP) {
        found = true;
        break;
      }
      const q = state.q.slice();
      const energy = this.#energy;
      rest.moveTo(q, d);
      const isBack = returnToConstraints(rest);
      const before = this.#balance;
      if (isBack) this.#balance = new Balance(rest);
      this.#energy = this.#measure();
      const ratio = isBack ? this.#ratio(before, d, energy, decrease) : 0;
      const length = lengthOf(step);
      if (ratio > ACCEPTED) {
        if (ratio > GOOD && isBounded) radius = Math.min(2 * radius, largestRadius);
        stiffness = this.#balance.stiffness();
        continue;
      }
      rest.moveTo(q);
      this.#balance = before;
      this.#energy = energy;
      // A step that rounding makes: nothing better can be reached.
      if (!isBounded && size <= SMALL_STEP) {
        found = true;
        break;
      }
      radius = Math.min(radius, length) / 4;
      if (radius <= NO_STEP * rest.metricLength()) break;
    }
    const { zero, negative } = inertiaOf(stiffness.eigen);
    // Gyroscopic forces can hold what would fall down without them.
    const G = found && zero === 0 && negative > 0 ? gyroscopicMatrix(this.#balance.reduction) : undefined;
    const isHeld = G !== undefined && new Whirling(stiffness.eigen, G).isBounded;
    this.#settle();
    if (found) this.#balance.checkPrestress();
    return {
      found,
      stable: found && zero === 0 && (negative === 0 || isHeld),
      unstableDirections: negative,
      neutralDirections: zero,
      iterations,
      residual: this.#balance.residual,
    };
  }

  /** Leaves the world at rest, with the multipliers of the balance. */
  #settle(): void {
    const rest = this.#rest;
    const { all, rowTable } = rest.internals.structure.system;
    rest.velocities.fill(0);
    rest.end();
    const { lambda, warmStart } = all.rows;
    for (let r = 0; r < lambda.length; r++) {
      if (rowTable.isSoft[r] === 1) continue;
      lambda[r] = this.#balance.lambda[r]!;
      warmStart[r] = lambda[r]!;
    }
  }

  /**
   * The decrease of energy by a step as a part of the predicted one. Where it is lost in rounding, and where
   * forces have no energy, it is the work of the net forces at both ends.
   */
  #ratio(before: Balance, d: Float64Array, energy: number | undefined, predicted: number): number {
    const after = this.#balance;
    if (energy !== undefined && this.#energy !== undefined) {
      if (predicted > ENERGY_NOISE * (Math.abs(energy) + this.#scale * this.#length))
        return (energy - this.#energy) / predicted;
      return after.residual < before.residual ? 1 : 0;
    }
    let work = 0;
    for (let i = 0; i < d.length; i++) work += 0.5 * (before.net[i]! + after.net[i]!) * d[i]!;
    return work / predicted;
  }

  #measure(): number | undefined {
    const { internals } = this.#rest;
    const hasEnergy = internals.structure.forces.every((force) => 'energy' in force);
    if (!hasEnergy) return undefined;
    // Bodies whose formulas have the time, such as a bead on a hoop that turns, have kinetic energy at rest.
    const { potential, kinetic } = internals.energy();
    return potential - kinetic;
  }

  /** The largest entry of a displacement, as a part of the world's length, or in radians. */
  #sizeOf(d: Float64Array): number {
    const { isLength } = this.#rest;
    let size = 0;
    for (let i = 0; i < d.length; i++) size = Math.max(size, Math.abs(d[i]!) / (isLength[i] === 1 ? this.#length : 1));
    return size;
  }
}
