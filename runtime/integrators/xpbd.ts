import { checkCount, readOptions } from '../base/check.js';
import { printAs } from '../base/printing.js';
import { addScaled } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { gaussSeidel } from '../solvers/gauss-seidel.js';
import { PositionLevel } from '../stabilize/position-level.js';
import type { IntegratedSystem, Integrator, Stepper } from './integrator.js';

/** Options of {@link xpbd}. */
export interface XpbdOptions {
  /** Equal parts that each step is taken in. 20 if left out. */
  readonly substeps?: number;
}

const ONE_SWEEP = gaussSeidel({ iterations: 1 });
const positionLevel = (motion: EquationsOfMotion): PositionLevel => new PositionLevel(motion, ONE_SWEEP.create());

class Xpbd implements Stepper {
  readonly order = 1;
  readonly implicitForces = true;
  readonly equationsOnly = true;
  /** The longest of the last substeps, s. */
  readonly memory = new Float64Array(1);
  readonly #substeps: number;

  constructor(substeps: number) {
    this.#substeps = substeps;
  }

  step(system: IntegratedSystem, dt: number): void {
    const { v, rotations, time } = system;
    const { memory } = this;
    const level = system.positionLevel(positionLevel);
    const h = dt / this.#substeps;
    for (let part = 1; part <= this.#substeps; part++) {
      if (part > 1) system.beginStep();
      system.evaluateForces(true);
      memory[0] = Math.max(h, memory[0]! - h);
      level.begin(h, memory[0]);
      for (const rotation of rotations) rotation.recall();
      addScaled(v, h, system.accelerations);
      for (const rotation of rotations) rotation.turn(h);
      system.move(h);
      for (const rotation of rotations) rotation.settle();
      system.time = time + (part / this.#substeps) * dt;
      level.end(h);
    }
  }
}

/**
 * Extended position-based dynamics in short steps (Macklin, Müller & Chentanez 2016, "XPBD"; Macklin et al. 2019,
 * "Small Steps in Physics Simulation"): in each of the `substeps` of a step bodies move freely, and one sweep of
 * Gauss-Seidel over the constraints brings them back. For cloth, ropes and soft bodies of many soft constraints
 * that have to look right: a step takes as long as its sweeps, however stiff they are.
 *
 * Compliance and damping of constraints mean the same as with other integrators, and so do springs. A sweep leaves
 * errors, which the next ones correct: chains of many stiff bodies give way as if they were softer, and so does their
 * energy count. With substeps of half the length about a quarter of that is left. It takes equations alone: no limits, motors
 * with a largest force, contacts. Energies act explicitly. The solver of the world has no part in steps.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NOT_POSITIVE. Worlds throw E_INTEGRATOR for constraints with bounds and
 * for shapes.
 */
export function xpbd(options: XpbdOptions = {}): Integrator {
  const { substeps = 20 } = readOptions(options, 'Options of xpbd', ['substeps']);
  checkCount(substeps, "Option 'substeps' of xpbd");
  return printAs({ name: 'xpbd', create: () => new Xpbd(substeps) }, 'xpbd', () => ({ substeps }));
}
