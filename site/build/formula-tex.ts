import type { Piece } from '../../src/notation/notation.js';
import { tex } from '../../src/notation/tex.js';
import { isPrimitive } from '../../src/primitives/index.js';
import { parseFormula } from '../../src/syntax/parse.js';
import {
  partsOf,
  ungrouped,
  type BinarySyntax,
  type CallSyntax,
  type SumSyntax,
  type Syntax,
} from '../../src/syntax/syntax.js';

/**
 * Writes a formula in TeX as it stands: vectors stay vectors, and no derivation has rearranged it.
 * `isRow` is for an entry of `C`, in which "= 0" is understood where no sign of comparison stands.
 * Throws a SpecError for a text that is no formula.
 */
export function formulaTex(text: string, isRow = false): string {
  const { syntax } = parseFormula(text);
  const written = write(syntax, text).text;
  return isRow && ungrouped(syntax).kind !== 'relation' ? `${written} = 0` : written;
}

/** Writes a part of the formula `text`. */
function write(syntax: Syntax, text: string): Piece {
  const inside = (part: Syntax): Piece => write(part, text);
  switch (syntax.kind) {
    case 'number':
      return numeral(syntax.text);
    case 'name':
      return tex.symbol(syntax.name);
    case 'group':
      // Brackets are set where the notation needs them.
      return inside(syntax.inner);
    case 'prefix':
      if (syntax.operator === 'not') return tex.call('not', [inside(syntax.operand)]);
      return syntax.operator === '+' ? inside(syntax.operand) : negated(signed(syntax, inside));
    case 'binary':
      return binary(syntax, inside);
    case 'relation': {
      const [first, ...others] = syntax.operands.map((operand) => inside(operand).text);
      return {
        text: others.reduce((left, right, i) => `${left} ${RELATIONS[syntax.operators[i]!]} ${right}`, first!),
        strength: 0,
      };
    }
    case 'conditional':
      return tex.choice(inside(syntax.condition), inside(syntax.whenTrue), inside(syntax.whenFalse));
    case 'call':
      return call(syntax, inside);
    case 'member':
      return syntax.object.kind === 'name'
        ? tex.symbol(`${syntax.object.name}.${syntax.member}`)
        : below(inside(syntax.object), syntax.member);
    case 'index':
      return below(inside(syntax.object), syntax.indices.map((index) => inside(index).text).join(', '));
    case 'list':
      return column(syntax.items, inside);
    case 'sum':
      return sum(syntax, text);
  }
}

const RELATIONS = { '==': '=', '!=': '\\ne', '<': '<', '<=': '\\le', '>': '>', '>=': '\\ge' } as const;

/** A number as it is written; `1e-3` as a power of ten. */
function numeral(written: string): Piece {
  const [digits = '', exponent] = written.split(/e/i);
  if (exponent === undefined) return { text: digits, strength: 3 };
  const power = `10^{${Number(exponent)}}`;
  return digits === '1' ? { text: power, strength: 2 } : { text: `${digits} \\cdot ${power}`, strength: 1 };
}

const bracketed = (piece: Piece): Piece => ({ text: `\\left(${piece.text}\\right)`, strength: 3 });
/** The base of an index or an exponent. */
const base = (piece: Piece): string => (piece.strength < 3 ? bracketed(piece) : piece).text;
const below = (piece: Piece, index: string): Piece => ({ text: `{${base(piece)}}_{${index}}`, strength: 3 });

type Inside = (part: Syntax) => Piece;

function binary(syntax: BinarySyntax, inside: Inside): Piece {
  const { operator, left, right } = syntax;
  switch (operator) {
    case '+':
    case '-':
      return tex.sum(termsOf(syntax, inside));
    case '*':
    case '/':
      return negated(signed(syntax, inside));
    case '^':
      return tex.power(inside(left), inside(right));
    case 'and':
    case 'or':
      return tex.call(operator, [inside(left), inside(right)]);
  }
}

interface Signed {
  readonly negative: boolean;
  readonly piece: Piece;
}

const negated = ({ negative, piece }: Signed): Piece => (negative ? tex.negation(piece) : piece);

/** The terms of a sum that is read from the left. */
function termsOf(syntax: Syntax, inside: Inside): Signed[] {
  if (syntax.kind !== 'binary' || (syntax.operator !== '+' && syntax.operator !== '-')) return [signed(syntax, inside)];
  const { left, operator, right } = syntax;
  return [...termsOf(left, inside), { negative: operator === '-', piece: inside(right) }];
}

