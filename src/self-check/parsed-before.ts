import type { ParsedField } from '../syntax/parse-field.js';
import { parseFormula } from '../syntax/parse.js';
import type { Parse } from '../reference/read-formula.js';

/** The trees that were made of formulas when they were expanded; others are parsed now. */
export function parsedBefore(fields: Iterable<ParsedField>): Parse {
  const trees = new Map([...fields].map(({ text, tree }) => [text, tree]));
  return (text) => trees.get(text) ?? parseFormula(text).tree;
}
