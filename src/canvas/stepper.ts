import type { World } from '../../runtime/index.js';
import { Pace } from './pace.js';

export interface StepperOptions {
  /** Time step, s. 1/240 if left out. */
  readonly dt?: number;
  /**
   * Longest time that one call makes up for, and that its steps may take, s; a twentieth of a second if left out. A
   * page in the background gets no frames for long periods; steps that take longer make slow motion.
   */
  readonly longest?: number;
  /** Time of the world per time that passes; 1 if left out. */
  readonly speed?: number;
  /** Called before each step. */
  readonly onStep?: () => void;
}

/** Advances a world by the time between frames, in steps of a fixed length. */
export class Stepper {
  readonly dt: number;
  readonly #world: World;
  readonly #pace: Pace;
  #speed = 1;
  readonly #onStep: (() => void) | undefined;

  constructor(world: World, { dt = 1 / 240, longest, speed = 1, onStep }: StepperOptions = {}) {
    const step = (): void => {
      this.step();
    };
    this.#pace = new Pace(dt, step, { longest });
    this.dt = dt;
    this.#world = world;
    this.speed = speed;
    this.#onStep = onStep;
  }

  /** Time of the world per time that passes. */
  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    if (!(speed > 0 && speed < Infinity)) throw new RangeError('speed is a positive number.');
    this.#speed = speed;
  }

  /** Takes the steps that fit into `elapsed`, s; the rest counts for the next call. */
  advance(elapsed: number): void {
    this.#pace.advance(elapsed, this.#speed);
  }

  /** Takes the steps up to a time of the world, for at most `patience` ms. */
  reach(time: number, patience: number): void {
    const end = performance.now() + patience;
    while (this.#world.time < time - this.dt / 2 && performance.now() < end) this.step();
  }

  /** Takes one step. */
  step(): void {
    this.#onStep?.();
    this.#world.step(this.dt);
  }
}
