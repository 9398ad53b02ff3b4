import { checkPositive, readOptions } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { showTime } from '../base/text.js';
import { copy } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { ImplicitMotion } from '../implicit/implicit-motion.js';
import { Newton } from '../implicit/newton.js';
import type { IntegratedSystem, Stepper } from './integrator.js';

/** Options of implicit integrators. */
export interface ImplicitOptions {
  /**
   * Error of forces that Newton's method leaves in a step, as a part of the forces, and of constraints as a part of the
   * displacements. 1e-10 if left out; rounding is accepted in any case.
   */
  readonly tolerance?: number;
  /** Iterations of Newton's method per step. A step that needs more is taken in halves. 50 if left out. */
  readonly maxIterations?: number;
}

/** Number of times that a step is halved. */
const MOST_HALVINGS = 6;

/** Reads the options of the integrator `name`. */
export function readImplicitOptions(options: ImplicitOptions, name: string): Required<ImplicitOptions> {
  const { tolerance = 1e-10, maxIterations = 50 } = readOptions(options, `Options of ${name}`, [
    'tolerance',
    'maxIterations',
  ]);
  checkPositive(tolerance, `Option 'tolerance' of ${name}`);
  checkPositive(maxIterations, `Option 'maxIterations' of ${name}`);
  return { tolerance, maxIterations };
}

/** A state that a step goes back to. */
interface Start {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly lambda: Float64Array;
  readonly memory: Float64Array;
  time: number;
}

/** Steps that solve for the state at their end. Those that do not converge are taken in halves. */
export abstract class ImplicitStepper implements Stepper {
  readonly implicitForces = true;
  readonly equationsOnly = true;
  abstract readonly order: 1 | 2;
  memory = new Float64Array(0);
  /** Coordinates and velocities that a stage refers to; see {@link Stage}. */
  protected b = new Float64Array(0);
  protected c = new Float64Array(0);
  readonly #options: Required<ImplicitOptions>;
  readonly #starts: Start[] = [];
  readonly #create: (motion: EquationsOfMotion) => Newton;

  constructor(options: Required<ImplicitOptions>) {
    this.#options = options;
    this.#create = (motion) => new Newton(new ImplicitMotion(motion), options.tolerance, options.maxIterations);
  }

  resize({ q, v }: IntegratedSystem): void {
    if (this.b.length === q.length && this.c.length === v.length) return;
    this.b = new Float64Array(q.length);
    this.c = new Float64Array(v.length);
    this.#starts.length = 0;
    this.memory = new Float64Array(this.memoryLength(q.length, v.length));
  }

  step(system: IntegratedSystem, dt: number): void {
    this.resize(system);
    const newton = system.implicitSolver(this.#create);
    if (this.#starts[0]?.lambda.length !== newton.motion.lambda.length) this.#starts.length = 0;
    newton.motion.begin();
    const parts = this.#advance(system, newton, dt, 0);
    if (parts > 1) system.reportParts(dt, parts);
  }

  /** Takes the time `h`, in halves where that is necessary, and returns the number of parts. */
  #advance(system: IntegratedSystem, newton: Newton, h: number, depth: number): number {
    const start = this.#save(system, newton, depth);
    if (this.take(system, newton, h)) {
      system.time = start.time + h;
      newton.motion.countImpulses(h);
      return 1;
    }
    if (depth === MOST_HALVINGS) {
      throw new HolonomicRuntimeError(
        'E_STEP_UNDERFLOW',
        `At t = ${showTime(start.time)} Newton's method solves no step down to ${showTime(h)} within ${this.#options.maxIterations} iterations.`,
        'Look for a force or an energy with a jump, for parameters far too large, and for constraints that contradict each other there; or allow more maxIterations.',
      );
    }
    let parts = 0;
    for (let part = 0; part < 2; part++) {
      if (part === 0) this.#goBack(system, newton, start);
      parts += this.#advance(system, newton, h / 2, depth + 1);
    }
    return parts;
  }

  #save({ q, v, time }: IntegratedSystem, { motion: { lambda } }: Newton, depth: number): Start {
    const { memory } = this;
    const start = (this.#starts[depth] ??= {
      q: new Float64Array(q.length),
      v: new Float64Array(v.length),
      lambda: new Float64Array(lambda.length),
      memory: new Float64Array(memory.length),
      time,
    });
    copy(q, 0, start.q, 0, q.length);
    copy(v, 0, start.v, 0, v.length);
    copy(lambda, 0, start.lambda, 0, lambda.length);
    copy(memory, 0, start.memory, 0, memory.length);
    start.time = time;
    return start;
  }

  #goBack(system: IntegratedSystem, { motion: { lambda } }: Newton, start: Start): void {
    const { q, v } = system;
    copy(start.q, 0, q, 0, q.length);
    copy(start.v, 0, v, 0, v.length);
    copy(start.lambda, 0, lambda, 0, lambda.length);
    copy(start.memory, 0, this.memory, 0, this.memory.length);
    system.time = start.time;
  }

  /** Length of {@link memory} for a state of so many coordinates and velocities. */
  protected abstract memoryLength(coordinates: number, velocities: number): number;

  /** Takes the time `h`. Returns false where that fails, with the state anywhere. */
  protected abstract take(system: IntegratedSystem, newton: Newton, h: number): boolean;
}
