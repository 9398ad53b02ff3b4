/** Options are fixed here: the output must not depend on the project that it is written into. */
const FORMAT = {
  parser: 'babel-ts',
  printWidth: 120,
  singleQuote: true,
  trailingComma: 'all',
  endOfLine: 'lf',
} as const;

/** Formats the text of a file. Prettier is loaded on first use. */
export async function layOut(text: string): Promise<string> {
  const { format } = await import('prettier');
  return format(text, FORMAT);
}