/** A product or a quotient with the sign of its first factor before it: `-a * b / c`. `first` writes that factor. */
function signed(syntax: Syntax, inside: Inside, first = inside): Signed {
  if (syntax.kind === 'prefix' && syntax.operator === '-') return { negative: true, piece: first(syntax.operand) };
  if (syntax.kind === 'binary' && syntax.operator === '*') {
    const { negative, piece } = signed(syntax.left, inside, (part) => factor(part, inside));
    return { negative, piece: product(piece, factor(syntax.right, inside)) };
  }
  if (syntax.kind === 'binary' && syntax.operator === '/') {
    const { negative, piece } = signed(syntax.left, inside);
    return { negative, piece: tex.quotient(piece, inside(syntax.right)) };
  }
  return { negative: false, piece: first(syntax) };
}

/** The products of two vectors by their signs. A factor beside one could be taken for a part of it. */
const VECTOR_PRODUCTS: Readonly<Record<string, string>> = { dot: '\\cdot', cross: '\\times' };

function factor(syntax: Syntax, inside: Inside): Piece {
  const bare = ungrouped(syntax);
  const isVectorProduct = bare.kind === 'call' && nameOf(bare) in VECTOR_PRODUCTS;
  return isVectorProduct ? bracketed(inside(bare)) : inside(syntax);
}

/** A product; a numeral behind another factor needs a sign. */
const product = (left: Piece, right: Piece): Piece => {
  const written = tex.product([left, right]);
  const sign = ` \\cdot ${right.text}`;
  return /^\d/.test(right.text) && right.strength > 0
    ? { ...written, text: `${tex.product([left]).text}${sign}` }
    : written;
};

const nameOf = ({ callee }: CallSyntax): string => (callee.kind === 'name' ? callee.name : '');

/** Functions with a notation of their own that no node of the graph has, by their numbers of arguments. */
const CALLS: Readonly<Record<string, (first: Piece, second: Piece) => Piece>> = {
  'sqrt/1': tex.root,
  'nthRoot/1': tex.root,
  'nthRoot/2': (x, n) => ({ text: `\\sqrt[${n.text}]{${x.text}}`, strength: 3 }),
  'log/2': (x, b) => ({ text: `\\log_{${b.text}}\\left(${x.text}\\right)`, strength: 3 }),
  'norm/1': (u) => ({ text: `\\left\\lVert ${u.text} \\right\\rVert`, strength: 3 }),
  'transpose/1': (A) => ({ text: `{${base(A)}}^{\\mathsf{T}}`, strength: 2 }),
};

function call(syntax: CallSyntax, inside: Inside): Piece {
  const name = nameOf(syntax);
  if (name === 'ddt') return rate(syntax.args[0]!, inside);
  const args = syntax.args.map(inside);
  const sign = VECTOR_PRODUCTS[name];
  if (sign !== undefined) {
    const sides = args.map((arg) => (arg.strength < 2 ? bracketed(arg) : arg).text);
    return { text: sides.join(` ${sign} `), strength: 1 };
  }
  const own = CALLS[`${name}/${args.length}`];
  if (own !== undefined) return own(args[0]!, args[1]!);
  if (isPrimitive(name)) return tex.call(name, args);
  const list = `\\left(${args.map((arg) => arg.text).join(', ')}\\right)`;
  return { text: `\\operatorname{${name}}${list}`, strength: 3 };
}

/** The rate of a quantity: a dot over a name, `d/dt` before anything else. */
function rate(of: Syntax, inside: Inside): Piece {
  const bare = ungrouped(of);
  if (bare.kind === 'name') return tex.symbol(`${bare.name}'`);
  if (bare.kind === 'member' && bare.object.kind === 'name') return tex.symbol(`${bare.object.name}.${bare.member}'`);
  return { text: `\\frac{\\mathrm{d}}{\\mathrm{d} t} ${bracketed(inside(bare)).text}`, strength: 1 };
}

/** A vector as a column, a list of rows as a matrix. */
function column(items: readonly Syntax[], inside: Inside): Piece {
  const rows = items.map((item) => (item.kind === 'list' ? item.items : [item]));
  const lines = rows.map((row) => row.map((entry) => inside(entry).text).join(' & '));
  return { text: `\\begin{pmatrix} ${lines.join(' \\\\ ')} \\end{pmatrix}`, strength: 3 };
}

/** A sum with its counter. Its terms stand written out in the tree; the text has them as one. */
function sum({ counter, terms }: SumSyntax, text: string): Piece {
  const [first] = terms;
  const { start, end } = first!.span;
  const own = text.slice(start, end);
  const body = write(parseFormula(own).syntax, own);
  const from = counterIn(first!, counter.name);
  if (from === undefined) return product(numeral(String(terms.length)), body);
  const bounds = `\\sum_{${tex.symbol(counter.name).text}=${from}}^{${from + terms.length - 1}}`;
  return { text: `${bounds} ${(body.strength < 1 ? bracketed(body) : body).text}`, strength: 0 };
}

const counterIn = (syntax: Syntax, name: string): number | undefined =>
  syntax.counters?.[name] ??
  partsOf(syntax)
    .map((part) => counterIn(part, name))
    .find((value) => value !== undefined);
