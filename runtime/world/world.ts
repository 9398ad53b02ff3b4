import { refuseAssignments } from '../base/read-only.js';
import type { ShapeOutline } from '../collision/shape.js';
import { markCopy } from '../base/copies.js';
import { addBody, addHandle, remove, type Removable } from './add-and-remove.js';
import type { AssembleOptions } from './assembly.js';
import type { CollideOptions, WorldCollisions } from './collide.js';
import { functionOf } from './served-methods.js';
import type { Body } from '../model/bodies/body.js';
import type { ParametricBody } from '../model/bodies/parametric-body.js';
import { RigidBody } from '../model/bodies/rigid-body.js';
import type { PointConnector } from '../model/connector.js';
import type { RigidBody2D, RigidBody2DOptions } from '../model/bodies/rigid-body-2d.js';
import type { RigidBody3D, RigidBody3DOptions } from '../model/bodies/rigid-body-3d.js';
import { readOptions } from '../base/check.js';
import type { Constraint } from '../model/constraint.js';
import type { Space } from '../model/constraint-type.js';
import { checkForce, type Force, type ForceWorld } from '../model/force.js';
import { Ground } from '../model/ground.js';
import type { Handle, ScalarHandle } from '../model/handle.js';
import type {
  AnyHandle,
  HandleSource,
  Motion,
  PrescribedHandle,
  PrescribedMotion,
  PrescribedScalar,
  PrescribedScalarMotion,
  ScalarMotion,
} from '../model/prescribed-handle.js';
import type { Particle, ParticleOptions } from '../model/particle.js';
import { degreesOfFreedom } from './rank.js';
import type { Recorder, RecorderOptions } from './recorder.js';
import type { Recording, RecordOptions } from './recording.js';
import { run } from './run.js';
import type * as runOptions from './run-options.js';
import type { Snapshot } from './snapshot.js';
import { snapshotToJSON, type SnapshotJSON } from './snapshot-json.js';
import { statistics, summary, type Statistics } from './statistics.js';
import { printPlainly } from '../base/printing.js';
import { maxAbs } from '../base/vector.js';
import type { WorldWarning } from '../recovery/warnings.js';
import { WorldInternals } from './internals.js';
import { takeStep } from './step.js';
import { checkSpace, MEANT_OPTIONS, OPTION_NAMES, type WorldOptions } from './world-options.js';
import { hashState, restoreSnapshot, takeSnapshot } from './save-restore.js';

