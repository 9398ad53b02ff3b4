import temml from 'temml';
import type { Equation } from '../equations/formulas.js';

/** An equation, written in TeX, in MathML. Its TeX is made of checked names and numbers. */
export const mathml = ({ symbol, expression }: Equation): string =>
  temml.renderToString(`${symbol} = ${expression}`, { displayMode: true });
