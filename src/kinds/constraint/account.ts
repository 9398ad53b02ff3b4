import type { RowRelation } from '../../../runtime/model/constraint-type.js';
import type { SpaceDerivation } from '../../derive/derive-space.js';
import { blocksOf } from '../../derive/derive-space.js';
import { compileClass } from '../../emit/compile.js';
import { constraintKernel, jdotKernel } from '../../emit/kernel.js';
import { describeType } from '../../emit/type-description.js';
import { givenParameters, whereFormulas, type Account, type GivenQuantity } from '../../explain/account.js';
import type { Pattern } from '../../explain/html/pattern.js';
import { writeFormulas, type Equation, type Part } from '../../equations/formulas.js';
import type { Notation } from '../../notation/notation.js';
import { tex } from '../../notation/tex.js';
import { text } from '../../notation/text.js';
import { formulaList } from '../../spec/formula-list.js';
import type { Node } from '../../symbolic/node.js';
import { formatUnit } from '../../units/format-unit.js';
import { verifyType } from '../../verify/index.js';

/** The account of a constraint, for a reader. */
export function constraintAccount(derivation: SpaceDerivation): Account {
  const { spec, params, inputs, operations, derivatives } = derivation;
  const { C, Cdot, J, gamma, Jdot } = derivatives;
  return {
    derivation,
    summary: spec.summary,
    doc: spec.doc,
    facts: factsOf(derivation),
    formulas: [...formulaList(spec), ...whereFormulas(spec.where)],
    given: [{ heading: 'Inputs', caption: 'What it joins', list: inputs.map(withUnit) }, givenParameters(params)],
    results: derivation,
    sample: spec.sample ?? {},
    parts: (notation) => partsOf(derivation, notation),
    matrix: { heading: 'Blocks of the Jacobian', pattern: jacobianPattern(derivation) },
    costs: [
      {
        of: 'C, Cdot, J, gamma',
        count: operations.kernel,
        roots: [...C, ...Cdot, ...blocksOf(J), ...gamma],
      },
      { of: 'Jdot', count: operations.Jdot, roots: blocksOf(Jdot) },
    ],
    sources: () => [constraintKernel(derivation), jdotKernel(derivation)],
    prove: (options) => verifyType(compileClass(derivation).type, options),
    data: () => ({
      ...describeType(derivation),
      operations,
      units: plainUnits(derivation),
      text: writeFormulas(derivation, text),
      tex: writeFormulas(derivation, tex),
    }),
  };
}

/** Space, rows, level and relations in words. */
export function factsOf({
  space,
  rows,
  levels,
  relations,
}: Pick<SpaceDerivation, 'space' | 'rows' | 'levels' | 'relations'>): string[] {
  const rates = levels.filter((level) => level === 'velocity').length;
  const level =
    rates === 0 ? 'position level' : rates === rows ? 'velocity level' : `${rates} of ${rows} rows at velocity level`;
  const count = (wanted: RowRelation): number => relations.filter((relation) => relation === wanted).length;
  const inequalities = count('>=');
  return [
    space === 2 ? 'in the plane' : 'in space',
    rows === 1 ? 'one row' : `${rows} rows`,
    level,
    ...(inequalities === 0 ? [] : [inequalities === rows ? 'C ≥ 0' : `${inequalities} of ${rows} rows C ≥ 0`]),
    ...(count('friction') === 0 ? [] : ['friction']),
  ];
}

const USUAL_UNITS = { point: 'm', direction: undefined, scalar: 'rad, or that of a coordinate' } as const;

/** An input with the unit that it has without saying so. */
export const withUnit = (input: SpaceDerivation['inputs'][number]): GivenQuantity => {
  const unit = input.unit ?? USUAL_UNITS[input.kind];
  return { ...input, ...(unit !== undefined && { unit }) };
};

/** The derivation, part by part; of the term of a sum, under its name. */
export function partsOf(derivation: SpaceDerivation, notation: Notation, term = ''): Part[] {
  const { where, C, Cdot, phi, J, gamma } = writeFormulas(derivation, notation, term);
  const { levels, periods } = derivation;
  const angles = periods.flatMap((period, i) => (period === 0 ? [] : [i + 1]));
  const withRows = (title: string, list: readonly Equation[]): string =>
    list.length > 1 ? `${title} (${list.length} rows)` : title;
  const perLevel = (position: string, velocity: string): string =>
    [...(levels.includes('position') ? [position] : []), ...(levels.includes('velocity') ? [velocity] : [])].join(', ');
  return [
    { heading: 'where', equations: where },
    {
      heading: `${withRows('C', C)}${angles.length === 0 ? '' : `, modulo 2π${angles.length < periods.length ? ` in row ${angles.join(', ')}` : ''}`}`,
      equations: C,
    },
    { heading: 'Cdot', equations: Cdot },
    { heading: withRows('phi, held at zero at velocity level', phi), equations: phi },
    { heading: `J = ${perLevel('∂C/∂x', '∂phi/∂ẋ')}`, equations: J },
    { heading: `gamma, the rest of ${perLevel('C̈', 'dphi/dt')}`, equations: gamma },
  ];
}

/** The pattern of the blocks of `J`. */
export function jacobianPattern({ derivatives, inputs, expanded, rows }: SpaceDerivation): Pattern {
  const fixed = new Set<Node>(expanded.params.flatMap(({ components }) => components));
  return {
    title: 'Entries of J: a row for each equation, a block for each input',
    rows: derivatives.J.map((blocks, i) => ({ name: rows === 1 ? 'C' : `row ${i + 1}`, entries: blocks.flat() })),
    groups: inputs.map(({ name, size }) => ({ name, columns: size === 1 ? [''] : ['x', 'y', 'z'].slice(0, size) })),
    isFixed: (variable) => fixed.has(variable),
  };
}

/**
 * The units of `C` (`phi` at velocity level) and of `lambda` by rows, `null` where they are not
 * known, and of the force on each input.
 */
const plainUnits = ({ units: { rows, forces } }: SpaceDerivation): object => ({
  rows: rows.map((row) =>
    row === undefined ? null : { value: formatUnit(row.value), lambda: formatUnit(row.lambda) },
  ),
  forces: Object.fromEntries(Object.entries(forces).map(([input, unit]) => [input, formatUnit(unit)])),
});
