import { mapTargetFunctions } from '../../primitives/index.js';
import { numberLiteral } from '../literal.js';
import type { BatchFunction } from '../syntax.js';
import { atom, binary, call, choice, comparison, connective, indent, index, lines, prefix, STRENGTH } from './infix.js';
import type { Infix } from './infix.js';
import type { Target } from './target.js';

/** JavaScript, from which functions are made in memory. A kernel is an arrow function. */
export const javascript: Target<Infix> = {
  number: (value) => ({ ...number(value), isNumber: true }),
  name: atom,
  index,
  element: (array, place) => atom(`${array}[${index(place).text}]`),
  negation: prefix('-'),
  operators: {
    '+': binary('+', STRENGTH.sum),
    '-': binary('-', STRENGTH.sum),
    '*': binary('*', STRENGTH.product),
    '/': binary('/', STRENGTH.product),
  },
  functions: mapTargetFunctions(({ names }) => call(names.javascript)),
  tests: {
    less: comparison('<', '>', STRENGTH.relation),
    lessOrEqual: comparison('<=', '>=', STRENGTH.relation),
    equal: comparison('===', '===', STRENGTH.equality),
    and: connective('&&', STRENGTH.and),
    or: connective('||', STRENGTH.or),
    not: (operand) => prefix('!')(operand),
  },
  select: choice,

  comment: (text) => `// ${text}`,
  let: ({ name }, { text }) => `const ${name} = ${text};`,
  store: ({ array, index: place, note }, value) =>
    `${array}[${index(place).text}] = ${value.text};${note === undefined ? '' : ` // ${note}`}`,
  loop: ({ counter: k, count }, body) => `for (let ${k} = 0; ${k} < ${count}; ${k}++) {\n${indent(body())}\n}`,
  sequence: lines,
  function: (declared, body) => `(${parameterNames(declared).join(', ')}) => {\n${indent(body)}\n}`,
};

/** Names of the parameters, up to the last one that is used. */
function parameterNames({ parameters }: BatchFunction): string[] {
  const last = parameters.findLastIndex(({ isUsed }) => isUsed);
  return parameters.slice(0, last + 1).map(({ name, isUsed }) => (isUsed ? name : `_${name}`));
}

/**
 * A number in its most readable form, except infinity, which is `1 / 0`. A choice between a
 * computed number and the global `Infinity`, which is an object to V8, costs as much as five
 * multiplications. With a quotient of literals it costs nothing.
 */
function number(value: number): Infix {
  if (Math.abs(value) === Infinity) return { text: value > 0 ? '1 / 0' : '-1 / 0', strength: STRENGTH.product };
  const text = numberLiteral(value);
  if (text.includes('*')) return { text, strength: STRENGTH.product };
  return { text, strength: text.startsWith('-') ? STRENGTH.unary : STRENGTH.atom };
}
