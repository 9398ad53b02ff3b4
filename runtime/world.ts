import { assemble, type AssembleOptions } from './assembly.js';
import { checkOptions, checkSpace } from './check.js';
import type { Constraint } from './constraint.js';
import type { Space } from './constraint-type.js';
import { Dynamics } from './dynamics.js';
import { Feedback } from './feedback.js';
import type { Force, ForceWorld } from './force.js';
import { Ground } from './ground.js';
import type { Handle, Motion, PrescribedHandle, PrescribedMotion } from './handle.js';
import { rk4 } from './integrators/rk4.js';
import type { Body } from './bodies/body.js';
import { createBody } from './bodies/create-body.js';
import type { ParametricBody } from './bodies/parametric-body.js';
import type { RigidBody2D, RigidBody2DOptions } from './bodies/rigid-body-2d.js';
import type { RigidBody3D, RigidBody3DOptions } from './bodies/rigid-body-3d.js';
import type { Particle, ParticleOptions } from './particle.js';
import { readProjection } from './projection.js';
import { rankOf } from './rank.js';
import { run } from './run.js';
import type { RunEvent, RunOptions } from './run-options.js';
import type { Snapshot } from './snapshot.js';
import { snapshotToJSON, type SnapshotJSON } from './snapshot-json.js';
import { SolutionWatch } from './solution-watch.js';
import { automatic } from './solvers/automatic.js';
import type { MultiplierSolver } from './solvers/solver.js';
import type { Statistics } from './statistics.js';
import { StepCorrection } from './step-correction.js';
import { Stepping } from './stepping.js';
import { maxAbs } from './vector.js';
import { printWarning, type WorldWarning } from './warning.js';
import { OPTION_NAMES, type WorldOptions } from './world-options.js';
import { restoreSnapshot, takeSnapshot, type SnapshotParts } from './world-snapshot.js';
import { WorldStructure, type Removable } from './world-structure.js';

/**
 * Bodies, constraints and forces, and their motion by constrained dynamics: multipliers `λ` from
 *
 *     J W Jᵀ λ = −gamma − J W Q − ks C − kd Cdot,      v̇ = W (Q + Jᵀ λ)
 *
 * (Witkin, "An Introduction to Physically Based Modeling: Constrained Dynamics", SIGGRAPH course notes, equation 11).
 *
 * ```ts
 * const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
 * const bob = world.addParticle({ mass: 1, position: [1, 0] });
 * const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
 * world.step(1 / 240);
 * ```
 *
 * Everything can be changed between any two steps. The same calls give the same bits.
 */
export class World implements ForceWorld {
  readonly space: Space;
  /** Makes fixed points, directions and scalars. */
  readonly ground: Ground;

  readonly #structure: WorldStructure;
  readonly #feedback: Feedback;
  readonly #dynamics: Dynamics;
  readonly #stepping: Stepping;
  readonly #correction: StepCorrection;
  readonly #watch: SolutionWatch;

