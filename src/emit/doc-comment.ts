import type { RowLevel } from '../../runtime/model/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { describeSingularPoint } from '../derive/singular-points.js';
import { writeFormulas, type Equation } from '../notation/formulas.js';
import { text } from '../notation/text.js';
import { describeForces, describeRows } from '../notation/units.js';
import { formulaList } from '../spec/formula-list.js';
import { commentText } from './literal.js';

/** Longer lines of a derivation are cut: beyond this the code reads better than the formula. */
const MAX_LINE = 108;
const MAX_LINES = 48;

/** What a class's comment says: what it is for, the formula, the derivation, and what it costs. */
export function classComment(derivation: SpaceDerivation): string {
  const { spec, operations, rows, levels } = derivation;
  const formulas = formulaList(spec).map(codeSpan);
  const where = Object.entries(spec.where ?? {}).map(([name, formula]) => codeSpan(`${name} = ${formula}`));
  return [
    commentText(spec.summary),
    '',
    ...(spec.doc === undefined ? [] : [commentText(spec.doc), '']),
    `Formula: ${formulas.join(', ')}${where.length === 0 ? '' : ` where ${where.join(', ')}`}${rows > 1 ? ` (${rows} rows)` : ''}`,
    ...velocityNote(levels),
    '',
    '```text',
    ...derivationLines(derivation).map(commentText),
    '```',
    '',
    ...derivation.singular.flatMap((point) => [commentText(describeSingularPoint(point)), '']),
    ...unitNote(derivation),
    `Operations: ${operations.kernel.total} for C, Cdot, J and gamma; ${operations.Jdot.total} for Jdot.`,
  ].join('\n');
}

/** In which units the results are, as far as they are known. */
function unitNote(derivation: SpaceDerivation): string[] {
  const rows = describeRows(derivation);
  return rows.length === 0 ? [] : [`Units: ${[...rows, ...describeForces(derivation)].join('; ')}.`, ''];
}

/** Which rows hold rates, and what that means to whoever reads the kernel. */
function velocityNote(levels: readonly RowLevel[]): string[] {
  const numbers = levels.flatMap((level, i) => (level === 'velocity' ? [i + 1] : []));
  if (numbers.length === 0) return [];
  const which =
    numbers.length === levels.length ? '' : ` (row${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')})`;
  return [
    '',
    `Velocity level${which}: \`phi = 0\`, with \`C = 0\`, \`Cdot = phi\`, \`J = ∂phi/∂ẋ\`, \`gamma\` the rest of \`dphi/dt\`.`,
  ];
}

function derivationLines(derivation: SpaceDerivation): readonly string[] {
  const { where, C, Cdot, phi, J, gamma } = writeFormulas(derivation, text);
  const lines = (equations: readonly Equation[]): string[] =>
    equations.map(({ symbol, expression }) => `${symbol} = ${expression}`);
  const all = [...lines(where), ...lines(C), ...lines(Cdot), ...lines(phi), ...lines(J), ...lines(gamma)];
  const short = [...lines(C), ...lines(phi)].map((line) => line.slice(0, MAX_LINE));
  return cutLines(all, [...short, '… (the steps are in the kernel)']);
}

/** The lines as far as a person reads them; `instead` where there are too many. */
export function cutLines(lines: readonly string[], instead: readonly string[]): readonly string[] {
  if (lines.length > MAX_LINES) return instead;
  return lines.map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 2)} …` : line));
}

/** A formula as code in a comment. */
export const codeSpan = (formula: string): string => `\`${commentText(formula).replaceAll('`', "'")}\``;
