import { quote } from './diagnostic.js';

/** Describes in words what kind of value `value` is. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** What a thrown value says: the message of an error, else its text, or its entries where it has no other. */
export function thrownText(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  try {
    const text = String(thrown);
    return text === '[object Object]' ? JSON.stringify(thrown) : text;
  } catch {
    return 'an object that cannot be written as text'; // it holds itself, for instance
  }
}
