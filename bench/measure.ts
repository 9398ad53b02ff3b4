/** CPU time that `work` takes, s: what other processes do to the clock does not count. */
function cpuSeconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const used = process.cpuUsage(start);
  return (used.user + used.system) * 1e-6;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** Times several pieces of work in turn, `rounds` times over, after one round to warm up: per piece the time of each round, s. */
export function inTurn(rounds: number, works: readonly (() => void)[]): number[][] {
  for (const work of works) work();
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    works.forEach((work, i) => times[i]!.push(cpuSeconds(work)));
  }
  return times;
}

/** Median over the rounds of the ratio of two of them. */
export function medianRatio(times: readonly number[], yardstick: readonly number[]): number {
  return median(times.map((time, round) => time / yardstick[round]!));
}
