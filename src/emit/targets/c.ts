import { mapTargetFunctions } from '../../primitives/index.js';
import type { BatchFunction, Index, LocalType, ParameterType } from '../syntax.js';
import { atom, binary, call, choice, comparison, connective, indent, index, lines, prefix, STRENGTH } from './infix.js';
import type { Infix } from './infix.js';
import type { Target } from './target.js';

/** C99. A kernel is a function, and its arrays do not overlap. */
export const c: Target<Infix> = {
  number,
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
  functions: mapTargetFunctions(({ names }) => call(names.c)),
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
  let: ({ name, type }, { text }) => `const ${LOCALS[type]} ${cName(name)} = ${text};`,
  store: ({ array, index: at, note }, value) =>
    `${element(array, at)} = ${value.text};${note === undefined ? '' : ` // ${note}`}`,
  loop: ({ counter, count }, body) => {
    const k = cName(counter);
    return `for (ptrdiff_t ${k} = 0; ${k} < ${cName(count)}; ${k}++) {\n${indent(body())}\n}`;
  },
  sequence: lines,
  function: (declared, body) =>
    `${signature(declared, 'restrict ')} {\n${indent([...unused(declared), body].join('\n'))}\n}`,
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
]);
/** Names of this form may be macros of a header. */
const MACRO = /^[A-Z][A-Z\d_]+$/;

/**
 * The name of a variable in C. A formula may use words of C, functions that the kernel calls, and
 * names of macros; they get an underscore. Two names stay two, since one that ends in underscores
 * gets another one where it would need one without them.
 */
function cName(name: string): string {
  const stem = name.replace(/_+$/, '');
  return UNUSABLE.has(stem) || MACRO.test(stem) ? `${name}_` : name;
}
