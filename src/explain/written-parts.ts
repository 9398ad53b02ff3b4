import type { Equation } from '../equations/formulas.js';
import { tex } from '../notation/tex.js';
import { text } from '../notation/text.js';
import type { Account } from './account.js';

/** A part of a derivation, each equation as text, in TeX, and in MathML. */
export interface WrittenPart {
  readonly heading: string;
  readonly equations: readonly { readonly text: string; readonly tex: string; readonly mathml: string }[];
}

/** Writes the parts of a derivation; `mathml` typesets an equation in TeX. */
export function writtenParts(parts: Account['parts'], mathml: (equation: Equation) => string): readonly WrittenPart[] {
  const inTex = parts(tex);
  return parts(text).map(({ heading, equations }, i) => ({
    heading,
    equations: equations.map(({ symbol, expression }, k) => {
      const equation = inTex[i]!.equations[k]!;
      return {
        text: `${symbol} = ${expression}`,
        tex: `${equation.symbol} = ${equation.expression}`,
        mathml: mathml(equation),
      };
    }),
  }));
}
