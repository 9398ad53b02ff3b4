/** Something to find while a world runs: where a function of its state goes through zero. */
export interface RunEvent<W> {
  /** Zero at the event. Only looks at the world. */
  readonly function: (world: W) => number;
  /** 1 for rising through zero, −1 for falling, 0 for both. 0 if left out. */
  readonly direction?: -1 | 0 | 1;
  /** Called with the world at the event. It may change anything; the run goes on from there. */
  readonly onEvent?: (world: W) => void;
  /** Whether the run ends at the event. */
  readonly terminal?: boolean;
}

/** What {@link World.run} takes. */
export interface RunOptions<W> {
  /** Time to run to, s. The last step is shortened to end there. */
  readonly until: number;
  /**
   * Step, s. 1/240 if left out; with an adaptive integrator its own steps then. Given to an
   * adaptive integrator, a step is made of as many of its own as it needs.
   */
  readonly dt?: number;
  /** Called after each step. It may change anything. */
  readonly onStep?: (world: W) => void;
  /**
   * Times, s, ascending, at which to call {@link onSample}. Needs dense output: an integrator such
   * as `dormandPrince()`.
   */
  readonly samples?: readonly number[];
  /**
   * Called with the world as it is at each of {@link samples}. Only looks at it: the run goes on as
   * it would have without.
   */
  readonly onSample?: (world: W) => void;
  /** Needs dense output, as {@link samples} do. */
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
