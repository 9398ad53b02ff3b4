import temml from 'temml';
import { formulaTex } from './build/formula-tex.js';

/** A rule as mathematicians write it: an element of MathML. Throws for a text that is no formula. */
export const typesetRule = (rule: string): string =>
  temml.renderToString(formulaTex(rule, true), { throwOnError: true });
