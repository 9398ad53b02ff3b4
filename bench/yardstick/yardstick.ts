import type { ConstraintKernel, Space } from '../../runtime/model/constraint-type.js';
import type { ConstraintSpec } from '../../src/spec/constraint-spec.js';

/**
 * A constraint with the hand-written kernel of an expert, against which the derived one is
 * measured.
 */
export interface Yardstick {
  readonly title: string;
  /** Name of the constraint, from whose spec the derivation starts. */
  readonly name: string;
  readonly spec: ConstraintSpec;
  readonly space: Space;
  /** Straight-line code over scalars, so that its operations can be counted from its text. */
  readonly handWritten: ConstraintKernel;
  /** URL of the module whose text holds `handWritten`. */
  readonly source: string;
}
