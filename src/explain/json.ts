import { tex } from '../notation/tex.js';
import { text } from '../notation/text.js';
import type { Account } from './account.js';
import { mathml } from './mathml.js';

/** Writes derivations as JSON, for programs. */
export const explainJson = (accounts: readonly Account[]): string =>
  `${JSON.stringify(accounts.map(accountData), null, 2)}\n`;

const accountData = ({ derivation, data, parts }: Account): object => ({
  ...data(),
  parts: writtenParts(parts),
  // Without their graphs.
  singular: derivation.singular.map(({ kind, where, meaning, policy }) => ({ kind, where, meaning, policy })),
  warnings: derivation.warnings,
});

/** The parts of a derivation, each equation as text, in TeX, and in MathML. */
function writtenParts(parts: Account['parts']): object {
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
