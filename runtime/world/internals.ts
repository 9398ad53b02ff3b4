import { checkCopy } from '../base/copies.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { Space } from '../base/vectors.js';
import type { Ground } from '../model/ground.js';
import {
  checkBoolean,
  checkCallback,
  checkFactory,
  checkList,
  checkMade,
  checkNotNegative,
  checkNumber,
  show,
} from '../base/check.js';
import type { Collisions } from '../collision/collisions.js';
import type { PointDistance } from '../collision/ray.js';
import type { ShapeDefaults } from '../collision/shape-options.js';
import type { Shape } from '../collision/shape.js';
import { Feedback } from '../equations/feedback.js';
import { isAdaptive } from '../integrators/integrator.js';
import { rk4 } from '../integrators/rk4.js';
import { SteppedSystem } from '../integrators/stepped-system.js';
import { labelOfForce, rests, type Force, type ForceWorld } from '../model/force.js';
import { readAccuracy } from '../recovery/accuracy.js';
import { StepRecovery } from '../recovery/step-recovery.js';
import { StepWatch } from '../recovery/step-watch.js';
import { printWarning } from '../recovery/warnings.js';
import { automatic, isAutomatic } from '../solvers/automatic.js';
import { PinnedRows } from '../solvers/pinned-rows.js';
import { readProjection } from '../stabilize/projection.js';
import { makeWatches, readWatches } from '../watches/watches.js';
import { solverBoundsWarning } from './solver-bounds.js';
import { StepProgress } from './step-progress.js';
import { WorldStructure } from './structure.js';
import type { WorldOptions } from './world-options.js';

/** Observes the world between steps, and within the steps of an adaptive integrator. */
export interface StepListener {
  beforeStep(): void;
  afterStep(): void;
  /** Returns the next time at which to call {@link afterStep}, if it is not after `end`. */
  nextTime(end: number): number | undefined;
}

/** Hears of what an application sets between steps. */
export interface StepInputs {
  /** Called before anything of a step happens. */
  beforeStep(): void;
  /** Called after a step that was completed, with the arguments that it was taken with. */
  afterStep(dt: number, usual: number, end: number | undefined): void;
  /** Called after the application restored a snapshot. */
  restored(): void;
}

/** The collisions of a world, and what makes its shapes. */
export interface CollisionSupport {
  readonly collisions: Omit<Collisions<Shape>, 'add'>;
  readonly distanceTo: PointDistance;
  /** Reads the options of shapes, and returns what adds these. Throws the errors of shapes. */
  read(shapes: readonly unknown[], defaults: ShapeDefaults, margin: number | undefined): () => void;
}

/** A world, as functions take it that add to one: `collide(world, …)`. */
export interface AnyWorld<S extends Space = Space> extends ForceWorld {
  readonly space: S;
  readonly ground: Ground;
}

/** Filled by the constructor of `World`. */
const internalsByWorld = new WeakMap<object, WorldInternals>();

/** Returns the runtime's side of a world. Not for applications. Throws E_WORLD. */
export function internalsOf(world: AnyWorld): WorldInternals {
  const internals = internalsByWorld.get(world);
  if (internals) return internals;
  checkCopy(world, 'The world');
  throw new HolonomicRuntimeError(
    'E_WORLD',
    `${show(world)} is not a world.`,
    'Pass what new World({ space: 2 }) returns.',
  );
}

/** The parts of a world, connected with each other. */
export class WorldInternals {
  readonly structure: WorldStructure;
  readonly stepped: SteppedSystem;
  readonly recovery: StepRecovery;
  readonly progress: StepProgress;
  /** True where the integrator itself knows no bounds, but rows have some. */
  switches = false;
  /** Empty unless something records the world. */
  readonly listeners: StepListener[] = [];
  /** The recording of the world's inputs, while there is one. */
  inputs: StepInputs | undefined;
  /** Collisions, where the world has any. */
  collisionParts: CollisionSupport | undefined;
  /** Label of a solver that an application chose, until the world has warned of rows it does not get. */
  #chosenSolver: string | undefined;

