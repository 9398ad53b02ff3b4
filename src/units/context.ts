import type { Span } from '../diagnostics/index.js';

export type UnitCode = 'E_UNIT_SUM' | 'E_UNIT_COMPARE' | 'E_UNIT_ARGUMENT' | 'E_UNIT_POWER' | 'E_UNIT_RESULT';

/** The means by which the rules report faults. */
export interface UnitContext {
  /** Records a fault. Its result fits everywhere, so that nothing more is reported about it. */
  readonly report: (span: Span, code: UnitCode, message: string, hint?: string) => null;
}
