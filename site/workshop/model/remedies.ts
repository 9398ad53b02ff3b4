import type { Diagnostic, Span } from '../../../src/diagnostics/diagnostic.js';

/** Another text for a part of a formula. */
export interface Replacement {
  readonly place: Span;
  readonly text: string;
}

/** The end of a bracket that opens at a place, behind it; -1 if it is not closed. */
function endOfBracket(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return -1;
}

/** The place of two operands and the sign between them. */
function placeAround(text: string, { start, end }: Span, left: string, right: string): Span | undefined {
  const [before, after] = [text.slice(0, start).trimEnd(), text.slice(end)];
  const gap = after.length - after.trimStart().length;
  if (!before.endsWith(left) || !after.trimStart().startsWith(right)) return undefined;
  return { start: before.length - left.length, end: end + gap + right.length };
}

/**
 * What a hint says to write, as changes of the text: `write "^2"`, `write sin(x)`, `write dot(a, b)`. A hint is for
 * people; what is read of it here is tried before it is offered.
 */
export function replacements({ hint = '' }: Diagnostic, text: string, place: Span): readonly Replacement[] {
  const wrong = text.slice(place.start, place.end);
  const whole = (right: string): Replacement[] => [{ place, text: right }];
  const quoted = /^write "([^"]+)"(?:$|, or )/.exec(hint)?.[1];
  if (quoted !== undefined) return whole(quoted);
  if (wrong === ':=') return whole('==');
  if (wrong === ',' && /^write \d+\.\d+ with a point$/.test(hint)) return whole('.');
  if (hint.endsWith('formulas are in SI units')) return whole('');
  // |v|, of a number or of a vector.
  const barred = /^write abs\((.*)\) of a number, norm\(\1\) of a vector$/.exec(hint)?.[1];
  if (barred !== undefined) {
    if (!text.startsWith(`|${barred}|`, place.start)) return [];
    const bars = { start: place.start, end: place.start + barred.length + 2 };
    return ['abs', 'norm'].map((name) => ({ place: bars, text: `${name}(${barred})` }));
  }
  // v^2, v * w
  const [, left, right] = /(?:^write|is) dot\(([^(),]+), ([^(),]+)\)(?:$| or cross)/.exec(hint) ?? [];
  if (left !== undefined && right !== undefined) {
    const around = placeAround(text, place, left, wrong === '^' ? '2' : right);
    return around ? [{ place: around, text: `dot(${left}, ${right})` }] : [];
  }
  const expression = /^write (\w+\(.*\)(?:\^\d+)?)$/.exec(hint)?.[1];
  if (expression === undefined) return [];
  if (text[place.end] !== '(') return whole(expression);
  // √(x), where the hint shows any argument.
  const [name = '', argument] = expression.split(/[()]/);
  if (wrong.length === 1 && argument === 'x') return whole(name);
  const end = endOfBracket(text, place.end);
  return end < 0 ? [] : [{ place: { start: place.start, end }, text: expression }];
}
