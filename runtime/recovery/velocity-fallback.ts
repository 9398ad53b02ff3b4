import { addScaled } from '../base/vector.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { VelocityStepper } from '../integrators/velocity-step.js';
import { displaceAlong } from '../stabilize/displacement.js';
import { DEFAULT_LIMITS, type ProjectionLimits } from '../stabilize/projection.js';
import type { Accuracy } from './accuracy.js';
import { WORTHWHILE, type ConstraintSurface } from './constraint-surface.js';

/** Regularization of steps whose constraints ask for what cannot be reached. */
const OUT_OF_REACH = 1e-3;
/** Limits of the projection that decides whether constraints can be reached. */
const PATIENT_LIMITS: ProjectionLimits = {
  ...DEFAULT_LIMITS,
  maxIterations: 100,
};

/** Takes steps at velocity level in place of those of the integrator. */
export class VelocityFallback {
  readonly #stepped: SteppedSystem;
  readonly #surface: ConstraintSurface;
  readonly #accuracy: Accuracy;
  readonly #stepper = new VelocityStepper();
  /** Workspace for a displacement, over the velocities. */
  #d: Float64Array = new Float64Array(0);

  constructor(stepped: SteppedSystem, surface: ConstraintSurface, accuracy: Accuracy) {
    this.#stepped = stepped;
    this.#surface = surface;
    this.#accuracy = accuracy;
  }

  /** Forgets what steps at velocity level hand on to the next one. */
  forget(): void {
    this.#stepper.memory.fill(0);
  }

  /**
   * Takes the time `h` from the present state on, in worlds with bounds with constraints that may be
   * made to hold `nearly`, which no momentum grows beyond bounds by.
   */
  take(h: number, nearly = false): void {
    const stepped = this.#stepped;
    const end = stepped.time + h;
    stepped.beginStep();
    stepped.regularization = nearly ? OUT_OF_REACH : 0;
    try {
      this.#stepper.step(stepped, h);
    } finally {
      stepped.regularization = 0;
    }
    this.#surface.normalize();
    stepped.time = end;
  }

  /**
   * Takes the time `h` from the present state on with constraints that hold as nearly as possible. Returns
   * true if they hold at its end.
   */
  takeRegularized(h: number): boolean {
    const stepped = this.#stepped;
    const { system, stores } = stepped.motion.parts;
    const { projection } = this.#surface;
    const end = stepped.time + h;
    if (this.#d.length !== stepped.v.length) this.#d = new Float64Array(stepped.v.length);
    stepped.beginStep();
    this.#addForces(h);
    stepped.time = end;
    system.evaluate(stores);
    projection.dampVelocities(OUT_OF_REACH);
    displaceAlong(stores, stepped.v, h, this.#d);
    this.#surface.normalize();
    const reached = projection.projectPositions(PATIENT_LIMITS, WORTHWHILE, OUT_OF_REACH);
    projection.dampVelocities(OUT_OF_REACH);
    return reached;
  }

  /**
   * `v += h W Q`. Gyroscopic and damping forces that would change the momentum by more than itself in
   * the time `h` are left out: they do no work or take energy, but taken explicitly they explode.
   */
  #addForces(h: number): void {
    const stepped = this.#stepped;
    const { v, accelerations } = stepped;
    const accuracy = this.#accuracy;
    stepped.evaluateForces();
    if (h * accuracy.lengthOf(accelerations) > accuracy.momentum()) {
      this.#d.set(v);
      v.fill(0);
      stepped.evaluateForces();
      v.set(this.#d);
    }
    addScaled(v, h, accelerations);
  }
}
