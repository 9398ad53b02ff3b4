import { mapTargetFunctions } from '../../primitives/index.js';
import type { BatchFunction, Index, LocalType, ParameterType } from '../syntax.js';
import { atom, binary, call, choice, comparison, connective, indent, index, lines, prefix, STRENGTH } from './infix.js';
import type { Infix } from './infix.js';
import type { Target } from './target.js';

/**
 * C99, to print one function after the other. A kernel is a function, and its arrays do not overlap.
 * Curves among the numbers have these names. A curve is looked up once for all that is read of it at
 * one argument.
 */
export function c(curves: ReadonlyMap<number, string> = new Map()): Target<Infix> {
  /** Names of the pieces that were looked up, by curve and argument. */
  const pieces = new Map<string, string>();
  const before: string[] = [];
  const statement = (text: string): string => [...before.splice(0), text].join('\n');
  const ofPiece =
    (name: string) =>
    (...args: readonly Infix[]): Infix => {
      const key = args.map(({ text }) => text).join(', ');
      const piece = pieces.get(key) ?? `holonomic_piece_${pieces.size + 1}`;
      if (!pieces.has(key)) before.push(`const holonomic_piece ${piece} = holonomic_find(${key});`);
      pieces.set(key, piece);
      return call(name)(atom(piece));
    };
  return {
    ...PLAIN,
    number: (value) => {
      const curve = curves.get(value);
      return curve === undefined ? number(value) : atom(`holonomic_curve(${curve})`);
    },
    functions: mapTargetFunctions(({ names, ofCurve }) => (ofCurve === true ? ofPiece : call)(names.c)),
    let: ({ name, type }, { text }) => statement(`const ${LOCALS[type]} ${cName(name)} = ${text};`),
    store: ({ array, index: at, note }, value) =>
      statement(`${element(array, at)} = ${value.text};${note === undefined ? '' : ` // ${note}`}`),
    loop: ({ counter, count }, body) => {
      const k = cName(counter);
      pieces.clear();
      const text = `for (ptrdiff_t ${k} = 0; ${k} < ${cName(count)}; ${k}++) {\n${indent(body())}\n}`;
      pieces.clear();
      return text;
    },
    function: (declared, body) => {
      pieces.clear();
      return `${signature(declared, 'restrict ')} {\n${indent([...unused(declared), body].join('\n'))}\n}`;
    },
  };
}

/** What needs no memory of what was printed before. */
const PLAIN: Omit<Target<Infix>, 'number' | 'functions' | 'let' | 'store' | 'loop' | 'function'> = {
  name: (name) => atom(cName(name)),
  index: (at) => place(at),
  element: (array, at) => atom(element(array, at)),
  negation: prefix('-'),
  operators: {
    '+': binary('+', STRENGTH.sum),
    '-': binary('-', STRENGTH.sum),
    '*': binary('*', STRENGTH.product),
    '/': binary('/', STRENGTH.product),
  },
  tests: {
    less: comparison('<', '>', STRENGTH.relation),
    lessOrEqual: comparison('<=', '>=', STRENGTH.relation),
    equal: comparison('==', '==', STRENGTH.equality),
    and: connective('&&', STRENGTH.and),
    or: connective('||', STRENGTH.or),
    not: (operand) => prefix('!')(operand),
  },
  select: choice,

  comment: (text) => `// ${text}`,
  sequence: lines,
};

const place = (at: Index): Infix => index({ ...at, name: cName(at.name) });
const element = (array: string, at: Index): string => `${cName(array)}[${place(at).text}]`;

/** The declaration of a function, for a header. A qualifier of its arrays is no part of its type. */
export const prototype = (declared: BatchFunction): string => `${signature(declared, '')};`;

const signature = ({ name, parameters }: BatchFunction, qualifier: string): string => {
  const lines = [`void ${name}(`];
  for (const [i, { name, type }] of parameters.entries()) {
    const text = `${PARAMETERS[type](qualifier)}${cName(name)}${i < parameters.length - 1 ? ', ' : ')'}`;
    if (lines.at(-1)!.length + text.length > LONGEST_LINE) lines.push(`    ${text}`);
    else lines.push(lines.pop()! + text);
  }
  return lines.map((line) => line.trimEnd()).join('\n');
};

const LONGEST_LINE = 110;

const unused = ({ parameters }: BatchFunction): string[] =>
  parameters.flatMap(({ name, isUsed }) => (isUsed ? [] : [`(void)${cName(name)};`]));

const PARAMETERS: Readonly<Record<ParameterType, (qualifier: string) => string>> = {
  integer: () => 'ptrdiff_t ',
  number: () => 'double ',
  integers: (qualifier) => `const int32_t *${qualifier}`,
  numbers: (qualifier) => `const double *${qualifier}`,
  results: (qualifier) => `double *${qualifier}`,
};

const LOCALS: Readonly<Record<LocalType, string>> = { integer: 'ptrdiff_t', number: 'double', truth: 'bool' };

/** A number as text. */
export const numberInC = (value: number): string => number(value).text;

/** A number with all its digits; a whole one gets a point, since `1 / 2` is 0 in C. */
function number(value: number): Infix {
  if (Number.isNaN(value)) return { ...atom('NAN'), isNumber: true };
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const size = Math.abs(value);
  const digits = size === Infinity ? 'INFINITY' : /[.e]/.test(String(size)) ? String(size) : `${size}.0`;
  return { text: sign + digits, strength: sign === '' ? STRENGTH.atom : STRENGTH.unary, isNumber: true };
}

/** Words of C, of its later versions and extensions, and the types that kernels use. */
const WORDS =
  'alignas alignof asm auto bool char const constexpr double errno extern false far float fortran goto i386 inline int ' +
  'int32_t linux long main math_errhandling mips near nullptr ptrdiff_t register restrict short signed sizeof sparc ' +
  'static_assert struct thread_local true typedef typeof typeof_unqual union unix unsigned volatile';
const UNUSABLE: ReadonlySet<string> = new Set([
  ...WORDS.split(' '),
  ...Object.values(mapTargetFunctions(({ names }) => names.c)),
  // The headers of C have them, too.
  ...Object.values(mapTargetFunctions(({ names }) => names.javascript.replace('Math.', ''))),
]);
/** Names of these forms may be macros of a header, and what kernels take from theirs. */
const OTHERS = /^([A-Z][A-Z\d_]+|holonomic_\w+)$/;

/**
 * The name of a variable in C. A formula may use words of C, functions that the kernel calls, and
 * names of macros; they get an underscore. Two names stay two, since one that ends in underscores
 * gets another one where it would need one without them.
 */
function cName(name: string): string {
  const stem = name.replace(/_+$/, '');
  return UNUSABLE.has(stem) || OTHERS.test(stem) ? `${name}_` : name;
}
