import type { WarningCode } from '../base/error-codes.js';

/** Something that a world found odd but could work with. */
export interface WorldWarning {
  /** Stable identifier, `W_…`. */
  readonly code: WarningCode;
  readonly message: string;
  /** Time at which it was found, s. */
  readonly time: number;
  /** Labels of the constraints concerned. */
  readonly constraints: readonly string[];
}

/** Default of `onWarning`. */
export function printWarning(warning: WorldWarning): void {
  // eslint-disable-next-line no-console -- the one output that every JavaScript environment has
  console.warn(warning.message);
}
