import { cpuTime, median } from '../measure.js';

/** CPU time that the first run of a cell may take, s. */
export const BOUND = 60;

const MOST_ROUNDS = 101;

/** A running simulation of any engine. */
export interface Running {
  /** Advances by one step of the table, in the engine's number of inner steps. */
  step(): void;
  /** Frees memory that the garbage collector does not see. */
  dispose?(): void;
}

/**
 * Takes `steps` steps of `first`, each observed, and then runs others, with a warm engine, to
 * measure the time. Returns the CPU time of a run, ms, or a reason to fail: a tenth of it shows that
 * it would take longer than the bound. Timing ends after a CPU time of `enough`, ms.
 */
export function measureRun(
  first: Running,
  make: () => Running,
  steps: number,
  observe: (step: number) => void,
  enough = 1500,
): number | string {
  let spent = 0;
  for (let k = 1; k <= steps; k++) {
    spent += cpuTime(() => {
      first.step();
    });
    observe(k);
    const expected = (spent * steps) / k / 1000;
    if (k >= steps / 10 && expected > BOUND) return `would take ${expected.toFixed(0)} s of CPU time`;
  }
  first.dispose?.();
  const rounds: number[] = [];
  for (let total = spent; total < enough && rounds.length < MOST_ROUNDS;) {
    const again = make();
    const time = cpuTime(() => {
      for (let k = 0; k < steps; k++) again.step();
    });
    again.dispose?.();
    rounds.push(time);
    total += time;
  }
  return rounds.length > 0 ? median(rounds) : spent;
}
