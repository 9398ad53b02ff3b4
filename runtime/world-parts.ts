import { checkFactory, checkList, show } from './check.js';
import { Dynamics } from './dynamics.js';
import { HolonomicRuntimeError } from './errors.js';
import { Feedback, type FeedbackOption } from './feedback.js';
import type { Force, ForceWorld } from './force.js';
import type { Integrator } from './integrators/integrator.js';
import type { Solver } from './solvers/solver.js';
import type { StepCorrection } from './step-correction.js';
import type { StepGuard } from './step-guard.js';
import { Stepping } from './stepping.js';
import { WorldStructure } from './world-structure.js';

/** What {@link WorldParts} are made from. */
interface PartOptions {
  readonly forces?: readonly Force[];
  readonly solver: Solver;
  readonly integrator: Integrator;
  readonly feedback?: FeedbackOption;
  readonly guard?: StepGuard;
}

/** The runtime's side of a world: its parts, put together. */
export class WorldParts {
  readonly structure: WorldStructure;
  readonly feedback: Feedback;
  readonly dynamics: Dynamics;
  readonly stepping: Stepping;
  /** What looks after its steps; undefined where nobody asked for that. */
  readonly correction: StepCorrection | undefined;

  /** Throws E_LIST, E_FORCE, E_FACTORY and what {@link Feedback} throws. */
  constructor(world: ForceWorld, { forces = [], solver, integrator, feedback, guard }: PartOptions) {
    const structure = new WorldStructure(world);
    checkFactory(solver, 'solver', 'dense() or automatic()');
    checkFactory(integrator, 'integrator', 'rk4()');
    if (guard !== undefined) checkFactory(guard, 'guard', 'stepGuard()');
    for (const force of checkList(forces, "Option 'forces' of a world", 'forces')) structure.addForce(force as Force);
    this.structure = structure;
    this.feedback = new Feedback(feedback);
    this.dynamics = new Dynamics({
      world,
      state: structure.state,
      families: structure.families,
      forces: structure.forces,
      system: structure.system,
      createSolver: () => solver.create(),
      feedback: this.feedback,
      forms: solver.forms ?? {},
      needs: integrator.needs ?? {},
    });
    this.correction = guard?.create(this);
    this.stepping = new Stepping(structure, this.dynamics, integrator.create(), this.correction);
  }

  /** Lays out connectors, rows and workspace if bodies or constraints came or went. */
  layOut(): void {
    if (!this.structure.layOut()) return;
    this.dynamics.resize();
    this.stepping.resize();
  }

  /** Constraint values and Jacobians at the present state. */
  refresh(): void {
    this.layOut();
    this.structure.system.evaluate(this.structure.families);
  }
}

const partsOfWorlds = new WeakMap<object, WorldParts>();

/** Makes `parts` those of `world`. */
export function bindParts(world: object, parts: WorldParts): void {
  partsOfWorlds.set(world, parts);
}

/** The runtime's side of a world. Not for applications. Throws E_WORLD for what is none. */
export function partsOf(world: object): WorldParts {
  const parts = partsOfWorlds.get(world);
  if (parts) return parts;
  throw new HolonomicRuntimeError(
    'E_WORLD',
    `What is given as a world is ${show(world)}.`,
    'Give a World or a BareWorld.',
  );
}
