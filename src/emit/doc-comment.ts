import type { RowLevel, RowRelation } from '../../runtime/model/constraint-type.js';
import type { ListDerivation } from '../derive/derive-list.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { describeSingularPoint } from '../derive/singular-points.js';
import { writeFormulas } from '../equations/formulas.js';
import { text } from '../notation/text.js';
import { describeForces, describeRows } from '../equations/units.js';
import { formulaList } from '../spec/formula-list.js';
import { equationLines } from './equation-lines.js';
import { codeSpan, commentText } from './literal.js';

/** The text of a class's comment: its purpose, the formula, the derivation, and its cost. */
export const classComment = (derivation: SpaceDerivation, withJdot: boolean): string => {
  const { operations } = derivation;
  return comment(
    derivation,
    derivationLines(derivation),
    unitNote(derivation),
    `Operations: ${operations.kernel.total} for C, Cdot, J and gamma${withJdot ? `; ${operations.Jdot.total} for Jdot` : ''}.`,
  );
};

/** The comment of a class over lists: the term of each of its reductions, then what they make up. */
export function listClassComment(derivation: ListDerivation): string {
  const { reductions, outer, operations } = derivation;
  const lines = reductions.flatMap(({ name, take, text: formula, derivation: term }) => [
    `${name} = ${take} of the terms of ${commentText(formula)}; its term:`,
    ...derivationLines(term).map((line) => `  ${line}`),
  ]);
  const cost = `Operations: ${operations.kernel.total} for one term of each sum, and for C, Cdot, J and gamma.`;
  return comment(derivation, [...lines, ...derivationLines(outer.derivation)], [], cost);
}

function comment(
  derivation: Pick<SpaceDerivation, 'spec' | 'rows' | 'levels' | 'relations' | 'periods' | 'singular'>,
  lines: readonly string[],
  units: readonly string[],
  cost: string,
): string {
  const { spec, rows, levels } = derivation;
  const formulas = formulaList(spec).map(codeSpan);
  const where = Object.entries(spec.where ?? {}).map(([name, formula]) => codeSpan(`${name} = ${formula}`));
  return [
    commentText(spec.summary),
    '',
    ...(spec.doc === undefined ? [] : [commentText(spec.doc), '']),
    `Formula: ${formulas.join(', ')}${where.length === 0 ? '' : ` where ${where.join(', ')}`}${rows > 1 ? ` (${rows} rows)` : ''}`,
    ...velocityNote(levels),
    ...relationNote(derivation),
    ...periodNote(derivation),
    '',
    '```text',
    ...lines,
    '```',
    '',
    ...derivation.singular.map((point) => commentText(describeSingularPoint(point))),
    ...units,
    cost,
  ].join('\n');
}

/** A note on the units of the results, as far as they are known. */
function unitNote(derivation: SpaceDerivation): string[] {
  const rows = describeRows(derivation);
  return rows.length === 0 ? [] : [`Units: ${[...rows, ...describeForces(derivation)].join('; ')}.`];
}

/** A note on the rows that hold rates, and what that means to a reader of the kernel. */
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

/** A note on rows whose value counts to the nearest whole turn. */
function periodNote({ periods }: Pick<SpaceDerivation, 'periods'>): string[] {
  const numbers = periods.flatMap((period, i) => (period === 0 ? [] : [i + 1]));
  if (numbers.length === 0) return [];
  const which =
    numbers.length === periods.length ? '' : ` (row${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')})`;
  return [
    '',
    `Period 2π${which}: \`C\` jumps by whole turns, which do not count; a world takes it to the nearest turn.`,
  ];
}

/** A note on rows that are not equations. */
function relationNote({ relations, spec }: Pick<SpaceDerivation, 'relations' | 'spec'>): string[] {
  const numbers = (wanted: RowRelation): string => {
    const rows = relations.flatMap((relation, i) => (relation === wanted ? [i + 1] : []));
    return rows.length === relations.length ? '' : ` (row${rows.length === 1 ? '' : 's'} ${rows.join(', ')})`;
  };
  const notes: string[] = [];
  if (relations.includes('>='))
    notes.push(
      `Inequality${numbers('>=')}: \`C >= 0\`, with a multiplier \`lambda >= 0\` that acts only where \`C = 0\`.`,
    );
  if (spec.friction)
    notes.push(
      `Friction${numbers('friction')}: opposes \`phi\`, with at most ${codeSpan(String(spec.friction.coefficient))} times the multiplier of the inequality.`,
    );
  return notes.length === 0 ? [] : ['', ...notes];
}

/**
 * Longest derivation that is written out, lines. From a longer one `Cdot`, which is `J v + ∂C/∂t`,
 * is left out first.
 */
const MAX_LINES = 24;

function derivationLines(derivation: SpaceDerivation): readonly string[] {
  const { where, C, Cdot, phi, J, gamma } = writeFormulas(derivation, text);
  const blocks = J.filter(({ expression }) => !/^\[?0(, 0)*\]?$/.test(expression));
  const rest = blocks.length === J.length ? [] : ['All other blocks of J are 0.'];
  const choices = [
    [...equationLines(where, [...C, ...Cdot, ...phi, ...blocks, ...gamma], 'kernel'), ...rest],
    [...equationLines(where, [...C, ...phi, ...blocks, ...gamma], 'kernel'), ...rest],
  ];
  return (
    choices.find((lines) => lines.length <= MAX_LINES) ?? [
      ...equationLines(where, [...C, ...phi], 'kernel'),
      'J, gamma: see the kernel',
    ]
  );
}
