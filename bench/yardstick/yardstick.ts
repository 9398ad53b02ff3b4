import type { ConstraintKernel, Space } from '../../runtime/model/constraint-type.js';
import type { ConstraintSpec } from '../../src/spec/constraint-spec.js';

/** A constraint with the kernel that an expert writes for it by hand, against which the derived one is measured. */
export interface Yardstick {
  readonly title: string;
  /** What the derivation starts from. */
  readonly name: string;
  readonly spec: ConstraintSpec;
  readonly space: Space;
  /** Straight-line code over scalars, so that its operations can be counted from its text. */
  readonly byHand: ConstraintKernel;
  /** URL of the module whose text holds `byHand`. */
  readonly source: string;
}
