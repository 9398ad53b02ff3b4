import { toText } from '../symbolic/rational.js';
import { localName } from './local-name.js';
import { countOf, type Notation, type Piece, type Strength } from './notation.js';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const at = (piece: Piece, strength: Strength): string => (piece.strength >= strength ? piece.text : `(${piece.text})`);
const OPERATORS: Readonly<Record<string, string>> = { less: '<', lessOrEqual: '≤', equal: '=', and: 'and', or: 'or' };

/** Plain text with a few mathematical signs: `(a_x − b_x)/d`, `√s`, `r²`. */
export const text: Notation = {
  number: (value) => ({ text: toText(value), strength: value.d === 1n ? 3 : 1 }),
  symbol: (name) => (name === 'tau' ? { text: '2π', strength: 1 } : { text: plainSymbol(name), strength: 3 }),
  indexed: (name, index) => ({ text: `${plainSymbol(name)}_${plainSymbol(index)}`, strength: 3 }),
  sum: (terms) => ({
    text: terms
      .map(({ negative, piece }, i) => `${i === 0 ? (negative ? '−' : '') : negative ? ' − ' : ' + '}${at(piece, 1)}`)
      .join(''),
    strength: 0,
  }),
  negation: (piece) => ({ text: `−${at(piece, 1)}`, strength: 0 }),
  product: (pieces) => ({ text: pieces.map((piece) => at(piece, 1)).join('·'), strength: 1 }),
  quotient: (above, below) => ({ text: `${at(above, 1)}/${at(below, 2)}`, strength: 1 }),
  power: (base, exponent) => {
    const raised = /^\d+$/.test(exponent.text)
      ? exponent.text.replace(/\d/g, (digit) => SUPERSCRIPTS.charAt(Number(digit)))
      : `^(${exponent.text})`;
    return { text: `${at(base, 3)}${raised}`, strength: 2 };
  },
  omission: (operations) => ({ text: `[… ${countOf(operations)} operations]`, strength: 3 }),
  root: (radicand) => ({ text: `√${at(radicand, 3)}`, strength: 2 }),
  call: (name, args) => {
    const operator = OPERATORS[name];
    if (operator !== undefined) return { text: args.map((arg) => at(arg, 1)).join(` ${operator} `), strength: 0 };
    return { text: `${name}(${args.map((arg) => arg.text).join(', ')})`, strength: 3 };
  },
  curve: (curve, marks, argument) => ({ text: `${curve.text}${marks}(${argument.text})`, strength: 3 }),
  choice: (condition, yes, no) => ({ text: `(${condition.text} ? ${yes.text} : ${no.text})`, strength: 3 }),
};

/** `a.x → a_x`, `a.x' → aDot_x`, as in code. The rate of `C2` is `Cdot2`. */
const plainSymbol = (name: string): string => (/^C\d*'$/.test(name) ? `Cdot${name.slice(1, -1)}` : localName(name));