/** An event to find while a world runs: a zero of a function of its state. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- documentation shows the fields of an interface
export interface RunEvent<W = World> extends runOptions.RunEvent<W> {}
/** Options of {@link World.run}. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the same
export interface RunOptions<W = World> extends runOptions.RunOptions<W> {}

/**
 * Bodies, constraints and forces, and their motion by constrained dynamics: multipliers `λ` from
 *
 *     J W Jᵀ λ = −gamma − J W Q − ks C − kd Cdot,      v̇ = W (Q + Jᵀ λ)
 *
 * (Witkin, "An Introduction to Physically Based Modeling: Constrained Dynamics", SIGGRAPH course
 * notes, equation 11).
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
export class World<S extends Space = Space> implements ForceWorld {
  static {
    refuseAssignments(this.prototype, {
      time: 'Give it as an option, new World({ space, time }), or restore a snapshot.',
      integrator: 'Give it as an option, new World({ space, integrator }).',
      solver: 'Give it as an option, new World({ space, solver }).',
      gravity: 'Add it as a force: addForce(gravity(g)).',
      forces: 'Call addForce and remove.',
      constraints: 'Call add and remove.',
      bodies: 'Call addBody and remove.',
      particles: 'Call addParticle and remove.',
    });
  }

  readonly space: S;
  /** Makes fixed points, directions and scalars. */
  readonly ground: Ground;
  readonly #internals: WorldInternals;
  static {
    markCopy(this.prototype);
    printPlainly<World>(this.prototype as World, (world) => summary(world.#internals));
  }

  /**
   * Makes a world, which holds bodies, constraints and forces, and moves them step by step:
   * `new World({ space: 2, forces: [gravity([0, -9.81])] })`.
   *
   * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_SPACE, E_FACTORY, E_LIST, E_FORCE,
   * E_FUNCTION, E_NUMBER, E_NOT_FINITE, and the errors of {@link FeedbackOption} and {@link ProjectionOption}.
   */
  constructor(options: WorldOptions<S>) {
    const given = readOptions(options, 'World options', OPTION_NAMES, 'World options have no', MEANT_OPTIONS);
    this.space = checkSpace(given.space) as S;
    this.ground = new Ground(this);
    this.#internals = new WorldInternals(this, given);
  }

  /** Time, s; during a step, that of the evaluation. */
  get time(): number {
    return this.#internals.stepped.time;
  }

  get particles(): readonly Particle<S>[] {
    return this.#internals.structure.particles.particles;
  }

  /** Part of {@link ForceWorld}: all particles, and the centres of mass of all rigid bodies. */
  get centres(): readonly PointConnector[] {
    const centre = new Float64Array(this.space);
    return [...this.particles, ...this.bodies.flatMap((body) => (body instanceof RigidBody ? body.point(centre) : []))];
  }

  /** All rigid and parametric bodies, in the order in which they were added. */
  get bodies(): readonly Body[] {
    return this.#internals.structure.bodies;
  }

  /** All constraints, in the order in which they were added. */
  get constraints(): readonly Constraint[] {
    return this.#internals.structure.constraints;
  }

  /** Outlines, at the present state, of the shapes given to {@link collide}. */
  get shapes(): readonly ShapeOutline[] {
    return this.#internals.collisionParts?.collisions.outlines ?? [];
  }

  /** Number of the shapes given to {@link collide}, without those of bodies that were removed. */
  get shapeCount(): number {
    return this.#internals.collisionParts?.collisions.count ?? 0;
  }

  get forces(): readonly Force[] {
    return this.#internals.structure.forces;
  }

  /** Warnings so far. */
  get warnings(): readonly WorldWarning[] {
    return this.#internals.recovery.watch.warnings.given;
  }

  get stats(): Statistics {
    return statistics(this.#internals);
  }

  /**
   * Adds a point mass, which is a point connector. Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NAME,
   * E_MASS, E_NOT_POSITIVE, E_VECTOR, E_DIMENSION, E_NOT_FINITE.
   */
  addParticle(options: ParticleOptions): Particle<S> {
    return this.#internals.structure.addParticle(options);
  }

  /**
   * Adds a rigid body, described by `options`, or a parametric body, made by `new` of a generated
   * class, and returns it.
   *
   * Throws E_BODY, E_BODY_SPACE for a body of the plane in space or the reverse, E_ADDED_TWICE, and
   * for a rigid body E_OPTION_UNKNOWN, E_MASS, E_NOT_POSITIVE, E_INERTIA, E_QUATERNION, E_VECTOR,
   * E_NUMBER, E_DIMENSION, E_NOT_FINITE.
   */
  addBody(options: RigidBody2DOptions): RigidBody2D;
  addBody(options: RigidBody3DOptions): RigidBody3D;
  addBody<T extends ParametricBody>(body: T): T;
  addBody(source: RigidBody2DOptions | RigidBody3DOptions | ParametricBody): Body {
    return addBody(this.#internals.structure, source);
  }

  /**
   * Adds a point or, for a number, a scalar whose motion is prescribed. From `initial`, m or rad,
   * `handle.moveTo(x)` moves it from step to step. Or a function of time moves it, whose velocity
   * and acceleration are found by numerical differentiation unless given.
   *
   * ```ts
   * const hand = world.handle([0, 1]); // a point: hand.moveTo([0, 2])
   * const length = world.handle(0.3); // a scalar, which a rope or a telescope takes as an input
   * const crank = world.handle((t) => 2 * t); // a scalar again: an angle that turns at 2 rad/s
   * ```
   *
   * Throws E_VECTOR, E_DIMENSION, E_NUMBER, E_NOT_FINITE, E_MOTION.
   */
  handle(initial: number): ScalarHandle;
  handle(initial: ArrayLike<number>): Handle;
  handle(motion: ScalarMotion | PrescribedScalarMotion): PrescribedScalar;
  handle(motion: Motion | PrescribedMotion): PrescribedHandle;
  handle(source: HandleSource): AnyHandle {
    return addHandle(this.#internals.structure, source);
  }

  /**
   * Adds a constraint and returns it. Throws E_CONSTRAINT, E_ADDED_TWICE, E_OTHER_WORLD if it joins
   * connectors of another world, and E_REMOVED_BODY if one of its bodies has been removed.
   */
  add<T extends Constraint>(constraint: T): T {
    this.#internals.structure.addConstraint(constraint);
    return constraint;
  }

  /** The same as {@link add}. */
  addConstraint<T extends Constraint>(constraint: T): T {
    return this.add(constraint);
  }

  /** @deprecated Write `collide(world, options)`, a function that only applications load that use it. */
  collide(options: CollideOptions): WorldCollisions<S> {
    return functionOf('collide')(this as never, options as never) as WorldCollisions<S>;
  }

  /** Adds a force and returns it. Throws E_FORCE, and E_REMOVED_BODY if it acts on something that was removed. */
  addForce<T extends Force>(force: T): T {
    this.#internals.structure.addForce(force);
    return force;
  }

  /**
   * Removes a constraint, a particle, a body, a handle or a force. The removed object keeps its
   * last values. Throws E_IN_USE for a body that still carries constraints, and E_NOT_IN_WORLD for
   * an object that is not, or no longer, in this world.
   */
  remove(target: Removable): void {
    const { structure, collisionParts } = this.#internals;
    remove(structure, target);
    if (structure.changed) collisionParts?.collisions.forgetRemoved();
  }

  /**
   * Advances the world by `dt`, s. Throws E_STEP if `dt` is not positive and finite.
   *
   * A step that fails leaves the world as it was before and throws: E_STATE_NOT_FINITE if the state
   * stops being finite, E_SINGULAR_MASS if a mass matrix becomes singular, E_COORDINATE_RANGE if a
   * coordinate ends outside its range, E_SINGULAR_POINT at a singular point of a constraint that
   * throws there.
   */
  step(dt: number): void {
    takeStep(this.#internals, dt, dt);
  }

  /**
   * Steps until `until`, by steps of `dt` or by an adaptive integrator's own, or until `onStep`
   * returns `'stop'`. Returns the terminal event that ended the run early, if any.
   *
   * Throws E_TIME_PAST, E_DENSE_OUTPUT, E_SAMPLES, E_EVENT, E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER,
   * E_NOT_FINITE, E_NOT_POSITIVE, and the errors of {@link step}.
   */
  run(options: RunOptions): RunEvent | undefined {
    return run<World>(this, this.#internals, options);
  }

  /** @deprecated Write `recorder(world, options)`, a function that only applications load that use it. */
  recorder(options?: RecorderOptions): Recorder {
    return functionOf('recorder')(this as never, options as never) as Recorder;
  }

  /**
   * Evaluates the equations of motion at the present state. Afterwards `lambda`, `forceOn` and
   * {@link accelerations} are those of this moment. It does not affect the motion, to the last bit:
   * solutions within steps start from the solutions of earlier steps.
   *
   * The default feedback is a part of steps and does not act; feedback that you gave does. Throws
   * E_STEPPING inside a force or a motion. Throws E_NOT_FINITE, with the multipliers as they were, if a
   * force is infinite or NaN.
   */
  evaluate(): void {
    this.#internals.evaluate();
  }

  /**
   * Accelerations `v̇` at the last evaluation, in the order of the bodies. Those of particles,
   * m/s², come first, one after the other. Then come other bodies type by type, entry by entry of
   * their velocities. A view.
   */
  get accelerations(): Float64Array {
    this.#internals.layOut();
    return this.#internals.stepped.accelerations;
  }

  /**
   * Power of a force at the present state, W: its generalized forces times the velocities. The force
   * need not be one of the world's. Throws E_FORCE, E_STEPPING inside a force or a motion, and the
   * errors of the force.
   */
  power(force: Force): number {
    checkForce(force);
    const { structure, stepped } = this.#internals;
    structure.checkIdle();
    this.#internals.layOut();
    return structure.during('calculating', () => stepped.powerOf(force));
  }

  /**
   * Returns kinetic and potential energy of the present state, J. Potential energy includes forces
   * that have an `energy`. Throws E_STEPPING inside the energy of a force, and E_NUMBER and
   * E_NOT_FINITE if one is not a finite number.
   */
  energy(): { kinetic: number; potential: number; total: number } {
    this.#internals.layOut();
    return this.#internals.structure.measuring(() => this.#internals.energy());
  }

  /**
   * Returns the constraint errors of the present state: `max |C|` and `max |Cdot|` over the rows of
   * equations without compliance, and `−C` where an inequality is violated.
   */
  residual(): { position: number; velocity: number } {
    this.#internals.refresh();
    const { C, Cdot } = this.#internals.structure.system.plain.rows;
    return { position: Math.max(maxAbs(C), this.#internals.largestViolation()), velocity: maxAbs(Cdot) };
  }

  /**
   * Returns the degrees of freedom of the present state, `n − rank J`, from a factorization of
   * `J W Jᵀ`.
   */
  degreesOfFreedom(): number {
    return degreesOfFreedom(this.#internals);
  }

  /** @deprecated Write `assemble(world, options)`, a function that only applications load that use it. */
  assemble(options?: AssembleOptions): void {
    functionOf('assemble')(this as never, options as never);
  }

  /** Copies everything that determines the further motion of the world; see {@link Snapshot}. */
  snapshot(): Snapshot {
    return takeSnapshot(this.#internals);
  }

  /** Returns the {@link snapshot} in plain JSON, as `JSON.stringify(world)` writes it. */
  toJSON(): SnapshotJSON {
    return snapshotToJSON(this.snapshot());
  }

  /**
   * Restores the world to the state of `snapshot`, or of its parsed JSON. The snapshot may be of
   * another world, built by the same calls. A clone or JSON holds no names of parts: it fits whatever
   * has as many of the same types. Throws E_STEPPING during a step. Throws E_SNAPSHOT,
   * with nothing changed, if it is not a snapshot, if bodies or constraints do not match, or if it
   * holds an impossible state (infinite or NaN, a mass of zero, a parameter or coordinate outside
   * its range).
   */
  restore(snapshot: Snapshot | SnapshotJSON): void {
    restoreSnapshot(this.#internals, snapshot);
    this.#internals.inputs?.restored();
  }

  /**
   * Returns a hash of 64 bits, in 16 hexadecimal digits, of all that the further motion depends on:
   * what {@link snapshot} copies, except the multipliers that are shown. Worlds that the same calls
   * have built and moved have the same one, and those that differ in one bit have another one.
   * Throws E_STEPPING inside a force or a motion.
   */
  hash(): string {
    return hashState(this.#internals);
  }

  /** The same as `record(world, options)`, of which a bundle must hold the import. */
  record(options?: RecordOptions): Recording {
    return functionOf('record')(this as never, options as never) as Recording;
  }

  /** Part of {@link ForceWorld}. Throws E_FORCE_OUTSIDE_APPLY, E_VECTOR, E_DIMENSION. */
  applyGravity(g: ArrayLike<number>): void {
    this.#internals.structure.applyGravity(g);
  }

  /** Part of {@link ForceWorld}. Throws E_FORCE_OUTSIDE_APPLY, E_NUMBER. */
  applyDrag(c: number): void {
    this.#internals.structure.applyDrag(c);
  }

  /** Part of {@link ForceWorld}. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE. */
  gravityEnergy(g: ArrayLike<number>): number {
    return this.#internals.structure.gravityEnergy(g);
  }
}
