import type { Tolerances } from '../../contact-modes/event-driven-rows.js';

/** Numbers that a step and its parts pass to each other. */
export class StepNumbers {
  /** Length of the step `h`, s. */
  h = 0;
  /** Largest error or size of any part so far, relative to the tolerances. */
  largest = 0;
  /** Start of the step, and its latest end, s. */
  start = 0;
  latest = 0;
  /** Ends of the last accepted step, s. */
  lastStart = 0;
  lastEnd = 0;
  /** End of the last step without an event of its rows, s. */
  solutionEnd = 0;
  /** Length that steps of the world have, s, since errors of prescribed motions come that often. */
  longest = 0;
  readonly atol: number;
  readonly rtol: number;

  constructor({ atol, rtol }: Tolerances) {
    this.atol = atol;
    this.rtol = rtol;
  }
}
