import type { SpaceDerivation } from '../derive/derive-space.js';
import { writeFormulas, type Equation } from '../notation/formulas.js';
import { text } from '../notation/text.js';
import { formulaList } from '../spec/formula-list.js';
import { commentText } from './literal.js';

/** Longer lines of a derivation are cut: beyond this the code reads better than the formula. */
const MAX_LINE = 108;
const MAX_LINES = 48;

/** What a class's comment says: what it is for, the formula, the derivation, and what it costs. */
export function classComment(derivation: SpaceDerivation): string {
  const { spec, operations, rows } = derivation;
  const formulas = formulaList(spec).map(codeSpan);
  const where = Object.entries(spec.where ?? {}).map(([name, formula]) => codeSpan(`${name} = ${formula}`));
  return [
    commentText(spec.summary),
    '',
    `Formula: ${formulas.join(', ')}${where.length === 0 ? '' : ` where ${where.join(', ')}`}${rows > 1 ? ` (${rows} rows)` : ''}`,
    '',
    '```text',
    ...derivationLines(derivation).map(commentText),
    '```',
    '',
    `Operations: ${operations.kernel.total} for C, Cdot, J and gamma; ${operations.Jdot.total} for Jdot.`,
  ].join('\n');
}

function derivationLines(derivation: SpaceDerivation): readonly string[] {
  const { where, C, Cdot, J, gamma } = writeFormulas(derivation, text);
  const lines = (equations: readonly Equation[]): string[] =>
    equations.map(({ symbol, expression }) => `${symbol} = ${expression}`);
  const all = [...lines(where), ...lines(C), ...lines(Cdot), ...lines(J), ...lines(gamma)];
  return cutLines(all, [...lines(C).map((line) => line.slice(0, MAX_LINE)), '… (the steps are in the kernel)']);
}

/** The lines as far as a person reads them; `instead` where there are too many. */
export function cutLines(lines: readonly string[], instead: readonly string[]): readonly string[] {
  if (lines.length > MAX_LINES) return instead;
  return lines.map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 2)} …` : line));
}

/** A formula as code in a comment. */
export const codeSpan = (formula: string): string => `\`${commentText(formula).replaceAll('`', "'")}\``;
