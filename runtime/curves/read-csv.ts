import { checkNumber, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';

/** The two columns of a CSV text that give a curve. */
export interface CSVColumns {
  /** Column of the arguments, and of the values: its name in the first line, or its number from 1. */
  readonly x: string | number;
  readonly y: string | number;
  /** Factors of the arguments and values, to SI: `Math.PI / 180` for degrees. 1 if left out. */
  readonly xScale?: number;
  readonly yScale?: number;
}

const fault = (message: string, hint: string): HolonomicRuntimeError =>
  new HolonomicRuntimeError('E_CURVE', message, hint);

/**
 * Reads the points of a curve from a text in columns, separated by commas, semicolons or tabs. Empty
 * lines and those that begin with `#` are passed over. Between semicolons and tabs, `0,5` is a
 * number, too. Throws E_CURVE, which names the line.
 */
export function readColumns(text: unknown, { x, y, xScale = 1, yScale = 1 }: CSVColumns): [number, number][] {
  if (typeof text !== 'string') throw fault(`The CSV text of a curve is ${show(text)}.`, 'Give the text of the file.');
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line, i) => ({ line, number: i + 1 }))
    .filter(({ line }) => line.trim() !== '' && !line.startsWith('#'));
  const first = lines[0]?.line ?? '';
  const separator = ['\t', ';', ','].find((one) => first.includes(one)) ?? ',';
  const cells = (line: string): string[] => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = cells(first);
  const hasNames = names.some((name) => Number.isNaN(toNumber(name, separator)));
  const columnOf = (given: unknown, field: string): number => {
    const known = hasNames ? `There are ${names.map((name) => `'${name}'`).join(', ')}.` : `There are ${names.length}.`;
    const index = typeof given === 'number' ? given - 1 : hasNames ? names.indexOf(String(given)) : -1;
    if (typeof given === 'string' && names.indexOf(given) !== names.lastIndexOf(given))
      throw fault(`Two columns of the CSV text are called ${show(given)}.`, 'Give the number of the one you mean.');
    if (names[index] === undefined || (typeof given !== 'number' && typeof given !== 'string'))
      throw fault(`The CSV text has no column ${field} = ${show(given)}.`, known);
    return index;
  };
  const columns = [columnOf(x, 'x'), columnOf(y, 'y')] as const;
  const scales = [checkNumber(xScale, 'xScale of a curve'), checkNumber(yScale, 'yScale of a curve')] as const;
  return lines.slice(hasNames ? 1 : 0).map(({ line, number }) => {
    const row = cells(line);
    if (row.slice(names.length).some((cell) => cell !== ''))
      throw fault(
        `Line ${number} of the CSV text has ${row.length} cells, the first line ${names.length}.`,
        'Separate the columns by semicolons or tabs where numbers have decimal commas.',
      );
    const [a, b] = columns.map((column, i) => {
      const value = toNumber(row[column] ?? '', separator);
      if (Number.isFinite(value)) return value * scales[i]!;
      const name = hasNames ? `'${names[column]!}'` : `column ${column + 1}`;
      throw fault(`Line ${number} of the CSV text has ${show(row[column] ?? '')} in ${name}.`, 'Give a number there.');
    });
    return [a!, b!];
  });
}

function toNumber(cell: string, separator: string): number {
  const text = separator === ',' ? cell : cell.replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}
