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

/** A list of names between brackets as the formatter breaks it: on one line, with `space` inside the brackets, if that fits; else each name on a line of its own. */
export function bracketed(open: string, names: readonly string[], close: string, space = ''): string {
  const line = [open, names.join(', '), close].join(space);
  return line.length <= PRINT_WIDTH ? line : `${open}\n${names.map((name) => `  ${name},\n`).join('')}${close}`;
}
