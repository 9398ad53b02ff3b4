import { checkCallback, checkFactory, checkList } from '../base/check.js';
import { Dynamics } from '../equations/dynamics.js';
import { Feedback } from '../equations/feedback.js';
import type { Force, ForceWorld } from '../model/force.js';
import { rk4 } from '../integrators/rk4.js';
import { readProjection } from '../stabilize/projection.js';
import { automatic } from '../solvers/automatic.js';
import { StepCorrection } from '../recovery/step-recovery.js';
import { Stepping } from './step-driver.js';
import { printWarning } from '../recovery/warning.js';
import type { WorldOptions } from './world-options.js';
import { WorldStructure } from './structure.js';

/** What a world is made of, put together. */
export class WorldInternals {
  readonly structure: WorldStructure;
  readonly feedback: Feedback;
  readonly dynamics: Dynamics;
  readonly correction: StepCorrection;
  readonly stepping: Stepping;

  /** `options` must have been read. Throws E_LIST, E_FORCE, E_FACTORY, E_FUNCTION and what {@link Feedback} and {@link readProjection} throw. */
  constructor(
    world: ForceWorld,
    {
      forces = [],
      solver = automatic(),
      integrator = rk4(),
      feedback,
      projection,
      onWarning = printWarning,
    }: WorldOptions,
  ) {
    const structure = new WorldStructure(world);
    checkFactory(solver, 'solver', 'automatic()');
    checkFactory(integrator, 'integrator', 'rk4()');
    const limits = readProjection(projection);
    checkCallback(onWarning, "Option 'onWarning'");
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
    });
    this.correction = new StepCorrection(this, limits, onWarning);
    this.stepping = new Stepping(structure, this.dynamics, integrator.create(), this.correction);
  }

  /** Lays out connectors, rows and workspace if bodies or constraints came or went. */
  layOut(): void {
    if (!this.structure.layOut()) return;
    this.dynamics.resize();
    this.stepping.resize();
  }

  /** Evaluates constraint values and Jacobians at the present state. */
  refresh(): void {
    this.layOut();
    this.structure.system.evaluate(this.structure.families);
  }
}
