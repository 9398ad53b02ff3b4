import { noForceNow } from './applied-force.js';
import { BARE_OPTION_NAMES, type BareWorldOptions } from './bare-world-options.js';
import { checkNumber, checkSpace, checkVector, isVector, readOptions } from './check.js';
import type { Constraint } from './constraint.js';
import type { Space } from './constraint-type.js';
import { HolonomicRuntimeError } from './errors.js';
import { FIXED_RUN_OPTION_NAMES, readRun, runFixed } from './fixed-run.js';
import type { Force, ForceWorld } from './force.js';
import { Ground } from './ground.js';
import type { Particle, ParticleOptions } from './particle.js';
import type { FixedRunOptions } from './run-options.js';
import { labelOfForce } from './force-faults.js';
import { maxAbs } from './vector.js';
import { bindParts, WorldParts } from './world-parts.js';

/**
 * A world with nothing in it but what it is given: particles, ground, constraints and forces, a solver and an integrator. What a {@link World} does
 * besides are functions that take a bare world as well, so that a program has no code of what it does not use: {@link addBody}, {@link addHandle},
 * {@link assemble}, {@link degreesOfFreedom}, {@link run} for adaptive steps, samples and events, {@link takeSnapshot}, {@link restoreSnapshot}; and {@link stepGuard}.
 *
 * ```ts
 * const world = new BareWorld({ space: 2, solver: dense(), integrator: rk4(), forces: [gravity([0, -9.81])] });
 * const bob = world.addParticle({ mass: 1, position: [1, 0] });
 * const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
 * world.step(1 / 240);
 * ```
 *
 * With the same solver and integrator it moves as a {@link World} does, to the last bit, as long as no step breaks down. Without a guard such a step
 * stands unless its state is not finite, and contradictory constraints get the force with the least squared error without a warning.
 */
export class BareWorld implements ForceWorld {
  readonly space: Space;
  /** Makes fixed points, directions and scalars. */
  readonly ground: Ground;
  readonly #parts: WorldParts;

  /** Throws E_OPTIONS, E_OPTION_UNKNOWN, E_OPTION_MISSING, E_SPACE, E_FORCE, and what {@link Feedback} throws. */
  constructor(options: BareWorldOptions) {
    const given = readOptions(options, 'BareWorld options', BARE_OPTION_NAMES);
    this.space = checkSpace(given.space);
    checkGiven(given, 'solver', 'dense()');
    checkGiven(given, 'integrator', 'rk4()');
    this.ground = new Ground(this);
    this.#parts = new WorldParts(this, given);
    bindParts(this, this.#parts);
  }

  /** Time, s; during a step, that of the evaluation. */
  get time(): number {
    return this.#parts.dynamics.time;
  }

  get particles(): readonly Particle[] {
    return this.#parts.structure.particles.particles;
  }

  /** All constraints, in the order in which they were added. */
  get constraints(): readonly Constraint[] {
    return this.#parts.structure.constraints;
  }

  get forces(): readonly Force[] {
    return this.#parts.structure.forces;
  }

  /** Adds a point mass, which is a point connector. Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NAME, E_NOT_POSITIVE, E_VECTOR, E_DIMENSION, E_NOT_FINITE. */
  addParticle(options: ParticleOptions): Particle {
    return this.#parts.structure.addParticle(options);
  }

  /**
   * Adds a constraint and returns it. Throws E_CONSTRAINT, E_ADDED_TWICE, E_OTHER_WORLD if it joins connectors of another world, E_REMOVED_BODY if one of
   * its bodies has been removed.
   */
  add<T extends Constraint>(constraint: T): T {
    this.#parts.structure.addConstraint(constraint);
    return constraint;
  }

  /** Adds a force and returns it. Throws E_FORCE. */
  addForce<T extends Force>(force: T): T {
    this.#parts.structure.addForce(force);
    return force;
  }

  /**
   * Advances the world by `dt`, s. If the state stops being finite it throws E_STATE_NOT_FINITE, if a mass matrix becomes singular E_SINGULAR_MASS,
   * if a coordinate ends beyond its range E_COORDINATE_RANGE, at a singular point of a constraint that throws there E_SINGULAR_POINT, and if the integrator fails
   * in a world without a guard E_STEP_FAILED, with the world as it was before the step; throws E_STEP if `dt` is not positive and finite.
   */
  step(dt: number): void {
    this.#parts.stepping.checkStep(dt);
    this.#parts.layOut();
    this.#parts.stepping.advance(dt, dt);
  }

  /**
   * Steps of `dt` until `until`. Throws E_TIME_PAST, E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE, E_NOT_POSITIVE, and what {@link step} throws.
   */
  run(options: FixedRunOptions): void {
    runFixed(this, readRun(this, options, FIXED_RUN_OPTION_NAMES));
  }

  /**
   * Evaluates the equations of motion at the present state: afterwards `lambda`, `forceOn` and {@link accelerations} are those of this
   * moment. Leaves the motion untouched to the last bit: solutions within steps go on from those of earlier steps.
   *
   * The default feedback acts with the gains of the last step, and not at all before the first. Throws E_STEPPING inside a force or a motion, and
   * E_NOT_FINITE, with the multipliers as they were, if a force is infinite or NaN.
   */
  evaluate(): void {
    const { structure, dynamics } = this.#parts;
    structure.checkIdle();
    this.#parts.layOut();
    structure.during('calculating', () => {
      dynamics.evaluateNow();
    });
  }

  /**
   * `v̇` at the last evaluation, in the order of the bodies: for particles, m/s², one after the other; then other bodies type by type, entry by entry of their
   * velocities. A view.
   */
  get accelerations(): Float64Array {
    this.#parts.layOut();
    return this.#parts.dynamics.accelerations;
  }

  /**
   * Kinetic and potential energy of the present state, J. Potential energy counts for forces that know theirs. Throws E_STEPPING inside the energy of
   * a force, E_NUMBER and E_NOT_FINITE if one is no finite number.
   */
  energy(): { kinetic: number; potential: number; total: number } {
    return this.#parts.structure.measuring(() => this.#sumOfEnergies());
  }

  #sumOfEnergies(): { kinetic: number; potential: number; total: number } {
    let kinetic = 0;
    let potential = 0;
    for (const family of this.#parts.structure.families) {
      kinetic += family.kineticEnergy();
      potential += family.potentialEnergy();
    }
    this.forces.forEach((force, k) => {
      if (force.energy) potential += checkNumber(force.energy(this), `Energy of ${labelOfForce(force, k)}`);
    });
    return { kinetic, potential, total: kinetic + potential };
  }

