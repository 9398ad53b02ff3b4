/** Share of a core below which times are not judged. */
const LEAST_SHARE = 0.8;

/**
 * True where times are judged. Other tests run beside those that measure, unless they are run alone:
 * `npm run test:times`.
 */
export const JUDGES = process.env['JUDGE_TIMES'] !== undefined;

/** Time that {@link yardstick} takes on the machine for which budgets were set, ms. */
const NOMINAL = 4;

/** Multiplies and adds: what a processor does, without memory. Returns its time, ms. */
function yardstick(): number {
  const begin = performance.now();
  let x = 0.5;
  for (let k = 0; k < 1e6; k++) x = 3.9 * x * (1 - x);
  if (x > 1) throw new Error('The logistic map left its interval.');
  return performance.now() - begin;
}

/** How fast this machine is now, and whether others leave it a core. */
export interface Machine {
  /** CPU time per time of a loop that does nothing else. */
  readonly share: number;
  /** Time of the yardstick relative to the machine for which budgets were set; 1 or more. */
  readonly slowness: number;
}

export function measureMachine(): Machine {
  const begin = performance.now();
  const cpu = process.cpuUsage();
  const times: number[] = [];
  while (performance.now() - begin < 400) times.push(yardstick());
  const { user, system } = process.cpuUsage(cpu);
  return {
    share: Math.min(1, (user + system) / 1000 / (performance.now() - begin)),
    slowness: Math.max(1, Math.min(...times) / NOMINAL),
  };
}

/** A time, ms, and what it may be on the machine for which budgets were set. */
export interface Budgeted {
  readonly what: string;
  readonly time: number;
  readonly most: number;
}

/**
 * Prints times, and returns those above their budgets; none unless times are judged, and where the
 * machine was busy before or after the measurement: `machines` are both.
 */
export function overBudget(times: readonly Budgeted[], machines: readonly Machine[]): readonly string[] {
  const share = Math.min(...machines.map((machine) => machine.share));
  const slowness = Math.max(...machines.map((machine) => machine.slowness));
  const lines = times.map(
    ({ what, time, most }) => `${what}: ${time.toFixed(2)} ms, budget ${(most * slowness).toFixed(1)} ms`,
  );
  process.stdout.write(`${lines.join('\n')}\na core: ${Math.round(100 * share)} %, slowness ${slowness.toFixed(2)}\n`);
  if (!JUDGES) return [];
  if (share < LEAST_SHARE) {
    process.stdout.write('The machine is busy: times are not judged.\n');
    return [];
  }
  return lines.filter((_, i) => times[i]!.time > times[i]!.most * slowness);
}

/** The value below which a part of a list lies. */
export function quantile(list: readonly number[], part: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}
