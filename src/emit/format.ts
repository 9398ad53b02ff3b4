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
