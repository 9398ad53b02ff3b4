/** Returns the median of a list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export interface Contest {
  /** Median CPU time of one call of each contestant, in milliseconds. */
  readonly times: readonly number[];
  /**
   * Median over the rounds of each contestant's time divided by the first one's in the same round.
   */
  readonly ratios: readonly number[];
}

/**
 * Measures the CPU time that `work` takes, ms, which does not count the time of other processes.
 */
export function cpuTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Times functions against each other in one process. In every round each runs once, in rotating
 * order, so that a slow moment of the machine affects all alike. Ratios are taken round by round.
 */
export function contest(contestants: readonly (() => void)[], rounds = 41, warmUp = 10): Contest {
  for (let i = 0; i < warmUp; i++) for (const run of contestants) run();
  const times = contestants.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const i = (round + turn) % contestants.length;
      times[i]!.push(cpuTime(contestants[i]!));
    }
  }
  return {
    times: times.map(median),
    ratios: times.map((list) => median(list.map((time, round) => time / times[0]![round]!))),
  };
}