  /**
   * Connects the parts of a world. `options` must have been read. Throws E_LIST, E_FORCE,
   * E_FACTORY, E_FUNCTION, E_NUMBER, E_NOT_FINITE, E_OPTIONS and the errors of {@link Feedback} and {@link readProjection}.
   */
  constructor(
    world: AnyWorld,
    {
      forces = [],
      solver = automatic(),
      integrator = rk4(),
      feedback: feedbackOption,
      projection,
      accuracy,
      watches,
      time = 0,
      onWarning = printWarning,
      impulses,
      contactTolerance,
    }: WorldOptions,
  ) {
    internalsByWorld.set(world, this);
    checkFactory(solver, 'solver', 'automatic()');
    checkFactory(integrator, 'integrator', 'rk4()');
    const limits = readProjection(projection);
    checkCallback(onWarning, "Option 'onWarning'");
    checkNumber(time, "Option 'time' of a world");
    const watchNames = readWatches(watches, accuracy);
    const judges = watchNames.has('accuracy');
    const structure = new WorldStructure(world);
    structure.system.time = time;
    structure.system.countsImpulses = checkBoolean(impulses, "Option 'impulses' of a world");
    if (contactTolerance !== undefined)
      structure.system.contactTolerance = checkNotNegative(contactTolerance, "Option 'contactTolerance' of a world");
    for (const force of checkList(forces, "Option 'forces' of a world", 'forces')) structure.addForce(force as Force);
    const feedback = new Feedback(feedbackOption);
    const { state, stores, system } = structure;
    const watch = new StepWatch(system, stores, feedback, onWarning, judges);
    this.structure = structure;
    this.stepped = new SteppedSystem({
      world,
      state,
      stores,
      forces: structure.forces,
      system,
      createSolver: () => new PinnedRows(checkMade(solver.create(), labelOfFactory('solver', solver), ['solve'])),
      feedback,
      monitor: watch,
    });
    const stepper = checkMade(integrator.create(), labelOfFactory('integrator', integrator), ['step']);
    const largestError = readAccuracy(accuracy, stepper, integrator.name);
    this.recovery = new StepRecovery(this.stepped, stepper, watch, limits, largestError, judges);
    structure.implicitForces = stepper.implicitForces === true;
    structure.integrator = {
      name: integrator.name,
      isAdaptive: isAdaptive(stepper),
      takesSoftRows: structure.implicitForces,
      equationsOnly: stepper.equationsOnly === true,
      unconstrained: stepper.unconstrained === true,
    };
    const made = makeWatches(watchNames, this.stepped, stepper, watch, () => this.energy(), structure.handles);
    structure.parameterListener = made.parameterListener;
    this.progress = new StepProgress(structure, stepper, made.watches);
    if (!isAutomatic(solver)) this.#chosenSolver = labelOfFactory('solver', solver);
  }

  /** Lays out connectors, rows and workspace if bodies or constraints were added or removed. */
  layOut(): void {
    if (this.structure.takeEdits()) {
      if (this.stepped.takeEdits()) this.recovery.resize();
      else this.structure.changed = true;
    }
    if (!this.structure.layOut()) return;
    this.stepped.resize();
    this.structure.state.accelerations = this.stepped.accelerations;
    const { stepper } = this.progress;
    stepper.resize?.(this.stepped);
    this.progress.resize();
    this.switches = !this.structure.system.isPlain && stepper.implicitForces !== true && !isAdaptive(stepper);
    this.recovery.resize();
    this.#warnOfBounds();
  }

  #warnOfBounds(): void {
    if (this.#chosenSolver === undefined) return;
    const warning = solverBoundsWarning(this.structure, this.#chosenSolver);
    if (!warning) return;
    this.#chosenSolver = undefined;
    this.recovery.watch.warn(warning);
  }

  /** Finds the contacts of a step of `dt`, s, from the present state, and lays out. */
  layOutContacts(dt: number): void {
    this.collisionParts?.collisions.update(dt);
    this.layOut();
  }

  /** See `World.evaluate`. Throws E_STEPPING, E_NOT_FINITE. */
  evaluate(): void {
    const { structure, stepped } = this;
    structure.checkIdle();
    const isResting = structure.activity === 'resting';
    this.layOut();
    structure.during('calculating', () => {
      if (isResting) this.look();
      stepped.evaluateNow();
    });
  }

  /** Finds which rows hold at the present state, where the integrator stops at events. */
  look(): void {
    const { stepper } = this.progress;
    if (isAdaptive(stepper)) stepper.look(this.stepped);
  }

  /** The largest violation of an inequality at the present state; see {@link SteppedSystem}. */
  largestViolation(): number {
    this.layOut();
    return Math.max(this.stepped.largestViolation(), this.collisionParts?.collisions.overlap ?? 0);
  }

  /** See `World.energy`; forces are called with `world`. */
  energy(): { kinetic: number; potential: number; total: number } {
    const { structure, stepped } = this;
    let kinetic = 0;
    let potential = 0;
    for (const store of structure.stores) {
      kinetic += store.kineticEnergy();
      potential += store.potentialEnergy();
    }
    potential += stepped.soft?.energy() ?? 0;
    structure.forces.forEach((force, k) => {
      if (!force.energy || rests(force)) return;
      const energy = force.energy(structure.world);
      potential += Number.isFinite(energy) ? energy : checkNumber(energy, `Energy of ${labelOfForce(force, k)}`);
    });
    return { kinetic, potential, total: kinetic + potential };
  }

  /** Evaluates constraint values and Jacobians at the present state. */
  refresh(): void {
    this.layOut();
    this.structure.system.plain.evaluate(this.structure.stores);
  }
}

/** The factory in messages: `the solver 'mine'`. */
function labelOfFactory(what: string, { name }: { readonly name: unknown }): string {
  return typeof name === 'string' && name !== '' ? `the ${what} '${name}'` : `the ${what}`;
}
