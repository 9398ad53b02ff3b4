import { Dynamics } from './dynamics.js';
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

  /** Throws E_FORCE and what {@link Feedback} throws. */
  constructor(world: ForceWorld, { forces = [], solver, integrator, feedback, guard }: PartOptions) {
    const structure = new WorldStructure(world);
    for (const force of forces) structure.addForce(force);
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

/** The runtime's side of a world. Not for applications. */
export function partsOf(world: object): WorldParts {
  return partsOfWorlds.get(world)!;
}
