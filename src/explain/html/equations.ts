import type { Equation } from '../../equations/formulas.js';
import { mathml } from '../mathml.js';

/**
 * Equations in MathML, each on a line of its own that scrolls where it is too long.
 */
export const equationList = (equations: readonly Equation[]): string =>
  equations.length === 0
    ? ''
    : `<div class="equations">\n${equations.map((equation) => `<div class="wide" tabindex="0">${mathml(equation)}</div>`).join('\n')}\n</div>`;
