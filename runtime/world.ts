import type { BodyFamily } from './body-family.js';
import { checkState } from './check-state.js';
import { checkOptions, checkNumber, checkPositive, checkSpace, show } from './check.js';
import { bindingOf, Constraint } from './constraint.js';
import { ConstraintSystem } from './constraint-system.js';
import type { Space } from './constraint-type.js';
import { Dynamics } from './dynamics.js';
import { HolonomicRuntimeError } from './errors.js';
import { Feedback, type FeedbackOption } from './feedback.js';
import type { Force, ForceWorld } from './force.js';
import { Ground } from './ground.js';
import { createHandle, Handle, PrescribedHandle, type Motion, type PrescribedMotion } from './handle.js';
import type { Integrator, Stepper } from './integrators/integrator.js';
import { rk4 } from './integrators/rk4.js';
import { checkBelongs, checkJoins, checkUnused } from './membership.js';
import { Particle, type ParticleOptions } from './particle.js';
import { ParticleFamily } from './particle-family.js';
import { rankOf } from './rank.js';
import type { Snapshot } from './snapshot.js';
import { SolutionWatch } from './solution-watch.js';
import { automatic } from './solvers/automatic.js';
import type { Solver } from './solvers/solver.js';
import { State } from './state.js';
import type { Statistics } from './statistics.js';
import { maxAbs } from './vector.js';
import { printWarning, type WorldWarning } from './warning.js';

/** Step of {@link World.run} if none is given, s. */
const DEFAULT_STEP = 1 / 240;

/** What `new World()` takes. */
export interface WorldOptions {
  /** Dimension of the ambient space. */
  readonly space: Space;
  readonly forces?: readonly Force[];
  /** {@link automatic} if left out. */
  readonly solver?: Solver;
  /** {@link rk4} if left out. */
  readonly integrator?: Integrator;
  /** How constraint errors are fed back. Critically damped at a rate that fits the step if left out; see {@link Feedback}. */
  readonly feedback?: FeedbackOption;
  /** Gets every warning, once. Prints with `console.warn` if left out. */
  readonly onWarning?: (warning: WorldWarning) => void;
}

/** What {@link World.run} takes. */
export interface RunOptions {
  /** Time to run to, s. The last step is shortened to end there. */
  readonly until: number;
  /** Step, s. 1/240 if left out. */
  readonly dt?: number;
  /** Called after each step. */
  readonly onStep?: (world: World) => void;
}

