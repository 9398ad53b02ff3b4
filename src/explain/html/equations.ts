import temml from 'temml';
import type { Equation } from '../../equations/formulas.js';

/**
 * Equations in MathML, each on a line of its own that scrolls where it is too long. Their TeX is
 * made of checked names and numbers.
 */
export const equationList = (equations: readonly Equation[]): string =>
  equations.length === 0
    ? ''
    : `<div class="equations">\n${equations.map((equation) => `<div class="wide" tabindex="0">${mathml(equation)}</div>`).join('\n')}\n</div>`;

const mathml = ({ symbol, expression }: Equation): string =>
  temml.renderToString(`${symbol} = ${expression}`, { displayMode: true });
