/** An event to find while a world runs: a zero of a function of its state. */
export interface RunEvent<W> {
  /** Function that is zero at the event. It must not change the world. */
  readonly function: (world: W) => number;
  /** 1 for rising through zero, −1 for falling, 0 for both. 0 if left out. */
  readonly direction?: -1 | 0 | 1;
  /** Called with the world at the event. It may change anything; the run goes on from there. */
  readonly onEvent?: (world: W) => void;
  /** True if the run ends at the event. */
  readonly terminal?: boolean;
}

/** Options of {@link World.run}. */
export interface RunOptions<W> {
  /** Time to run to, s. The last step is shortened to end there. */
  readonly until: number;
  /**
   * Step, s. If left out, 1/240, or an adaptive integrator's own steps. If given to an adaptive
   * integrator, each step consists of as many of its own as it needs.
   */
  readonly dt?: number;
  /**
   * Called after each step. It may change anything. The run ends there if it returns `'stop'`; all
   * else that it returns means nothing, as `false` in `() => isShown && draw()`.
   */
  readonly onStep?: (world: W) => unknown;
  /**
   * Times, s, ascending, at which to call {@link onSample}. Needs dense output: an integrator such
   * as `dormandPrince()`.
   */
  readonly samples?: readonly number[];
  /**
   * Called with the world at each of {@link samples}, evaluated there: `lambda`, `forceOn` and
   * accelerations are those of the sample. It must not change the world: the run goes on
   * as it would have without samples.
   */
  readonly onSample?: (world: W) => void;
  /** Events to find. They need dense output, as {@link samples} do. */
  readonly events?: readonly RunEvent<W>[];
}

/** Names of the options of a run, for checks. */
export const RUN_OPTION_NAMES: readonly (keyof RunOptions<never>)[] = [
  'until',
  'dt',
  'onStep',
  'samples',
  'onSample',
  'events',
];
