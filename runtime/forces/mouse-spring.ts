import { squared } from '../base/powers.js';
import { printAs } from '../base/printing.js';
import { checkNotNegative, checkPositive, checkVector, readOptions } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { PointConnector } from '../model/connector.js';
import { checkHome, type Force, type ForceWorld } from '../model/force.js';
import type { StiffRow } from '../model/stiff-row.js';
import { checkPoint } from './connectors.js';
import { PointReading } from './point-reading.js';

/** Options of {@link mouseSpring}: stiffness and damping, or a frequency and a damping ratio. */
export type MouseSpringOptions = {
  /** The point to pull. */
  readonly point: PointConnector;
  /** Position to pull the point to, m; its present position if left out. */
  readonly target?: ArrayLike<number>;
  /** Largest force, N. No limit if left out. */
  readonly maxForce?: number;
} & (
  | {
      /** Stiffness, N/m. */
      readonly stiffness: number;
      /** Damping, N·s/m. 0 if left out. */
      readonly damping?: number;
    }
  | {
      /** Frequency at which `mass` would swing on the spring, 1/s. */
      readonly hertz: number;
      /** Damping ratio; 1, critical, if left out. */
      readonly dampingRatio?: number;
      /**
       * Mass that the spring is designed for, kg. If left out, the mass of the particle or body that
       * carries the point.
       */
      readonly mass?: number;
    }
);

/** The mass of a particle or body; undefined for what has none. */
const massOf = (carrier: object | null): number | undefined =>
  carrier !== null && 'mass' in carrier && typeof carrier.mass === 'number' ? carrier.mass : undefined;

const OPTION_NAMES = ['point', 'target', 'maxForce', 'stiffness', 'damping', 'hertz', 'dampingRatio', 'mass'] as const;

/**
 * A spring of rest length zero from a point to a target that the application moves, such as the
 * mouse. See {@link mouseSpring}.
 */
export class MouseSpring implements Force {
  readonly point: PointConnector;
  /** Stiffness, N/m, and damping, N·s/m. */
  readonly stiffness: number;
  readonly damping: number;
  /** Largest force, N. */
  readonly maxForce: number;
  /** Displacements along the axes. */
  readonly stiffRows: readonly StiffRow[];
  readonly actsOn: readonly PointConnector[];
  readonly #target: Float64Array;
  readonly #reading: PointReading;
  readonly #force: Float64Array;

  /** Use {@link mouseSpring}. */
  constructor(options: MouseSpringOptions) {
    const given = readOptions(options, 'Options of mouseSpring', OPTION_NAMES);
    const point = checkPoint(given.point, "Option 'point' of mouseSpring");
    const { target = point.position, maxForce } = given;
    this.point = point;
    this.actsOn = [point];
    this.maxForce = maxForce === undefined ? Infinity : checkPositive(maxForce, "Option 'maxForce' of mouseSpring");
    if ('hertz' in given) {
      const own = massOf(point) ?? massOf(point.owner);
      const { hertz, dampingRatio = 1, mass: forMass = own } = given;
      const rate = 2 * Math.PI * checkPositive(hertz, "Option 'hertz' of mouseSpring");
      const ratio = checkNotNegative(dampingRatio, "Option 'dampingRatio' of mouseSpring");
      if (forMass === undefined)
        throw new HolonomicRuntimeError(
          'E_NOT_POSITIVE',
          `The mass for 'hertz' of mouseSpring is not known: ${point.label} has none.`,
          "Give 'mass', the mass to move, in kg; or 'stiffness' in place of 'hertz'.",
        );
      const mass = checkPositive(forMass, "Option 'mass' of mouseSpring");
      this.stiffness = mass * rate * rate;
      this.damping = 2 * ratio * mass * rate;
    } else {
      const { stiffness, damping = 0 } = given;
      this.stiffness = checkNotNegative(stiffness, "Option 'stiffness' of mouseSpring");
      this.damping = checkNotNegative(damping, "Option 'damping' of mouseSpring");
    }
    this.#reading = new PointReading(point);
    this.#force = new Float64Array(point.size);
    this.#target = new Float64Array(point.size);
    this.stiffRows = Array.from({ length: point.size }, (_, i) => ({
      connectors: [point],
      slopes: Float64Array.from({ length: point.size }, (__, j) => (i === j ? 1 : 0)),
      stiffness: 0,
      damping: 0,
    }));
    this.moveTo(target);
    printAs(this, 'mouseSpring', () => ({
      point,
      target: this.#target,
      stiffness: this.stiffness,
      damping: this.damping,
      maxForce: maxForce === undefined ? undefined : this.maxForce,
    }));
  }

  /** Position that the spring pulls the point to, m: a copy. */
  get target(): Float64Array {
    return this.#target.slice();
  }

  /**
   * Pulls towards `position`, m, from the next evaluation on. Throws E_VECTOR, E_DIMENSION,
   * E_NOT_FINITE.
   */
  moveTo(position: ArrayLike<number>): void {
    this.#target.set(checkVector(position, this.point.size, 'Target of mouseSpring'));
  }

  /** `f = −k (x − target) − c v`, shortened to `maxForce`. */
  apply(world: ForceWorld): void {
    checkHome(this.point, world, "Option 'point' of mouseSpring");
    this.#reading.read();
    const { x, v } = this.#reading;
    const force = this.#force;
    let square = 0;
    for (let i = 0; i < force.length; i++) {
      const entry = this.stiffness * (this.#target[i]! - x[i]!) - this.damping * v[i]!;
      force[i] = entry;
      square += entry * entry;
    }
    const size = Math.sqrt(square);
    const part = size > this.maxForce ? this.maxForce / size : 1;
    for (let i = 0; i < force.length; i++) {
      const row = this.stiffRows[i]!;
      force[i]! *= part;
      // A stiffness would let the force at the end of a step exceed its limit; damping does not.
      row.stiffness = part < 1 ? 0 : this.stiffness;
      row.damping = part * this.damping;
    }
    this.point.applyForce(force);
  }

  /**
   * `k r² / 2` with the distance `r` to the target, up to the distance where the spring alone
   * reaches its limit, and `maxForce` times the distance beyond that. It is the potential of the
   * force without its damping.
   */
  energy(): number {
    this.#reading.read();
    let square = 0;
    for (let i = 0; i < this.#target.length; i++) square += squared(this.#target[i]! - this.#reading.x[i]!);
    const distance = Math.sqrt(square);
    const limit = this.stiffness > 0 ? this.maxForce / this.stiffness : Infinity;
    if (distance <= limit) return (this.stiffness * square) / 2;
    return (this.stiffness * limit * limit) / 2 + this.maxForce * (distance - limit);
  }
}

/**
 * Drags a point with the mouse: a spring of rest length zero and a damper from the point to a
 * target that `moveTo(p)` sets, with a force of at most `maxForce`, N. The target belongs to the
 * application and is not part of a snapshot.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_INPUT_KIND, E_VECTOR, E_DIMENSION, E_NUMBER, E_NOT_FINITE,
 * E_NEGATIVE, E_NOT_POSITIVE, and E_OTHER_WORLD on first use in a world that is not the point's.
 */
export function mouseSpring(options: MouseSpringOptions): MouseSpring {
  return new MouseSpring(options);
}