  /** Throws E_OPTIONS, E_OPTION_UNKNOWN, E_SPACE, E_FORCE, and what {@link Feedback} and {@link readProjection} throw. */
  constructor(options: WorldOptions) {
    checkOptions(options, 'World options', OPTION_NAMES);
    this.space = checkSpace(options.space);
    this.ground = new Ground(this);
    const structure = new WorldStructure(this);
    const { state, families, forces, system } = structure;
    this.#structure = structure;
    for (const force of options.forces ?? []) this.addForce(force);
    const feedback = new Feedback(options.feedback);
    const watch = new SolutionWatch(system, feedback, options.onWarning ?? printWarning);
    this.#feedback = feedback;
    this.#watch = watch;
    const solver = options.solver ?? automatic();
    const createSolver = (): MultiplierSolver => solver.create();
    this.#dynamics = new Dynamics({
      world: this,
      state,
      families,
      forces,
      system,
      createSolver,
      feedback,
      watch,
    });
    const stepper = (options.integrator ?? rk4()).create();
    const projection = readProjection(options.projection);
    this.#correction = new StepCorrection({ structure, dynamics: this.#dynamics, watch, projection });
    this.#stepping = new Stepping(structure, this.#dynamics, stepper, this.#correction);
  }

  /** Time, s; during a step, that of the evaluation. */
  get time(): number {
    return this.#dynamics.time;
  }

  get particles(): readonly Particle[] {
    return this.#structure.particles.particles;
  }

  /** All rigid and parametric bodies, in the order in which they were added. */
  get bodies(): readonly Body[] {
    return this.#structure.bodies;
  }

  /** All constraints, in the order in which they were added. */
  get constraints(): readonly Constraint[] {
    return this.#structure.constraints;
  }

  get forces(): readonly Force[] {
    return this.#structure.forces;
  }

  /** What the world has warned about. */
  get warnings(): readonly WorldWarning[] {
    return this.#watch.warnings;
  }

  get stats(): Statistics {
    const { evaluations, iterations, factorizations, nearSingular, report } = this.#dynamics;
    return {
      steps: this.#stepping.steps,
      rejected: this.#stepping.stepper.rejected ?? 0,
      evaluations,
      iterations,
      lastIterations: report.iterations,
      residual: report.residual,
      factorizations,
      fill: report.fill,
      flops: report.flops,
      nearSingular,
      fallbacks: this.#correction.fallbacks,
      projectionsFailed: this.#correction.projectionsFailed,
    };
  }

  /** Adds a point mass, which is a point connector. Throws E_NOT_POSITIVE, E_VECTOR, E_DIMENSION, E_NOT_FINITE. */
  addParticle(options: ParticleOptions): Particle {
    return this.#structure.addParticle(options);
  }

  /**
   * Adds a rigid body, described by `options`, or a parametric body made by `new` of a generated class, and returns it.
   *
   * Throws E_BODY, E_BODY_SPACE for a body of the plane in space or the other way round, E_ADDED_TWICE, and for a rigid body E_OPTION_UNKNOWN,
   * E_NOT_POSITIVE, E_INERTIA, E_QUATERNION, E_VECTOR, E_NUMBER, E_DIMENSION, E_NOT_FINITE.
   */
  addBody(options: RigidBody2DOptions): RigidBody2D;
  addBody(options: RigidBody3DOptions): RigidBody3D;
  addBody<T extends ParametricBody>(body: T): T;
  addBody(source: RigidBody2DOptions | RigidBody3DOptions | ParametricBody): Body {
    const body = createBody(source, this.space);
    this.#structure.addBody(body);
    return body;
  }

  /**
   * A point whose motion is prescribed: from `initial`, m, by `handle.moveTo(p)` from step to step; or by a function of time, whose velocity and
   * acceleration are found by numerical differentiation unless given. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE, E_MOTION.
   */
  handle(initial: ArrayLike<number>): Handle;
  handle(motion: Motion | PrescribedMotion): PrescribedHandle;
  handle(source: ArrayLike<number> | Motion | PrescribedMotion): Handle | PrescribedHandle {
    return this.#structure.addHandle(source);
  }

  /**
   * Adds a constraint and returns it. Throws E_ADDED_TWICE, E_OTHER_WORLD if it joins connectors of another world, E_REMOVED_BODY if one of
   * its bodies has been removed.
   */
  add<T extends Constraint>(constraint: T): T {
    this.#structure.addConstraint(constraint);
    return constraint;
  }

  /** Adds a force and returns it. Throws E_FORCE. */
  addForce<T extends Force>(force: T): T {
    this.#structure.addForce(force);
    return force;
  }

  /**
   * Removes a constraint, a particle, a body, a handle or a force. What is removed keeps its last values. Throws E_IN_USE for a body that still
   * carries constraints, E_NOT_IN_WORLD for what is not, or no longer, in this world.
   */
  remove(target: Removable): void {
    this.#structure.remove(target);
  }

  /**
   * Advances the world by `dt`, s. If the state stops being finite it throws E_STATE_NOT_FINITE, if a mass matrix becomes singular E_SINGULAR_MASS,
   * if a coordinate ends beyond its range E_COORDINATE_RANGE, and at a singular point of a constraint that throws there E_SINGULAR_POINT, with the world as it was before the step; throws E_STEP if `dt` is not positive and finite.
   */
  step(dt: number): void {
    this.#restructure();
    this.#stepping.advance(dt, dt);
  }

  /**
   * Steps until `until`: by steps of `dt`, or those of an adaptive integrator's own. Returns the terminal event that ended it early, if any.
   *
   * Throws E_TIME_PAST, E_DENSE_OUTPUT, E_SAMPLES, E_EVENT, E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE, E_NOT_POSITIVE, and what
   * {@link step} throws.
   */
  run(options: RunOptions): RunEvent | undefined {
    return run(options, {
      world: this,
      structure: this.#structure,
      dynamics: this.#dynamics,
      stepping: this.#stepping,
      restructure: () => {
        this.#restructure();
      },
    });
  }

  /**
   * Evaluates the equations of motion at the present state: afterwards `lambda`, `forceOn` and {@link accelerations} are those of this
   * moment. Leaves the motion untouched to the last bit: solutions within steps go on from those of earlier steps.
   *
   * The default feedback acts with the gains of the last step, and not at all before the first.
   */
  evaluate(): void {
    this.#restructure();
    this.#dynamics.evaluate();
  }

  /**
   * `v̇` at the last evaluation, in the order of the bodies: for particles, m/s², one after the other; then other bodies type by type, entry by entry of their
   * velocities. A view.
   */
  get accelerations(): Float64Array {
    this.#restructure();
    return this.#dynamics.accelerations;
  }

  /** Kinetic and potential energy of the present state, J. Potential energy counts for forces that know theirs. */
  energy(): { kinetic: number; potential: number; total: number } {
    let kinetic = 0;
    for (const family of this.#structure.families) kinetic += family.kineticEnergy();
    let potential = 0;
    for (const family of this.#structure.families) potential += family.potentialEnergy();
    for (const force of this.forces) potential += force.energy?.(this) ?? 0;
    return { kinetic, potential, total: kinetic + potential };
  }

  /** How far the present state is off the constraints: `max |C|` and `max |Cdot|` over all rows. */
  residual(): { position: number; velocity: number } {
    this.#refresh();
    const { rows } = this.#structure.system;
    return { position: maxAbs(rows.C), velocity: maxAbs(rows.Cdot) };
  }

  /** Degrees of freedom of the present state, `n − rank J`, from a factorisation of `J W Jᵀ`. */
  degreesOfFreedom(): number {
    this.#refresh();
    return this.#structure.state.v.length - rankOf(this.#dynamics.equations.matrix);
  }

  /**
   * Brings positions, then velocities, from an illegal start onto the constraints, by changes that are small in the metric of the masses: by damped
   * Gauss-Newton steps. Redundant constraints do no harm. Handles stay where they are.
   *
   * Throws E_ASSEMBLY, naming the constraints that disagree and by how much, with the world as it was before, if that leads to no legal state;
   * E_OPTIONS, E_OPTION_UNKNOWN, E_NOT_POSITIVE.
   */
  assemble(options: AssembleOptions = {}): void {
    this.#restructure();
    assemble(this.#dynamics.corrected, options);
  }

  /** A copy of all that determines how the world goes on; see {@link Snapshot}. */
  snapshot(): Snapshot {
    return takeSnapshot(this.#snapshotParts());
  }

  /** The {@link snapshot} in plain JSON; what `JSON.stringify(world)` writes. */
  toJSON(): SnapshotJSON {
    return snapshotToJSON(this.snapshot());
  }

  /**
   * Brings the world back to where `snapshot` was taken, or what `JSON.parse` makes of its JSON. It may be another world, built by the same calls.
   * Throws E_SNAPSHOT if it is no snapshot, or if bodies or constraints do not match.
   */
  restore(snapshot: Snapshot | SnapshotJSON): void {
    restoreSnapshot(snapshot, this.#snapshotParts());
  }

  /** Part of {@link ForceWorld}. */
  applyGravity(g: ArrayLike<number>): void {
    for (const family of this.#structure.families) {
      if (family.forces) family.addGravity(g, family.forces);
    }
  }

  /** Part of {@link ForceWorld}. */
  applyDrag(c: number): void {
    for (const family of this.#structure.families) {
      if (family.forces) family.addDrag(c, family.forces);
    }
  }

  /** Part of {@link ForceWorld}. */
  gravityEnergy(g: ArrayLike<number>): number {
    let energy = 0;
    for (const family of this.#structure.families) energy += family.gravityEnergy(g);
    return energy;
  }

  #snapshotParts(): SnapshotParts {
    this.#restructure();
    return {
      structure: this.#structure,
      dynamics: this.#dynamics,
      stepping: this.#stepping,
      feedback: this.#feedback,
    };
  }

  /** Lays out connectors, rows and workspace if bodies or constraints came or went. */
  #restructure(): void {
    if (!this.#structure.layOut()) return;
    this.#dynamics.resize();
    this.#stepping.resize();
  }

  /** Constraint values and Jacobians at the present state. */
  #refresh(): void {
    this.#restructure();
    this.#structure.system.evaluate(this.#structure.families, this.time);
  }
}
