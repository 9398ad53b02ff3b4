import { HolonomicRuntimeError, rk4, type Integrator } from '../../../runtime/index.js';
import { timesOf, type Problem } from './problem.js';
import { solutionOf } from './solutions.js';

/** How a world did. */
export interface Verdict {
  /**
   * Largest error up to the end, or to the step that threw, relative to the largest distance from
   * the start; infinite where the state is not finite.
   */
  readonly error: number;
  /** Codes of its warnings, and of the error that it threw. */
  readonly said: readonly string[];
  readonly steps: number;
  readonly shortened: number;
  readonly fallbacks: number;
}

/** A problem with its solution. */
export class Standing {
  readonly problem: Problem;
  readonly #times: readonly number[];
  readonly #exact: readonly (readonly number[])[];
  readonly #scale: number;

  constructor(problem: Problem) {
    this.problem = problem;
    this.#times = timesOf(problem);
    this.#exact = solutionOf(problem);
    const start = problem.make({}).read();
    this.#scale = Math.max(...this.#exact.flatMap((places) => places.map((x, i) => Math.abs(x - start[i]!))));
  }

  /** Runs the problem with an integrator, with steps of `dt` or of its own. */
  judge(integrator: Integrator, dt: number | undefined): Verdict {
    const { make, advance } = this.problem;
    const said: string[] = [];
    const { world, read } = make({ integrator, onWarning: ({ code }) => said.push(code) });
    let error = 0;
    try {
      this.#times.forEach((until, k) => {
        if (advance) advance(world, until, dt);
        else world.run({ until, ...(dt === undefined ? {} : { dt }) });
        const off = read().map((x, i) => Math.abs(x - this.#exact[k]![i]!));
        error = Math.max(error, ...off.map((x) => (Number.isFinite(x) ? x : Infinity)));
      });
    } catch (thrown) {
      if (!(thrown instanceof HolonomicRuntimeError)) throw thrown;
      said.push(thrown.code);
    }
    const { steps, shortened, fallbacks } = world.stats;
    return { error: error / this.#scale, said, steps, shortened, fallbacks };
  }
}

/** The default integrator without a watch: what steps of a length give if nobody mends them. */
export function unwatched(): Integrator {
  return {
    name: 'unwatched',
    create: () => {
      const stepper = rk4().create();
      return {
        step: (system, dt) => {
          stepper.step(system, dt);
        },
      };
    },
  };
}
