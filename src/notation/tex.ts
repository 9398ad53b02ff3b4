import { isPrimitive, primitiveOf } from '../primitives/index.js';
import { countOf, type Notation, type Piece, type Strength } from './notation.js';

const at = (piece: Piece, strength: Strength): string =>
  piece.strength >= strength ? piece.text : `\\left(${piece.text}\\right)`;
const OPERATORS: Readonly<Record<string, string>> = {
  less: '<',
  lessOrEqual: '\\le',
  equal: '=',
  and: '\\land',
  or: '\\lor',
};

/** TeX, for papers, for MathJax and KaTeX, and as the source of MathML. */
export const tex: Notation = {
  number: ({ n, d }) => ({ text: d === 1n ? `${n}` : `\\tfrac{${n}}{${d}}`, strength: 3 }),
  symbol: (name) => (name === 'tau' ? { text: '2 \\pi', strength: 1 } : { text: texSymbol(name), strength: 3 }),
  indexed: (name, index) => ({ text: texSymbol(name, texSymbol(index)), strength: 3 }),
  sum: (terms) => ({
    text: terms
      .map(({ negative, piece }, i) => `${negative ? (i === 0 ? '-' : ' - ') : i === 0 ? '' : ' + '}${at(piece, 1)}`)
      .join(''),
    strength: 0,
  }),
  negation: (piece) => ({ text: `-${at(piece, 1)}`, strength: 0 }),
  product: (pieces) => ({ text: pieces.map((piece) => at(piece, 1)).join(' \\, '), strength: 1 }),
  quotient: (above, below) => ({ text: `\\frac{${above.text}}{${below.text}}`, strength: 2 }),
  power: (base, exponent) => ({ text: `{${at(base, 3)}}^{${exponent.text}}`, strength: 2 }),
  omission: (operations) => ({ text: `[\\ldots\\text{ ${countOf(operations)} operations}]`, strength: 3 }),
  root: (radicand) => ({ text: `\\sqrt{${radicand.text}}`, strength: 3 }),
  call: (name, args) => {
    const operator = OPERATORS[name];
    if (operator !== undefined) return { text: args.map((arg) => at(arg, 1)).join(` ${operator} `), strength: 0 };
    const [first, second] = args;
    if (!isPrimitive(name)) return { text: `\\lnot ${at(first!, 3)}`, strength: 2 };
    const { tex: written = `\\operatorname{${name}}` } = primitiveOf(name);
    if (written === '^') return tex.power(first!, second!);
    if (typeof written !== 'string') return { text: written.join(first!.text), strength: 3 };
    return { text: `${written}\\left(${args.map((arg) => arg.text).join(', ')}\\right)`, strength: 3 };
  },
  curve: (curve, marks, argument) => ({
    text: `${curve.text}${marks}\\left(${argument.text}\\right)`,
    strength: 3,
  }),
  choice: (condition, yes, no) => ({
    text: `\\begin{cases} ${yes.text} & ${condition.text} \\\\ ${no.text} & \\text{otherwise} \\end{cases}`,
    strength: 3,
  }),
};

const GREEK = new Set(
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega Omega Theta Phi Psi'.split(
    ' ',
  ),
);

/** `theta → \theta`, `length → \mathrm{length}`, `C1 → C_{1}`, `a.x' → \dot{a}_{x}` */
function texSymbol(name: string, subscript?: string): string {
  const rate = name.endsWith("'");
  const [, stem = '', axis] = /^(.*?)(?:[._]([xyz]))?$/.exec(rate ? name.slice(0, -1) : name) ?? [];
  // A letter with a number is that letter with an index.
  const [, indexed = '', index] = /^([A-Za-z]+?)(\d+)$/.exec(stem) ?? [];
  const hasIndex = indexed.length === 1 || GREEK.has(indexed);
  const letter = symbolLetter(hasIndex ? indexed : stem);
  const below = [
    ...(hasIndex ? [index] : []),
    ...(axis === undefined ? [] : [axis]),
    ...(subscript === undefined ? [] : [subscript]),
  ].join(',');
  return `${rate ? `\\dot{${letter}}` : letter}${below === '' ? '' : `_{${below}}`}`;
}

function symbolLetter(stem: string): string {
  if (GREEK.has(stem)) return `\\${stem}`;
  const escaped = stem.replace(/[_$]/g, '\\$&');
  return stem.length === 1 ? escaped : `\\mathrm{${escaped}}`;
}
