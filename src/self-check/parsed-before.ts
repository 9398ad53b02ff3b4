import type { ParsedField } from '../syntax/parse-field.js';
import { parseFormula } from '../syntax/parse.js';
import type { Parse } from '../reference/read-formula.js';

/**
 * Returns a parser that gives the trees made when the formulas were expanded, and parses others.
 */
export function parsedBefore(fields: Iterable<ParsedField>): Parse {
  const trees = new Map([...fields].map(({ text, tree }) => [text, tree]));
  return (text) => trees.get(text) ?? parseFormula(text).tree;
}
