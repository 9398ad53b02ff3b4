/**
 * Numbers that change with time, written in few characters. A column holds the multiples of its unit at equal
 * times. Its differences of the order that makes them smallest are written in base 64, five bits a character, as
 * source maps do.
 */
export interface Column {
  readonly unit: number;
  /** Order of the differences. */
  readonly order: number;
  readonly text: string;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const MOST_ORDER = 3;

/** Writes a column. Its values are rounded to multiples of `unit`. */
export function written(values: ArrayLike<number>, unit: number): Column {
  let differences = Array.from(values, (x) => Math.round(x / unit));
  let best = { unit, order: 0, text: textOf(differences) };
  for (let order = 1; order <= MOST_ORDER; order++) {
    differences = differences.map((x, k) => x - (k === 0 ? 0 : differences[k - 1]!));
    const text = textOf(differences);
    if (text.length < best.text.length) best = { unit, order, text };
  }
  return best;
}

/** Reads a column. */
export function read({ unit, order, text }: Column): Float64Array {
  const values: number[] = [];
  let [value, shift] = [0, 0];
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    value += (digit & 31) * 2 ** shift;
    shift += 5;
    if (digit & 32) continue;
    values.push(value % 2 === 0 ? value / 2 : -(value - 1) / 2);
    [value, shift] = [0, 0];
  }
  for (let n = 0; n < order; n++) for (let k = 1; k < values.length; k++) values[k]! += values[k - 1]!;
  return Float64Array.from(values, (x) => unit * x);
}

/** Integers, the sign in the lowest bit. */
function textOf(integers: readonly number[]): string {
  let text = '';
  for (const integer of integers) {
    let rest = integer < 0 ? 1 - 2 * integer : 2 * integer;
    do {
      const digit = rest % 32;
      rest = Math.floor(rest / 32);
      text += DIGITS[digit + (rest > 0 ? 32 : 0)]!;
    } while (rest > 0);
  }
  return text;
}
