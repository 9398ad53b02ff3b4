/** The step that watches observe. */
export interface WatchedStep {
  /** Its number: 1 for the first step of a world. */
  readonly number: number;
  /** Time at its beginning, s. */
  readonly start: number;
  /** Length, s; for a step of an adaptive integrator's own, the longest that it may have. */
  readonly dt: number;
  /** False if the step had to be retaken in shorter ones, or at velocity level. */
  readonly wasAccepted: boolean;
  /** True for a step of an adaptive integrator's own, and for one whose rates are brought onto the constraints first. */
  readonly isOwn: boolean;
  readonly isFresh: boolean;
  /** False for the steps in which constraints lead back what was set against them. */
  readonly isSettled: boolean;
}

/** The steps that a watch observes while bodies and constraints stay the same; `some` as in {@link isLook}. */
export type WatchedSteps = 'none' | 'first' | 'some' | 'all';

/** The first steps of a world, and steps between two looks later; a power of two. */
const PERIOD = 16;

/** True for steps that are checked: all of the first ones, and later two in a row of every sixteen. */
export const isLook = (step: number): boolean => step < PERIOD || (step & (PERIOD - 1)) < 2;

/** True for the first of the two. */
export const isFirstLook = (step: number): boolean => (step % 2 === 0) !== step < PERIOD;

/** Number of steps that a step of {@link isLook} stands for. */
export const stepsPerLook = (step: number): number => (step < PERIOD ? 1 : PERIOD / 2);

/**
 * Observes the steps of a world, and warns of probable mistakes. It changes nothing, so that a motion is
 * the same with and without it, to the last bit.
 */
export interface Watch {
  /**
   * Called before the first step after bodies or constraints were added or removed. Returns the steps to
   * observe until they change again.
   */
  structureChanged(): WatchedSteps;
  /** Called after a snapshot has been restored. */
  restored?(): void;
  /** Called before each step, with the state that it begins with. */
  beforeStep?(step: WatchedStep): void;
  /** Called after each step, with rows as they were last evaluated. Warnings wait until the step is completed. */
  afterStep?(step: WatchedStep): void;
}
