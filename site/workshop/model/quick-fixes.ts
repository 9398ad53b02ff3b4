import type { Diagnostic, Span } from '../../../src/diagnostics/diagnostic.js';
import type { ConnectorKind } from './document.js';
import { replacements } from './remedies.js';

/** A change that a mistake suggests. */
export type QuickFix =
  | { readonly kind: 'replace'; readonly label: string; readonly place: Span; readonly text: string }
  | { readonly kind: 'parameter'; readonly label: string; readonly name: string }
  | { readonly kind: 'input'; readonly label: string; readonly name: string; readonly input: ConnectorKind };

/** The name that nothing declares, if that is the mistake. */
export const unknownName = ({ code, message }: Diagnostic): string | undefined =>
  code === 'E_UNKNOWN_NAME' ? /called "([A-Za-z]\w*)"/.exec(message)?.[1] : undefined;

/**
 * True for what the command line refuses, and the workshop only tells: all of what is said about a scene that is
 * shown, and of one that `isRefused` what is refused for no formula.
 */
export const isNote = ({ code }: Diagnostic, isRefused: boolean): boolean =>
  !isRefused || /^(?:W_|E_UNUSED_|E_UNIT)/.test(code);

/** The changes that mend a mistake. `place` is where `text` has it. */
export function quickFixes(diagnostic: Diagnostic, text: string, place: Span): readonly QuickFix[] {
  const { code, message, hint = '' } = diagnostic;
  const wrong = text.slice(place.start, place.end);
  const fixes: QuickFix[] = [];
  const replace = (right: string): QuickFix => ({ kind: 'replace', label: `write "${right}"`, place, text: right });
  const near = /did you mean "([^"]+)"\?/.exec(hint)?.[1];
  if (near !== undefined && near !== wrong) fixes.push(replace(near));
  for (const { place: at, text: right } of replacements(diagnostic, text, place))
    fixes.push({
      kind: 'replace',
      label: right === '' ? `without "${wrong}"` : `write "${right}"`,
      place: at,
      text: right,
    });
  if (code === 'E_ASSIGNMENT' && wrong !== ':=') {
    // The span may be the sign, or what stands around it.
    const at = wrong.search(/(?<![=<>!:])=(?!=)/);
    if (at >= 0) {
      const sign = { start: place.start + at, end: place.start + at + 1 };
      fixes.push({ kind: 'replace', label: 'write "=="', place: sign, text: '==' });
    }
  }
  if (code === 'E_UNKNOWN_NAME') {
    const name = unknownName({ code, message });
    if (name !== undefined) {
      // A coordinate without its point.
      for (const [coordinate] of hint.matchAll(/\w+\.[xyz]\b/g))
        if (coordinate.endsWith(`.${name}`)) fixes.push(replace(coordinate));
      const isPoint = text.slice(place.end).startsWith('.');
      const input: QuickFix = { kind: 'input', label: `+ input ${name} (a point)`, name, input: 'point' };
      const parameter: QuickFix = { kind: 'parameter', label: `+ parameter ${name}`, name };
      fixes.push(...(isPoint ? [input] : [parameter, input]));
    }
  }
  return fixes;
}

/** The input or the parameter that no formula of a spec uses any more, if that is the mistake. */
export function unusedQuantity({ field = '', message }: Diagnostic): { spec: string; name: string } | undefined {
  const [, spec, name] = /^specs\.(\w+)\.(?:inputs|params)\.(\w+)$/.exec(field) ?? [];
  if (spec === undefined || name === undefined || !message.includes('is not used')) return undefined;
  return { spec, name };
}
