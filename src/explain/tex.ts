import type { BodyDerivation } from '../derive/derive-body.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { writeSingularPoint } from '../derive/singular-points.js';
import { writeFormulas, type Equation, type Formulas } from '../notation/formulas.js';
import { tex } from '../notation/tex.js';
import { rowGroups } from '../notation/units.js';
import { texUnit } from '../units/format-unit.js';

/** For a paper: one `align*` environment per class. */
export function explainTex(spaces: readonly SpaceDerivation[]): string {
  return spaces
    .map((derivation) => {
      const equations = [...equationsOf(writeFormulas(derivation, tex)), ...unitEquations(derivation)];
      const lines = equations.map(({ symbol, expression }) => `  ${symbol} &= ${expression}`);
      return alignedEquations(derivation, lines);
    })
    .join('\n');
}

/** The equations of one class, and after them a sentence for each of its singular points. */
export function alignedEquations(
  { className, singular, expanded }: Pick<SpaceDerivation | BodyDerivation, 'className' | 'singular' | 'expanded'>,
  lines: readonly string[],
): string {
  const sentences = singular.map(
    (point) =>
      `Singular where $${writeSingularPoint(point, expanded, tex, '\\pm 1')}$: ${point.policy.replace('±1', '$\\pm 1$')}.\n`,
  );
  return `% ${className}\n\\begin{align*}\n${lines.join(' \\\\\n')}\n\\end{align*}\n${sentences.join('')}`;
}

/** `[C] = m`, `[λ] = N`: the units of rows and multipliers. */
function unitEquations(derivation: SpaceDerivation): Equation[] {
  const isSingle = derivation.rows === 1;
  return rowGroups(derivation).flatMap(({ rows, symbol, value, lambda }) => {
    const bracketed = (letter: string): string =>
      rows.map((row) => `\\left[${letter}${isSingle ? '' : `_{${row}}`}\\right]`).join(' = ');
    return [
      { symbol: bracketed(symbol === 'phi' ? '\\phi' : 'C'), expression: texUnit(value) },
      { symbol: bracketed('\\lambda'), expression: texUnit(lambda) },
    ];
  });
}

/** All equations of a derivation in its order. */
const equationsOf = ({ where, C, Cdot, phi, J, gamma }: Formulas): Formulas['C'] => [
  ...where,
  ...C,
  ...Cdot,
  ...phi,
  ...J,
  ...gamma,
];
