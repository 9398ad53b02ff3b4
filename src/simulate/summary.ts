/** The result of a simulation, as plain data. */
export interface SimulationSummary {
  readonly title: string;
  /** Time reached, s. */
  readonly time: number;
  readonly steps: number;
  /** Time step, s. */
  readonly dt: number;
  /**
   * Largest `|C|` of any row at the end of any step, in the formulas' units, and when it occurred,
   * s.
   */
  readonly largestC: { readonly value: number; readonly time: number };
  /** Largest `|Cdot|`, in the same way. */
  readonly largestCdot: number;
  readonly energy: EnergyAccount;
  /** Means over the steps. */
  readonly solver: {
    /** Iterations of an iterative solver per step; a direct one has none. */
    readonly iterationsPerStep: number;
    /** Factorizations of a direct solver per step; an iterative one has none. */
    readonly factorizationsPerStep: number;
    readonly evaluationsPerStep: number;
  };
  /** Mean wall-clock time of a step, ms: the step alone, without measuring it. */
  readonly millisecondsPerStep: number;
  readonly degreesOfFreedom: number;
  /** Warnings of the world. */
  readonly warnings: readonly string[];
}

/** The energy balance, J. */
export interface EnergyAccount {
  readonly initial: number;
  readonly final: number;
  /** Work that the drivers did from beginning to end; `null` for a scene without drivers. */
  readonly work: number | null;
  /** Largest `|E(t) − E(0) − W(t)|` at the end of any step. */
  readonly drift: number;
  /** Largest kinetic energy at the end of any step, with which a drift is compared. */
  readonly scale: number;
}
