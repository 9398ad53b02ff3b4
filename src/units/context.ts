import type { Span } from '../diagnostics/index.js';

export type UnitCode = 'E_UNIT_SUM' | 'E_UNIT_COMPARE' | 'E_UNIT_ARGUMENT' | 'E_UNIT_POWER' | 'E_UNIT_RESULT';

/** What the rules need to complain. */
export interface UnitContext {
  /** Records a fault; its result fits everywhere, so that whoever meets it says nothing more. */
  readonly report: (span: Span, code: UnitCode, message: string, hint?: string) => null;
}
