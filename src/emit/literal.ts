import { PRINT_WIDTH } from './format.js';

/**
 * The one way a text from a spec gets into code: as a string literal that means exactly that text. (The line separators U+2028 and
 * U+2029 are legal in a literal now, but not in every tool that reads code.)
 */
export function stringLiteral(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A text as part of a block comment: it cannot end the comment, nor begin a tag or a line of its own. */
export function commentText(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replaceAll('*/', '*\u2060/')
    .replaceAll('@', '@\u2060');
}

/** Code that stands as it is in data: the name of a function. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Plain data as an object literal. */
export function dataLiteral(value: unknown): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number') return numberLiteral(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(dataLiteral).join(', ')}]`;
  if (typeof value === 'object') {
    const entries = entriesOf(value);
    return entries.length === 0
      ? '{}'
      : `{ ${entries.map(([key, entry]) => `${propertyKey(key)}: ${dataLiteral(entry)}`).join(', ')} }`;
  }
  throw new TypeError(`no literal for a ${typeof value}`);
}

const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, entry]) => entry !== undefined);

/**
 * Plain data as an object literal that is laid out as the formatter does it: on one line if that fits, from a column on, with one more sign after
 * it; else with each entry on a line of its own, two further in than the line that it begins on. Undefined where the formatter has more to decide: long texts,
 * long lists of numbers, keys that are no names.
 */
export function layOut(value: unknown, column: number, indent: number): string | undefined {
  const line = flat(value);
  if (line !== undefined && !mustBreak(value) && column + line.length < PRINT_WIDTH) return line;
  if (typeof value !== 'object' || value === null || value instanceof Code) return undefined;
  const isList = Array.isArray(value);
  if (isList && value.every((entry) => typeof entry === 'number')) return undefined;
  const inner = indent + 2;
  const entries = entriesOf(value).map(([key, entry]) => {
    const start = isList ? '' : `${key}: `;
    const text = isList || isName(key) ? layOut(entry, inner + start.length, inner) : undefined;
    return text === undefined ? undefined : `${' '.repeat(inner)}${start}${text},\n`;
  });
  if (entries.includes(undefined)) return undefined;
  const [open, close] = isList ? '[]' : '{}';
  return `${open!}\n${entries.join('')}${' '.repeat(indent)}${close!}`;
}

/** Data on one line. */
function flat(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null || value instanceof Code) return dataLiteral(value);
  const isList = Array.isArray(value);
  const entries = entriesOf(value).map(([key, entry]) => {
    const text = isList || isName(key) ? flat(entry) : undefined;
    return text === undefined || isList ? text : `${key}: ${text}`;
  });
  if (entries.includes(undefined)) return undefined;
  if (isList) return `[${entries.join(', ')}]`;
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Lists of several objects, or of several lists, each with several entries, are never on one line; nor is what they are in. */
function mustBreak(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Code) return false;
  const entries = entriesOf(value).map(([, entry]) => entry);
  if (entries.some(mustBreak)) return true;
  if (!Array.isArray(value) || value.length < 2) return false;
  const isLarge = (entry: unknown): entry is object =>
    typeof entry === 'object' && entry !== null && !(entry instanceof Code) && entriesOf(entry).length > 1;
  return value.every((entry) => isLarge(entry) && Array.isArray(entry) === Array.isArray(value[0]));
}

/** A text in the quotes of which it has fewer, single ones if it has equally many. */
function quoted(text: string): string {
  const literal = stringLiteral(text);
  const count = (quote: string): number => text.split(quote).length - 1;
  if (count("'") > count('"')) return literal;
  return `'${literal.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** `__proto__` in a literal would set the prototype; computed, it is a key like any other. */
const propertyKey = (key: string): string =>
  isName(key) ? key : key === '__proto__' ? '["__proto__"]' : stringLiteral(key);

const isName = (key: string): boolean => key !== '__proto__' && /^[A-Za-z_$][\w$]*$/.test(key);

/** A number as an expression: an atom, or one with a sign, or the product `2 * Math.PI`. */
export function numberLiteral(value: number): string {
  if (Number.isNaN(value)) return 'Number.NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (value === Math.PI) return 'Math.PI';
  if (value === -Math.PI) return '-Math.PI';
  if (value === 2 * Math.PI) return '2 * Math.PI';
  return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
}
