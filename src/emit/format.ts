/** Columns of a line of code. */
export const PRINT_WIDTH = 120;

/** Options are fixed here: the output must not depend on the project that it is written into. */
export const FORMAT = {
  parser: 'babel-ts',
  printWidth: PRINT_WIDTH,
  singleQuote: true,
  trailingComma: 'all',
  endOfLine: 'lf',
} as const;

/**
 * A list of names between brackets as the formatter breaks it: on one line, with `space` inside the brackets, if that fits; else each name on a line of its own, the
 * last with `comma`, too.
 */
export function bracketed(
  open: string,
  names: readonly string[],
  close: string,
  { indent = '', space = '', comma = ',' } = {},
): string[] {
  const line = [indent + open, names.join(', '), close].join(space);
  if (line.length <= PRINT_WIDTH) return [line];
  const lines = names.map((name, k) => `${indent}  ${name}${k < names.length - 1 ? ',' : comma}`);
  return [indent + open, ...lines, indent + close];
}

/** The line before a class's body as the formatter breaks it. A single type stays in the line. */
export function classHead(name: string, base: string, types: readonly string[]): string[] {
  const start = `export class ${name} extends ${base}<`;
  return types.length === 1 ? [`${start}${types[0]!}> {`] : bracketed(start, types, '> {', { comma: '' });
}

/** Types in an intersection as the formatter breaks it: on one line, if that fits; else each on a line of its own. */
export function intersection(start: string, types: readonly string[]): string[] {
  const line = `${start}${types.join(' & ')};`;
  return line.length <= PRINT_WIDTH ? [line] : `${start}${types.join(' &\n  ')};`.split('\n');
}