  /** How far the present state is off the constraints: `max |C|` and `max |Cdot|` over all rows. */
  residual(): { position: number; velocity: number } {
    this.#parts.refresh();
    const { C, Cdot } = this.#parts.structure.system.rows;
    return { position: maxAbs(C), velocity: maxAbs(Cdot) };
  }

  /** Part of {@link ForceWorld}. Throws E_FORCE_OUTSIDE_APPLY, E_VECTOR, E_DIMENSION. */
  applyGravity(g: ArrayLike<number>): void {
    this.#checkApplying('gravity');
    if (!isVector(g, this.space)) checkVector(g, this.space, 'Gravity');
    for (const family of this.#parts.structure.families) {
      if (family.forces) family.addGravity(g, family.forces);
    }
  }

  /** Part of {@link ForceWorld}. Throws E_FORCE_OUTSIDE_APPLY, E_NUMBER. */
  applyDrag(c: number): void {
    this.#checkApplying('drag');
    if (typeof c !== 'number') checkNumber(c, 'The coefficient of drag');
    for (const family of this.#parts.structure.families) {
      if (family.forces) family.addDrag(c, family.forces);
    }
  }

  /** Part of {@link ForceWorld}. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE. */
  gravityEnergy(g: ArrayLike<number>): number {
    const acceleration = checkVector(g, this.space, 'Gravity');
    let energy = 0;
    for (const family of this.#parts.structure.families) energy += family.gravityEnergy(acceleration);
    return energy;
  }

  #checkApplying(what: string): void {
    if (this.#parts.structure.particles.forces === null) throw noForceNow(`a world as ${what}`, false);
  }
}

/** Throws E_OPTION_MISSING unless there is an option `name`. */
function checkGiven(options: BareWorldOptions, name: 'solver' | 'integrator', example: string): void {
  if (name in options) return;
  throw new HolonomicRuntimeError(
    'E_OPTION_MISSING',
    `A BareWorld needs the option '${name}'.`,
    `Give ${name}: ${example}, or use World.`,
  );
}
