import type { RowLevel } from '../../runtime/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { describeSingularPoint } from '../derive/singular-points.js';
import { writeFormulas, type Equation } from '../notation/formulas.js';
import { text } from '../notation/text.js';
import { describeForces, describeRows } from '../notation/units.js';
import { formulaList } from '../spec/formula-list.js';
import { commentText } from './literal.js';

/** Beyond this length the code reads better than the formula. */
const MAX_LINE = 108;

/** What a class's comment says: what it is for, the formula, the derivation, and what it costs. */
export function classComment(derivation: SpaceDerivation, withJdot: boolean): string {
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
    ...derivationLines(derivation),
    '```',
    '',
    ...derivation.singular.flatMap((point) => [commentText(describeSingularPoint(point)), '']),
    ...unitNote(derivation),
    `Operations: ${operations.kernel.total} for C, Cdot, J and gamma${withJdot ? `; ${operations.Jdot.total} for Jdot` : ''}.`,
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
  return equationLines(where, [...C, ...Cdot, ...phi, ...J, ...gamma], 'kernel');
}

/**
 * The equations as lines of a comment, after those of `where` that they refer to. Equations that are too long to be read are named only, and so are
 * those that refer to a shared quantity `s1, s2, …` that is.
 */
export function equationLines(where: readonly Equation[], equations: readonly Equation[], code: string): string[] {
  const isLong = ({ symbol, expression }: Equation): boolean => symbol.length + expression.length > MAX_LINE;
  const refersTo = ({ expression }: Equation, { symbol }: Equation): boolean =>
    expression.split(/[^\w]+/).includes(symbol);
  const unread = new Set<Equation>();
  for (const equation of [...where, ...equations]) {
    const unexplained = where.some((shared) => unread.has(shared) && isShared(shared) && refersTo(equation, shared));
    if (unexplained || isLong(equation)) unread.add(equation);
  }
  const shown = equations.filter((equation) => !unread.has(equation));
  // From the last to the first: each refers to earlier ones only.
  for (const quantity of where.toReversed())
    if (!unread.has(quantity) && shown.some((equation) => refersTo(equation, quantity))) shown.unshift(quantity);
  const hidden = equations.filter((equation) => unread.has(equation)).map(({ symbol }) => symbol);
  return [
    ...shown.map(({ symbol, expression }) => commentText(`${symbol} = ${expression}`)),
    ...(hidden.length === 0 ? [] : [`${hidden.join(', ')}: see the ${code}`]),
  ];
}

const isShared = ({ symbol }: Equation): boolean => /^s\d+$/.test(symbol);

/** A formula as code in a comment. */
export const codeSpan = (formula: string): string => `\`${commentText(formula).replaceAll('`', "'")}\``;
