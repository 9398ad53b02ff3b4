import { writeSingularPoint, type SeveralNotation } from '../derive/singular-points.js';
import type { Equation } from '../equations/formulas.js';
import { tex } from '../notation/tex.js';
import { rowGroups, type ResultUnits } from '../equations/units.js';
import { texUnit } from '../units/format-unit.js';
import type { Account } from './account.js';

/**
 * Writes derivations as TeX, for a paper: one `align*` environment per class, and after it a
 * sentence for each of its singular points.
 */
export const explainTex = (accounts: readonly Account[]): string => accounts.map(accountTex).join('\n');

const SEVERAL: SeveralNotation = { '±1': '\\pm 1', whole: '\\text{a whole number}' };

function accountTex({ derivation, results, parts }: Account): string {
  const { className, singular, expanded } = derivation;
  const equations = [
    ...parts(tex).flatMap((part) => part.equations),
    ...(results === undefined ? [] : unitEquations(results)),
  ];
  const lines = equations.map(({ symbol, expression }) => `  ${symbol} &= ${expression}`);
  const sentences = singular.map(
    (point) =>
      `Singular where $${writeSingularPoint(point, expanded, tex, SEVERAL)}$: ${point.policy.replace('±1', '$\\pm 1$')}.\n`,
  );
  return `% ${className}\n\\begin{align*}\n${lines.join(' \\\\\n')}\n\\end{align*}\n${sentences.join('')}`;
}

/** `[C] = m`, `[λ] = N`: the units of rows and multipliers. */
function unitEquations(results: ResultUnits): Equation[] {
  const isSingle = results.rows === 1;
  return rowGroups(results).flatMap(({ rows, symbol, value, lambda }) => {
    const bracketed = (letter: string): string =>
      rows.map((row) => `\\left[${letter}${isSingle ? '' : `_{${row}}`}\\right]`).join(' = ');
    return [
      { symbol: bracketed(symbol === 'phi' ? '\\phi' : 'C'), expression: texUnit(value) },
      { symbol: bracketed('\\lambda'), expression: texUnit(lambda) },
    ];
  });
}
