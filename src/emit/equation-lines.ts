import type { Equation } from '../equations/formulas.js';
import { commentText } from './literal.js';

/** Longest line of an equation, characters. Beyond it the code reads better than the formula. */
const MAX_LINE = 108;

/**
 * Writes equations as lines of a comment, after those of `where` that they refer to. Equations that
 * are too long to be read are only named. So are those that refer to a shared quantity `s1, s2, …`
 * that is too long. Both stand in the `code`.
 */
export function equationLines(where: readonly Equation[], equations: readonly Equation[], code: string): string[] {
  const unread = new Set<Equation>();
  for (const equation of [...where, ...equations]) {
    const unexplained = where.some((shared) => unread.has(shared) && isShared(shared) && refersTo(equation, shared));
    if (unexplained || !fits(equation)) unread.add(equation);
  }
  const shown = equations.filter((equation) => !unread.has(equation));
  const known: Equation[] = [];
  // From the last to the first: each refers to earlier ones only.
  for (const quantity of where.toReversed())
    if (!unread.has(quantity) && [...known, ...shown].some((equation) => refersTo(equation, quantity)))
      known.unshift(quantity);
  const vectors = asVectors(known);
  const isKnown = ({ symbol }: Equation): boolean => vectors.some((one) => one.symbol === symbol);
  const hidden = equations.filter((equation) => unread.has(equation)).map(({ symbol }) => symbol);
  return [
    ...[...vectors, ...asChains(shown.filter((equation) => !isKnown(equation)))].map(({ symbol, expression }) =>
      commentText(`${symbol} = ${expression}`),
    ),
    ...(hidden.length === 0 ? [] : [`${hidden.join(', ')}: see the ${code}`]),
  ];
}

const isShared = ({ symbol }: Equation): boolean => /^s\d+$/.test(symbol);
const fits = ({ symbol, expression }: Equation): boolean => symbol.length + expression.length <= MAX_LINE;
const refersTo = ({ expression }: Equation, { symbol }: Equation): boolean =>
  expression.split(/[^\w]+/).includes(symbol);

/**
 * Writes `d_x = …` and `d_y = …` as `d = […, …]`, where that fits into a line and stands after what
 * it refers to.
 */
function asVectors(equations: readonly Equation[]): readonly Equation[] {
  return equations.reduce((joined: readonly Equation[], { symbol }) => {
    const stem = /^(.+)_[xyz]$/.exec(symbol)?.[1];
    const components = ['x', 'y', 'z'].flatMap((axis) => joined.find((one) => one.symbol === `${stem}_${axis}`) ?? []);
    if (stem === undefined || components.length < 2) return joined;
    const [first, last] = [Math.min, Math.max].map((end) => end(...components.map((one) => joined.indexOf(one))));
    const between = joined.slice(first, last).filter((one) => !components.includes(one));
    const vector = { symbol: stem, expression: `[${components.map(({ expression }) => expression).join(', ')}]` };
    if (!fits(vector) || between.some((one) => components.some((component) => refersTo(component, one)))) return joined;
    return joined.flatMap((one, i) => (i === first ? [vector] : components.includes(one) ? [] : [one]));
  }, equations);
}

/** Writes `gamma1 = 0` and `gamma2 = 0` as `gamma1 = gamma2 = 0`. */
function asChains(equations: readonly Equation[]): Equation[] {
  const chains: Equation[] = [];
  for (const { symbol, expression } of equations) {
    const last = chains.at(-1);
    if (last?.expression === expression && stemOf(last.symbol) === stemOf(symbol))
      chains.splice(-1, 1, { symbol: `${last.symbol} = ${symbol}`, expression });
    else chains.push({ symbol, expression });
  }
  return chains;
}

const stemOf = (symbol: string): string => /^[A-Za-z]*/.exec(symbol)![0];
