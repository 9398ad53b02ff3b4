import { c, prototype } from '../targets/c.js';
import { printFunction } from '../targets/target.js';
import type { Unit } from '../units/unit.js';
import { blockComment } from './comments.js';

/** The part of a class in the header: a comment, the layout of its arrays, and its functions. */
export const declarationOf = ({ className, comment, layout, functions }: Unit): string => {
  const constants = layout.map(
    ([name, value, note]) => `  ${className}_${name} = ${value},${note === undefined ? '' : ` // ${note}`}`,
  );
  return [
    blockComment(`${className}: ${comment}`),
    `enum {\n${constants.join('\n')}\n};`,
    functions.map(prototype).join('\n'),
  ].join('\n');
};

/** The functions of a class. */
export const definitionOf = ({ functions }: Unit): string =>
  functions.map((one) => printFunction(c(), one)).join('\n\n');
