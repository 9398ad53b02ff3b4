/** What came of a simulation, as plain data. */
export interface SimulationSummary {
  readonly title: string;
  /** Time reached, s. */
  readonly time: number;
  readonly steps: number;
  /** Time step, s. */
  readonly dt: number;
  /** Largest `|C|` of any row at the end of any step, in the formulas' units, and when it occurred, s. */
  readonly largestC: { readonly value: number; readonly time: number };
  /** Largest `|Cdot|` likewise. */
  readonly largestCdot: number;
  readonly energy: EnergyAccount;
  /** Means over the steps. */
  readonly solver: {
    /** Of an iterative solver; a direct one has none. */
    readonly iterationsPerStep: number;
    /** Of a direct solver; an iterative one has none. */
    readonly factorizationsPerStep: number;
    readonly evaluationsPerStep: number;
  };
  /** Mean wall-clock time of a step, ms: the step alone, without measuring it. */
  readonly millisecondsPerStep: number;
  readonly degreesOfFreedom: number;
  /** What the world warned about. */
  readonly warnings: readonly string[];
}

/** Where the energy went, J. */
export interface EnergyAccount {
  readonly initial: number;
  readonly final: number;
  /** Work that the drivers did from beginning to end; `null` for a scene without drivers. */
  readonly work: number | null;
  /** Largest `|E(t) − E(0) − W(t)|` at the end of any step. */
  readonly drift: number;
  /** Largest kinetic energy at the end of any step: what a drift is to be measured by. */
  readonly scale: number;
}
