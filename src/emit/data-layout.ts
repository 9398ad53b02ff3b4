import { PRINT_WIDTH } from './format.js';
import { Code, dataLiteral, entriesOf, isName, stringLiteral } from './literal.js';

/** Letters of a key beside which a text stays, however long it is. */
const SHORT_KEY = 4;

/**
 * Plain data as an object literal that is laid out as the formatter does it: on one line if that fits, from a column on, with one more sign after
 * it; else with each entry on a line of its own, two further in than the line that it begins on. Undefined where the formatter has more to decide: long lists of
 * numbers, long names, keys that are no names.
 */
export function layOut(value: unknown, column: number, indent: number): string | undefined {
  return hasNames(value) ? layOutNamed(value, column, indent) : undefined;
}

function layOutNamed(value: unknown, column: number, indent: number): string | undefined {
  const line = dataLiteral(value, quoted);
  if (!mustBreak(value) && column + line.length < PRINT_WIDTH) return line;
  if (!isContainer(value)) return undefined;
  const isList = Array.isArray(value);
  if (isList && value.every((entry) => typeof entry === 'number')) return undefined;
  const inner = indent + 2;
  const lines = entriesOf(value).map(([key, entry]) => {
    const text = layOutEntry(isList ? undefined : key, entry, inner);
    return text === undefined ? undefined : `${' '.repeat(inner)}${text},\n`;
  });
  if (lines.includes(undefined)) return undefined;
  const [open, close] = isList ? '[]' : '{}';
  return `${open!}\n${lines.join('')}${' '.repeat(indent)}${close!}`;
}

/** An entry of an object, or of a list, which has no key. A text that does not fit into its line stands in the next one, if the key is long enough for that to help. */
function layOutEntry(key: string | undefined, entry: unknown, indent: number): string | undefined {
  const start = key === undefined ? '' : `${key}: `;
  const text = layOutNamed(entry, indent + start.length, indent);
  if (text !== undefined) return start + text;
  if (typeof entry !== 'string') return undefined;
  return key === undefined || key.length <= SHORT_KEY
    ? start + quoted(entry)
    : `${key}:\n${' '.repeat(indent + 2)}${quoted(entry)}`;
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Code);

/** Whether all keys of data are names. */
const hasNames = (value: unknown): boolean =>
  !isContainer(value) ||
  entriesOf(value).every(([key, entry]) => (Array.isArray(value) || isName(key)) && hasNames(entry));

/** Lists of several objects, or of several lists, each with several entries, are never on one line; nor is what they are in. */
function mustBreak(value: unknown): boolean {
  if (!isContainer(value)) return false;
  const entries = entriesOf(value).map(([, entry]) => entry);
  if (entries.some(mustBreak)) return true;
  if (!Array.isArray(value) || value.length < 2) return false;
  const isLarge = (entry: unknown): boolean => isContainer(entry) && entriesOf(entry).length > 1;
  return value.every((entry) => isLarge(entry) && Array.isArray(entry) === Array.isArray(value[0]));
}

/** A text in the quotes of which it has fewer, single ones if it has equally many. */
function quoted(text: string): string {
  const literal = stringLiteral(text);
  const count = (quote: string): number => text.split(quote).length - 1;
  if (count("'") > count('"')) return literal;
  return `'${literal.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