const OPTION_NAMES: readonly (keyof WorldOptions)[] = [
  'space',
  'forces',
  'solver',
  'integrator',
  'feedback',
  'onWarning',
];

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

  readonly #state = new State();
  readonly #particles: ParticleFamily;
  readonly #families: BodyFamily[];
  readonly #forces: Force[] = [];
  readonly #constraints: Constraint[] = [];
  readonly #handles: (Handle | PrescribedHandle)[] = [];
  readonly #serials = new Map<string, number>();

  readonly #system = new ConstraintSystem();
  readonly #feedback: Feedback;
  readonly #dynamics: Dynamics;
  readonly #stepper: Stepper;
  readonly #watch: SolutionWatch;
  /** True where bodies or constraints came or went since connectors and rows were laid out. */
  #restructured = true;
  #steps = 0;
  #dt = 0;
  /** State at the beginning of the step, to go back to if it fails. */
  #q = new Float64Array(0);
  #v = new Float64Array(0);
  #integral = new Float64Array(0);

  /** Throws E_OPTIONS, E_OPTION_UNKNOWN, E_SPACE, E_FORCE and what {@link Feedback} throws. */
  constructor(options: WorldOptions) {
    checkOptions(options, 'World options', OPTION_NAMES);
    this.space = checkSpace(options.space);
    this.ground = new Ground(this);
    this.#particles = new ParticleFamily(this, this.#state);
    this.#families = [this.#particles];
    for (const force of options.forces ?? []) this.addForce(force);
    this.#feedback = new Feedback(options.feedback);
    this.#watch = new SolutionWatch(this.#system, this.#feedback, options.onWarning ?? printWarning);
    this.#stepper = (options.integrator ?? rk4()).create();
    this.#dynamics = new Dynamics(
      {
        world: this,
        state: this.#state,
        families: this.#families,
        forces: this.#forces,
        system: this.#system,
        solver: (options.solver ?? automatic()).create(),
        feedback: this.#feedback,
      },
      (dynamics) => {
        this.#watch.check(dynamics);
      },
    );
  }

  /** Time, s; during a step, that of the evaluation. */
  get time(): number {
    return this.#dynamics.time;
  }

  get particles(): readonly Particle[] {
    return this.#particles.particles;
  }

  /** All constraints, in the order in which they were added. */
  get constraints(): readonly Constraint[] {
    return this.#constraints;
  }

  get forces(): readonly Force[] {
    return this.#forces;
  }

  /** What the world has warned about. */
  get warnings(): readonly WorldWarning[] {
    return this.#watch.warnings;
  }

  get stats(): Statistics {
    const { evaluations, iterations, factorizations, nearSingular, report } = this.#dynamics;
    return {
      steps: this.#steps,
      evaluations,
      iterations,
      lastIterations: report.iterations,
      residual: report.residual,
      factorizations,
      fill: report.fill,
      flops: report.flops,
      nearSingular,
    };
  }

  /** Adds a point mass, which is a point connector. Throws E_NOT_POSITIVE, E_VECTOR, E_DIMENSION, E_NOT_FINITE. */
  addParticle(options: ParticleOptions): Particle {
    const particle = this.#particles.add(options);
    this.#bodiesChanged();
    return particle;
  }

  /**
   * A point whose motion is prescribed: from `initial`, m, by `handle.moveTo(p)` from step to step; or by a function of time, whose velocity and
   * acceleration are found by numerical differentiation unless given. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE, E_MOTION.
   */
  handle(initial: ArrayLike<number>): Handle;
  handle(motion: Motion | PrescribedMotion): PrescribedHandle;
  handle(source: ArrayLike<number> | Motion | PrescribedMotion): Handle | PrescribedHandle {
    const handle = createHandle(this, `handle #${this.#nextSerial('handle')}`, source);
    this.#handles.push(handle);
    return handle;
  }

  /**
   * Adds a constraint and returns it. Throws E_ADDED_TWICE, E_OTHER_WORLD if it joins connectors of another world, E_REMOVED_BODY if one of
   * its bodies has been removed.
   */
  add<T extends Constraint>(constraint: T): T {
    checkJoins(constraint, this);
    const binding = bindingOf(constraint);
    const number = this.#nextSerial(constraint.type.name);
    if (constraint.name === undefined) binding.label = `${constraint.type.name} #${number}`;
    binding.world = this;
    this.#constraints.push(constraint);
    this.#restructured = true;
    return constraint;
  }

  /** Adds a force and returns it. */
  addForce<T extends Force>(force: T): T {
    // A caller without types may hand in anything.
    const apply: unknown = (force as Partial<Force>).apply;
    if (typeof apply !== 'function') {
      throw new HolonomicRuntimeError(
        'E_FORCE',
        'A force has no method "apply".',
        'Give gravity(…) or an object { apply(world) { … } }.',
      );
    }
    this.#forces.push(force);
    return force;
  }

  /**
   * Removes a constraint, a particle, a handle or a force. What is removed keeps its last values. Throws E_IN_USE for a body that still
   * carries constraints, E_NOT_IN_WORLD for what is not, or no longer, in this world.
   */
  remove(target: Constraint | Particle | Handle | PrescribedHandle | Force): void {
    if (target instanceof Constraint) this.#removeConstraint(target);
    else if (target instanceof Particle) this.#removeParticle(target);
    else if (target instanceof Handle || target instanceof PrescribedHandle) this.#removeHandle(target);
    else if (!deleteFrom(this.#forces, target)) checkBelongs('The force', null, this);
  }

  /**
   * Advances the world by `dt`, s. If the state stops being finite it throws E_STATE_NOT_FINITE, with the world as it was before the step; throws
   * E_STEP if `dt` is not positive and finite.
   */
  step(dt: number): void {
    this.#advance(dt, dt);
  }

  /** Steps until `until`. Throws E_NOT_FINITE, E_NOT_POSITIVE, and what {@link step} throws. */
  run(options: RunOptions): void {
    const until = checkNumber(options.until, "Option 'until' of run");
    const dt = checkPositive(options.dt ?? DEFAULT_STEP, "Option 'dt' of run");
    while (this.time < until) {
      const left = until - this.time;
      // What rounding has added to the last step is not a step of its own, and what it has changed of it does not matter.
      const last = left <= dt * (1 + 1e-6);
      this.#advance(last && Math.abs(left - dt) > 1e-9 * dt ? left : dt, dt);
      if (last) this.#dynamics.time = until;
      options.onStep?.(this);
    }
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

  /** `v̇` at the last evaluation, in the order of the bodies: for particles, m/s², one after the other. A view. */
  get accelerations(): Float64Array {
    this.#restructure();
    return this.#dynamics.accelerations;
  }

  /** Kinetic and potential energy of the present state, J. Potential energy counts for forces that know theirs. */
  energy(): { kinetic: number; potential: number; total: number } {
    let kinetic = 0;
    for (const family of this.#families) kinetic += family.kineticEnergy();
    let potential = 0;
    for (const force of this.#forces) potential += force.energy?.(this) ?? 0;
    return { kinetic, potential, total: kinetic + potential };
  }

  /** How far the present state is off the constraints: `max |C|` and `max |Cdot|` over all rows. */
  residual(): { position: number; velocity: number } {
    this.#refresh();
    return { position: maxAbs(this.#system.rows.C), velocity: maxAbs(this.#system.rows.Cdot) };
  }

  /** Degrees of freedom of the present state, `n − rank J`, from a factorisation of `J W Jᵀ`. */
  degreesOfFreedom(): number {
    this.#refresh();
    return this.#state.v.length - rankOf(this.#dynamics.equations.matrix);
  }

  /** A copy of all that determines how the world goes on; see {@link Snapshot}. */
  snapshot(): Snapshot {
    this.#restructure();
    return {
      time: this.time,
      steps: this.#steps,
      dt: this.#dt,
      q: this.#state.q.slice(),
      v: this.#state.v.slice(),
      masses: Float64Array.from(this.particles, (particle) => particle.mass),
      constraints: this.#constraints.map((constraint) => bindingOf(constraint).save()),
      handles: this.#handles.filter((handle) => handle instanceof Handle).map((handle) => handle.save()),
    };
  }

  /**
   * Brings the world back to where `snapshot` was taken. It may be another world, built by the same calls. Throws E_SNAPSHOT if bodies or
   * constraints do not match.
   */
  restore(snapshot: Snapshot): void {
    this.#restructure();
    const handles = this.#handles.filter((handle) => handle instanceof Handle);
    const matches =
      snapshot.q.length === this.#state.q.length &&
      snapshot.v.length === this.#state.v.length &&
      snapshot.masses.length === this.particles.length &&
      snapshot.handles.length === handles.length &&
      snapshot.constraints.length === this.#constraints.length &&
      this.#constraints.every((constraint, i) => bindingOf(constraint).fits(snapshot.constraints[i]!));
    if (!matches) {
      throw new HolonomicRuntimeError(
        'E_SNAPSHOT',
        'The snapshot was taken of a world with other bodies or constraints.',
        'Restore it before adding or removing any, or into a world built the same way.',
      );
    }
    this.#dynamics.time = snapshot.time;
    this.#steps = snapshot.steps;
    this.#dt = snapshot.dt;
    if (snapshot.dt > 0) this.#feedback.setStep(snapshot.dt);
    this.#state.q.set(snapshot.q);
    this.#state.v.set(snapshot.v);
    this.particles.forEach((particle, i) => (particle.mass = snapshot.masses[i]!));
    this.#constraints.forEach((constraint, i) => {
      bindingOf(constraint).load(snapshot.constraints[i]!);
    });
    handles.forEach((handle, i) => {
      handle.load(snapshot.handles[i]!);
    });
  }

  /** Part of {@link ForceWorld}. */
  applyGravity(g: ArrayLike<number>): void {
    for (const family of this.#families) {
      if (family.forces) family.addGravity(g, family.forces);
    }
  }

  /** Part of {@link ForceWorld}. */
  gravityEnergy(g: ArrayLike<number>): number {
    let energy = 0;
    for (const family of this.#families) energy += family.gravityEnergy(g);
    return energy;
  }

  /** A step of `dt`, with the default feedback set for steps of `usual`, s. */
  #advance(dt: number, usual: number): void {
    if (!(dt > 0 && dt < Infinity)) {
      throw new HolonomicRuntimeError(
        'E_STEP',
        `The time step is ${show(dt)}.`,
        'Give a positive, finite number of seconds.',
      );
    }
    this.#restructure();
    const start = this.time;
    this.#keepState();
    for (const handle of this.#handles) {
      if (handle instanceof Handle) handle.beginStep(start, dt);
    }
    let completed = false;
    this.#dynamics.beginStep(usual);
    try {
      this.#stepper.step(this.#dynamics, dt);
      for (const family of this.#families) family.normalize();
      checkState(this.#state, this.#families, this.#system, this.#steps + 1, start);
      completed = true;
    } finally {
      this.#dynamics.endStep();
      for (const handle of this.#handles) {
        if (handle instanceof Handle) handle.endStep(completed);
      }
      if (!completed) this.#returnToKeptState(start);
    }
    this.#dt = usual;
    this.#steps++;
    this.#dynamics.time = start + dt;
  }

  /** Follows bodies that came or went: says where in the state each family is now, and leaves the rest to the next evaluation. */
  #bodiesChanged(): void {
    let coordinates = 0;
    let velocities = 0;
    for (const family of this.#families) {
      family.coordinateOffset = coordinates;
      family.velocityOffset = velocities;
      coordinates += family.coordinateCount;
      velocities += family.velocityCount;
    }
    this.#restructured = true;
  }

  #nextSerial(kind: string): number {
    const serial = (this.#serials.get(kind) ?? 0) + 1;
    this.#serials.set(kind, serial);
    return serial;
  }

  #removeConstraint(constraint: Constraint): void {
    const binding = bindingOf(constraint);
    checkBelongs(binding.label, binding.world, this);
    deleteFrom(this.#constraints, constraint);
    binding.detach();
    this.#restructured = true;
  }

  #removeParticle(particle: Particle): void {
    checkBelongs(particle.label, particle.removed ? null : particle.world, this);
    checkUnused(particle, particle.label, this.#constraints);
    this.#particles.remove(particle);
    this.#bodiesChanged();
  }

  #removeHandle(handle: Handle | PrescribedHandle): void {
    checkBelongs(handle.label, handle.removed ? null : handle.world, this);
    checkUnused(handle, handle.label, this.#constraints);
    deleteFrom(this.#handles, handle);
    handle.removed = true;
  }

  /** Lays out connectors, rows and workspace if bodies or constraints came or went. */
  #restructure(): void {
    if (!this.#restructured) return;
    this.#restructured = false;
    this.#system.rebuild(this.#families, this.#constraints);
    this.#dynamics.resize();
    this.#q = this.#state.q.slice();
    this.#v = this.#state.v.slice();
    this.#integral = new Float64Array(this.#system.rows.count);
  }

  /** Constraint values and Jacobians at the present state. */
  #refresh(): void {
    this.#restructure();
    this.#system.evaluate(this.#families, this.time);
  }

  #keepState(): void {
    this.#q.set(this.#state.q);
    this.#v.set(this.#state.v);
    this.#integral.set(this.#system.rows.integral);
  }

  #returnToKeptState(time: number): void {
    this.#state.q.set(this.#q);
    this.#state.v.set(this.#v);
    this.#system.rows.integral.set(this.#integral);
    this.#system.rows.lambda.fill(0);
    this.#system.rows.warmStart.fill(0);
    this.#dynamics.time = time;
  }
}

function deleteFrom<T>(list: T[], item: T): boolean {
  const index = list.indexOf(item);
  if (index < 0) return false;
  list.splice(index, 1);
  return true;
}
