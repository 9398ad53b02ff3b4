import type { SpaceDerivation } from '../derive/derive-space.js';
import { describeSingularPoint } from '../derive/singular-points.js';
import type { OperationCount } from '../lower/count.js';
import { writeFormulas, type Equation } from '../notation/formulas.js';
import { text } from '../notation/text.js';
import { describeForces, describeRows } from '../notation/units.js';
import { formulaList } from '../spec/formula-list.js';

/** For a terminal. */
export function explainText(spaces: readonly SpaceDerivation[]): string {
  return spaces.map(explainSpace).join('\n\n') + '\n';
}

function explainSpace(derivation: SpaceDerivation): string {
  const { className, spec, inputs, params, operations, levels } = derivation;
  const formulas = writeFormulas(derivation, text);
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
  const equations = (list: readonly Equation[]): string[] =>
    list.map(({ symbol, expression }) => `${symbol} = ${expression}`);
  const withRows = (title: string, list: readonly Equation[]): string =>
    list.length > 1 ? `${title} (${list.length} rows)` : title;
  const perLevel = (position: string, velocity: string): string =>
    [...(levels.includes('position') ? [position] : []), ...(levels.includes('velocity') ? [velocity] : [])].join(', ');
  const derivative = perLevel('∂C/∂x', '∂phi/∂ẋ');
  const acceleration = perLevel('C̈', 'dphi/dt');
  return [
    `${className}: ${spec.summary}`,
    ...(spec.doc === undefined ? [] : ['', spec.doc]),
    ...section('Formula', [
      ...formulaList(spec),
      ...Object.entries(spec.where ?? {}).map(([name, formula]) => `where ${name} = ${formula}`),
    ]),
    ...section(
      'Inputs',
      inputs.map(
        ({ name, kind, size, unit }) =>
          `${name}: ${kind}${size > 1 ? `, ${size} components` : ''}${unit === undefined ? '' : `; in ${unit}`}`,
      ),
    ),
    ...section(
      'Parameters',
      params.map(({ name, kind, unit, doc }) =>
        [`${name}: ${kind}`, ...(unit === undefined ? [] : [`in ${unit}`]), ...(doc === undefined ? [] : [doc])].join(
          '; ',
        ),
      ),
    ),
    ...section('Units', [...describeRows(derivation), ...describeForces(derivation)]),
    ...section('where', equations(formulas.where)),
    ...section(withRows('C', formulas.C), equations(formulas.C)),
    ...section('Cdot', equations(formulas.Cdot)),
    ...section(withRows('phi, held at zero at velocity level', formulas.phi), equations(formulas.phi)),
    ...section(`J = ${derivative}`, equations(formulas.J)),
    ...section(`gamma, the rest of ${acceleration}`, equations(formulas.gamma)),
    ...section('Singular points', derivation.singular.map(describeSingularPoint)),
    ...section(
      'Warnings',
      derivation.warnings.map(({ message }) => message),
    ),
    ...section('Operations', [
      `C, Cdot, J, gamma: ${describeCount(operations.kernel)}`,
      `Jdot: ${describeCount(operations.Jdot)}`,
    ]),
  ].join('\n');
}

export const describeCount = ({ total, byKind }: OperationCount): string =>
  `${total}${
    total === 0
      ? ''
      : ` (${Object.entries(byKind)
          .map(([kind, count]) => `${kind} ${count}`)
          .join(', ')})`
  }`;
