import { addHandle } from './add-handle.js';
import { assemble, type AssembleOptions } from './assembly.js';
import { BareWorld } from './bare-world.js';
import { addBody } from './bodies/add-body.js';
import type { Body } from './bodies/body.js';
import type { ParametricBody } from './bodies/parametric-body.js';
import type { RigidBody2D, RigidBody2DOptions } from './bodies/rigid-body-2d.js';
import type { RigidBody3D, RigidBody3DOptions } from './bodies/rigid-body-3d.js';
import { checkFactory, readOptions } from './check.js';
import type { Handle, Motion, PrescribedHandle, PrescribedMotion } from './handle.js';
import { ALL_NEEDS } from './integrators/all-needs.js';
import { rk4 } from './integrators/rk4.js';
import { SPARSE_FORMS } from './linear/sparse-forms.js';
import { degreesOfFreedom } from './rank.js';
import { remove, type Removable } from './remove.js';
import { run } from './run.js';
import type { RunEvent, RunOptions } from './run-options.js';
import type { Snapshot } from './snapshot.js';
import { snapshotToJSON, type SnapshotJSON } from './snapshot-json.js';
import { automatic } from './solvers/automatic.js';
import { statistics, type Statistics } from './statistics.js';
import { stepGuard } from './step-guard.js';
import type { WorldWarning } from './warning.js';
import { OPTION_NAMES, type WorldOptions } from './world-options.js';
import { partsOf } from './world-parts.js';
import { restoreSnapshot, takeSnapshot } from './world-snapshot.js';

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
export class World extends BareWorld {
  /** Throws E_OPTIONS, E_OPTION_UNKNOWN, E_SPACE, E_FORCE, and what {@link Feedback} and {@link readProjection} throw. */
  constructor(options: WorldOptions) {
    const given = readOptions(options, 'World options', OPTION_NAMES);
    const { solver = automatic(), integrator = rk4(), projection, onWarning, ...others } = given;
    checkFactory(solver, 'solver', 'automatic()');
    checkFactory(integrator, 'integrator', 'rk4()');
    super({
      ...others,
      // Whatever the solver and the integrator bring along: others than those of the runtime may rely on all of it.
      solver: { name: solver.name, forms: SPARSE_FORMS, create: () => solver.create() },
      integrator: { name: integrator.name, needs: ALL_NEEDS, create: () => integrator.create() },
      guard: stepGuard({ projection, onWarning }),
    });
  }

  /** All rigid and parametric bodies, in the order in which they were added. */
  get bodies(): readonly Body[] {
    return partsOf(this).structure.bodies;
  }

  /** What the world has warned about. */
  get warnings(): readonly WorldWarning[] {
    return partsOf(this).correction?.watch.warnings ?? [];
  }

  get stats(): Statistics {
    return statistics(this);
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
    return addBody(this, source);
  }

  /**
   * A point whose motion is prescribed: from `initial`, m, by `handle.moveTo(p)` from step to step; or by a function of time, whose velocity and
   * acceleration are found by numerical differentiation unless given. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE, E_MOTION.
   */
  handle(initial: ArrayLike<number>): Handle;
  handle(motion: Motion | PrescribedMotion): PrescribedHandle;
  handle(source: ArrayLike<number> | Motion | PrescribedMotion): Handle | PrescribedHandle {
    return addHandle(this, source);
  }

  /**
   * Removes a constraint, a particle, a body, a handle or a force. What is removed keeps its last values. Throws E_IN_USE for a body that still
   * carries constraints, E_NOT_IN_WORLD for what is not, or no longer, in this world.
   */
  remove(target: Removable): void {
    remove(this, target);
  }

  /**
   * Steps until `until`: by steps of `dt`, or those of an adaptive integrator's own. Returns the terminal event that ended it early, if any.
   *
   * Throws E_TIME_PAST, E_DENSE_OUTPUT, E_SAMPLES, E_EVENT, E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE, E_NOT_POSITIVE, and what
   * {@link step} throws.
   */
  override run(options: RunOptions): RunEvent | undefined {
    return run<World>(this, options);
  }

  /** Degrees of freedom of the present state, `n − rank J`, from a factorisation of `J W Jᵀ`. */
  degreesOfFreedom(): number {
    return degreesOfFreedom(this);
  }

  /**
   * Brings positions, then velocities, from an illegal start onto the constraints, by changes that are small in the metric of the masses: by damped
   * Gauss-Newton steps. Redundant constraints do no harm. Handles stay where they are.
   *
   * Throws E_ASSEMBLY, naming the constraints that disagree and by how much, with the world as it was before, if that leads to no legal state;
   * E_OPTIONS, E_OPTION_UNKNOWN, E_NOT_POSITIVE.
   */
  assemble(options: AssembleOptions = {}): void {
    assemble(this, options);
  }

  /** A copy of all that determines how the world goes on; see {@link Snapshot}. */
  snapshot(): Snapshot {
    return takeSnapshot(this);
  }

  /** The {@link snapshot} in plain JSON; what `JSON.stringify(world)` writes. */
  toJSON(): SnapshotJSON {
    return snapshotToJSON(this.snapshot());
  }

  /**
   * Brings the world back to where `snapshot` was taken, or what `JSON.parse` makes of its JSON. It may be another world, built by the same calls.
   * Throws E_STEPPING during a step, and E_SNAPSHOT if it is no snapshot, if bodies or constraints do not match, or if it holds what no world can be in (infinite or
   * NaN, a mass of zero, a parameter or coordinate beyond its range): then nothing has changed.
   */
  restore(snapshot: Snapshot | SnapshotJSON): void {
    restoreSnapshot(this, snapshot);
  }
}
