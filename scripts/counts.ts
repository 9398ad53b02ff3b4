import { parseArgs } from 'node:util';

/**
 * Reads options from the command line: whole numbers, each with its default, and flags. Ends the
 * process with code 2 at any other option, and at a number that is none.
 */
export function readCounts<T extends Readonly<Record<string, number>>, F extends string = never>(
  defaults: T,
  flags: readonly F[] = [],
): { [K in keyof T]: number } & Record<F, boolean> {
  const numbers = Object.entries(defaults).map(
    ([name, value]) => [name, { type: 'string' as const, default: String(value) }] as const,
  );
  const switches = flags.map((name) => [name, { type: 'boolean' as const, default: false }] as const);
  const values = valuesOf(Object.fromEntries<ParsedOption>([...numbers, ...switches]));
  const read = numbers.map(([name]) => {
    const number = Number(values[name]);
    if (Number.isSafeInteger(number) && number >= 0) return [name, number] as const;
    console.error(`--${name} is a whole number, not "${String(values[name])}".`);
    process.exit(2);
  });
  const given = flags.map((name) => [name, values[name] === true] as const);
  return Object.fromEntries<number | boolean>([...read, ...given]) as { [K in keyof T]: number } & Record<F, boolean>;
}

function valuesOf(options: Record<string, ParsedOption>): Readonly<Record<string, unknown>> {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const known = Object.entries(options).map(([name, { type }]) => `--${name}${type === 'string' ? ' N' : ''}`);
    console.error(`${(error as Error).message}\nOptions: ${known.join(', ')}.`);
    process.exit(2);
  }
}

type ParsedOption =
  | { readonly type: 'string'; readonly default: string }
  | { readonly type: 'boolean'; readonly default: boolean };
