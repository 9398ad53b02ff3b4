/**
 * Writes a text from a spec as a string literal that means exactly that text. No text of a spec
 * gets into code in another form. Invisible characters are escaped: controls, marks of direction,
 * spaces other than the plain one, and the line separators U+2028 and U+2029, which some tools that
 * read code do not accept in a literal.
 */
export const stringLiteral = (text: string): string =>
  JSON.stringify(text).replace(/(?! )[\p{C}\p{Z}]/gu, (c) =>
    Array.from({ length: c.length }, (_, i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );

/**
 * A text as part of a block comment. It cannot end the comment, nor begin a tag or a line of its
 * own.
 */
export function commentText(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replaceAll('*/', '*\u2060/')
    .replaceAll('@', '@\u2060');
}

/** A formula as code in a comment. */
export const codeSpan = (formula: string): string => `\`${commentText(formula).replaceAll('`', "'")}\``;

/** Code that stands unquoted in data: the name of a function. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Plain data as an object literal on one line, with texts as `text` writes them. */
export function dataLiteral(value: unknown, text = stringLiteral): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return numberLiteral(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map((entry) => dataLiteral(entry, text)).join(', ')}]`;
  if (typeof value === 'object') {
    const entries = entriesOf(value);
    return entries.length === 0
      ? '{}'
      : `{ ${entries.map(([key, entry]) => `${propertyKey(key)}: ${dataLiteral(entry, text)}`).join(', ')} }`;
  }
  throw new TypeError(`no literal for a ${typeof value}`);
}

/** The entries of an object that are written. */
const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, entry]) => entry !== undefined);

/**
 * A property's key. `__proto__` in a literal would set the prototype; computed, it is a key like
 * any other.
 */
const propertyKey = (key: string): string =>
  isName(key) ? key : key === '__proto__' ? '["__proto__"]' : stringLiteral(key);

/** Tests whether a key is written without quotes. */
const isName = (key: string): boolean => key !== '__proto__' && /^[A-Za-z_$][\w$]*$/.test(key);

/** A number as an expression: an atom, an atom with a sign, or the product `2 * Math.PI`. */
export function numberLiteral(value: number): string {
  if (Number.isNaN(value)) return 'Number.NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (value === Math.PI) return 'Math.PI';
  if (value === -Math.PI) return '-Math.PI';
  if (value === 2 * Math.PI) return '2 * Math.PI';
  return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
}
