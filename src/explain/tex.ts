import type { SpaceDerivation } from '../derive/derive-space.js';
import { writeSingularPoint } from '../derive/singular-points.js';
import { writeFormulas, type Formulas } from '../notation/formulas.js';
import { tex } from '../notation/tex.js';

/** For a paper: one `align*` environment per class. */
export function explainTex(spaces: readonly SpaceDerivation[]): string {
  return spaces
    .map((derivation) => {
      const lines = equationsOf(writeFormulas(derivation, tex)).map(
        ({ symbol, expression }) => `  ${symbol} &= ${expression}`,
      );
      const singular = derivation.singular.map(
        (point) =>
          `Singular where $${writeSingularPoint(point, derivation.expanded, tex, '\\pm 1')}$: ${point.policy.replace('±1', '$\\pm 1$')}.\n`,
      );
      return `% ${derivation.className}\n\\begin{align*}\n${lines.join(' \\\\\n')}\n\\end{align*}\n${singular.join('')}`;
    })
    .join('\n');
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
