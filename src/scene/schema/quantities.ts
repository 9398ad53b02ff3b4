import * as z from 'zod';

// The `error` of each schema says what is expected there; messages are built from it (faults.ts).
export const text = z.string({ error: 'a text' });
export const finite = z.number({ error: 'a number' });
export const flag = z.boolean({ error: 'true or false' });

/** A number, a parameter's name, or a formula of parameters. */
export const quantity = z.union([finite, text], { error: 'a number, or a formula of parameters' });
export const vector = z.array(quantity, { error: 'a list of numbers or formulas' });

/** A name: it may hold formulas of counters in braces, inside `repeat`. */
const NAME = /^[A-Za-z_](?:[\w-]|\{[^{}]*\})*$/;
export const named = <V extends z.ZodType>(value: V, what: string): z.ZodRecord<z.ZodString, V> =>
  z.record(z.string().regex(NAME, { error: 'a name of letters, digits, "_" and "-"' }), value, {
    error: `an object of ${what} by name`,
  });
