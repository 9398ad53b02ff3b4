import { HolonomicRuntimeError } from './errors.js';
import { suggestName } from './nearest-name.js';

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

const inspector = <T extends object>(plain: (object: T) => object, name?: string) =>
  function inspected(this: T, depth: number, options: object, inspect?: Inspect): unknown {
    const own = name ?? (this.constructor === Object ? '' : this.constructor.name);
    if (depth < 0) return `[${own || 'Object'}]`;
    const fields = plain(this);
    return inspect === undefined ? fields : `${own}${own && ' '}${inspect(fields, options)}`;
  };

/**
 * Makes consoles print `object` as `name` and the fields that `present` returns, and JSON as the
 * same with the name in it. What has a label is shown as that. Returns the object.
 */
export function printAs<T extends object>(object: T, name: string, present: () => object = () => ({})): T {
  const plain = (): object => labelled(plainFields(present()));
  return Object.defineProperties(object, {
    [INSPECT]: { value: inspector(plain, name) },
    toJSON: { value: () => ({ name, ...plain() }) },
  });
}

/** Returns the fields with labels in place of what has one. */
export const labelled = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.map(labelOf) : labelOf(value)]),
  );

const labelOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'label' in value ? value.label : value;

/**
 * Returns the fields of an object with lists of numbers as plain arrays, and without those left
 * undefined.
 */
export function plainFields(object: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object as Readonly<Record<string, unknown>>)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value instanceof Float64Array ? Array.from(value) : value]),
  );
}

/**
 * Returns an object with the accessors `properties` as enumerable properties of its own, so that
 * they print, spread and are written to JSON as their present values. Setting any other name throws
 * E_OPTION_UNKNOWN.
 */
export function withAccessors(properties: PropertyDescriptorMap): object {
  return Object.seal(Object.defineProperties(Object.create(PRINTED) as object, properties));
}

/** Assignments reach a prototype only if the object has no property of that name; reading known ones stays as fast. */
const REFUSING = new Proxy(
  {},
  {
    set(_, name, __, object: object) {
      const known = Object.keys(object);
      throw new HolonomicRuntimeError(
        'E_OPTION_UNKNOWN',
        `There is no '${String(name)}' to set.`,
        suggestName(String(name), known),
      );
    },
  },
);
const PRINTED = Object.create(REFUSING) as object;
describePlainly(PRINTED, plainFields);

/** Descriptors that {@link showOnly} defines, by the prototype of the object. */
const shown = new WeakMap<object, PropertyDescriptorMap>();

/**
 * Makes `names` the enumerable properties of `object`, so that it spreads as it prints. Accessors
 * of its class become properties of its own; what else it owns is hidden. To be called at the end
 * of the constructor. All objects of a class get the same descriptors, so that engines keep one
 * layout for them, and read them as fast as before.
 */
export function showOnly<T extends object>(object: T, names: readonly (keyof T & string)[]): void {
  const prototype = Object.getPrototypeOf(object) as object;
  const known = shown.get(prototype);
  const descriptors = known ?? shownDescriptors(object, names);
  if (known === undefined) shown.set(prototype, descriptors);
  Object.defineProperties(object, descriptors);
}

function shownDescriptors(object: object, names: readonly string[]): PropertyDescriptorMap {
  const descriptors: PropertyDescriptorMap = {};
  for (const own of Object.keys(object)) if (!names.includes(own)) descriptors[own] = { enumerable: false };
  for (const name of names) {
    if (Object.hasOwn(object, name)) continue;
    let holder = Object.getPrototypeOf(object) as object | null;
    while (holder !== null && !Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder) as object | null;
    const found = holder === null ? undefined : Object.getOwnPropertyDescriptor(holder, name);
    if (found !== undefined) descriptors[name] = { ...found, enumerable: true };
  }
  return descriptors;
}
