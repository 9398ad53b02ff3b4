/*
 * Quantities behind getters, and in private fields, are invisible to consoles and to JSON. Objects
 * that hold some have a method `toJSON`; what it returns is also printed by Node, Deno and Bun.
 */

/** Name of the method by which these ask an object how to print it. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * Makes consoles print the objects with this prototype as their class and what `plain` returns;
 * `toJSON` if left out. `T` has such a method then.
 */
export function printPlainly<T extends object>(
  prototype: T,
  plain: (object: T) => object = (object) => (object as { toJSON(): object }).toJSON(),
): void {
  Object.defineProperty(prototype, INSPECT, { value: inspector(plain) });
}

/** {@link printPlainly}, and the same as JSON, for objects without a `toJSON` of their own. */
export function describePlainly<T extends object>(prototype: T, plain: (object: T) => object): void {
  printPlainly(prototype, plain);
  Object.defineProperty(prototype, 'toJSON', {
    value(this: T) {
      return plain(this);
    },
  });
}

type Inspect = (value: unknown, options: object) => string;

const inspector = <T extends object>(plain: (object: T) => object) =>
  function inspected(this: T, depth: number, options: object, inspect?: Inspect): unknown {
    const name = this.constructor === Object ? '' : `${this.constructor.name} `;
    if (depth < 0) return `[${name.trim() || 'Object'}]`;
    const fields = plain(this);
    return inspect === undefined ? fields : `${name}${inspect(fields, options)}`;
  };

/** Returns the fields with lists of numbers as plain arrays, and without those left undefined. */
export function plainFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value instanceof Float64Array ? Array.from(value) : value]),
  );
}

/**
 * Returns an object with the accessors `properties` as enumerable properties of its own, so that
 * they print, spread and are written to JSON as their present values.
 */
export function withAccessors(properties: PropertyDescriptorMap): object {
  return Object.seal(Object.defineProperties(Object.create(PRINTED) as object, properties));
}

const PRINTED: object = {};
describePlainly(PRINTED, (object) => plainFields(object as Readonly<Record<string, unknown>>));
