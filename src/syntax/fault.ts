import type { Diagnostic, DiagnosticCode, Span } from '../diagnostics/index.js';
import { SpecError } from '../diagnostics/index.js';

/**
 * Throws one diagnostic about a part of `formula`. Callers that know the spec and the field add
 * them.
 */
export function fault(formula: string, span: Span, code: DiagnosticCode, message: string, hint?: string): never {
  throw new SpecError([faultOf(formula, span, code, message, hint)]);
}

/** One diagnostic about a part of `formula`. */
export function faultOf(formula: string, span: Span, code: DiagnosticCode, message: string, hint?: string): Diagnostic {
  return { code, message, ...(hint === undefined ? {} : { hint }), formula, span };
}

/** Adds a diagnostic unless it is there: the terms of a sum have the same faults. */
export function pushOnce(diagnostics: Diagnostic[], diagnostic: Diagnostic): void {
  const { code, message, span } = diagnostic;
  const isSame = (other: Diagnostic): boolean =>
    other.code === code &&
    other.message === message &&
    other.span?.start === span?.start &&
    other.span?.end === span?.end;
  if (!diagnostics.some(isSame)) diagnostics.push(diagnostic);
}
