import { printFunction } from '../../emit/targets/target.js';
import { typescript } from '../../emit/targets/typescript.js';
import type { ParameterType } from '../../emit/syntax.js';
import { argumentsOf, CROSSING, functionOf, inPieces, type FunctionPlan, type LocalNames } from '../ops/functions.js';
import type { Ops } from '../ops/ops.js';

/** Most operations of one emitted function. */
export const MOST_PER_FUNCTION = 2000;

/** A function as text, and how it is called. */
export interface WrittenFunction {
  readonly text: string;
  /** A call with expressions in place of the arguments, by their names. */
  readonly call: (given?: Readonly<Record<string, string>>) => string;
}

const TYPES: Readonly<Record<ParameterType, string>> = {
  integer: 'number',
  number: 'number',
  integers: 'Int32Array',
  numbers: 'Float64Array',
  results: 'Float64Array',
};

/** Writes a function of one world, in pieces where it is long. */
export function writeFunction(ops: Ops, plan: FunctionPlan, localOf: LocalNames): WrittenFunction {
  if (plan.stores.length === 0) return { text: '', call: () => '' };
  const { pieces, crossing } = inPieces(ops, plan, MOST_PER_FUNCTION);
  const array = `${plan.name}Values`;
  const texts = pieces.map((piece) => {
    const declared = functionOf(piece, localOf, false);
    const parameters = declared.parameters.map(({ name, type }) => `${name}: ${TYPES[type]}`).join(', ');
    return `const ${piece.name} = (${parameters}): void => ${bodyOf(printFunction(typescript, { ...declared, parameters: [] }))};`;
  });
  return {
    text: [...(crossing > 0 ? [`const ${array} = new Float64Array(${crossing});`] : []), ...texts].join('\n\n'),
    call: (given = {}) =>
      pieces
        .map((piece) => {
          const names = argumentsOf(piece).map((name) => (name === CROSSING ? array : (given[name] ?? name)));
          return `${piece.name}(${names.join(', ')});`;
        })
        .join('\n'),
  };
}

const bodyOf = (text: string): string => text.slice(text.indexOf('{'));
