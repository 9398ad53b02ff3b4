import { parseArgs } from 'node:util';

/**
 * Reads options that are whole numbers, each with its default, from the command line. Ends the
 * process with code 2 at one that is none.
 */
export function readCounts<T extends Readonly<Record<string, number>>>(defaults: T): { [K in keyof T]: number } {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, { type: 'string' as const, default: String(value) }]),
  );
  const { values } = parseArgs({ options });
  const read = Object.keys(defaults).map((name) => {
    const number = Number(values[name]);
    if (Number.isSafeInteger(number) && number >= 0) return [name, number] as const;
    console.error(`--${name} is a whole number, not "${String(values[name])}".`);
    process.exit(2);
  });
  return Object.fromEntries(read) as { [K in keyof T]: number };
}
