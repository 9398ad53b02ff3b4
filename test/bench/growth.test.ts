import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deriveLibrary } from '../../bench/library.js';
import { ROOT } from '../docs/pages.js';

const RECORD = join(ROOT, 'test/bench/sizes.json');
const UPDATE = 'UPDATE_SIZES=1 npx vitest run test/bench/growth.test.ts';

/** What must not grow unnoticed: operations of each class's kernels and of each body's, and bytes of each emitted file. */
type Sizes = Readonly<Record<string, number>>;

async function operations(): Promise<Sizes> {
  const { constraints, bodies } = await deriveLibrary();
  const kernels = [
    ...constraints.flatMap(({ className, operations: { kernel, Jdot } }) => [
      [className, kernel.total] as const,
      [`${className}, Jdot`, Jdot.total] as const,
    ]),
    ...bodies.flatMap(({ className, operations: { connectors, ...others } }) =>
      Object.entries({ ...connectors, ...others }).map(([of, { total }]) => [`${className}, ${of}`, total] as const),
    ),
  ];
  return Object.fromEntries(kernels.map(([name, total]) => [`operations of ${name}`, total]));
}

const bytes = (): Sizes =>
  Object.fromEntries(
    readdirSync(join(ROOT, 'generated'))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [`bytes of ${name}`, readFileSync(join(ROOT, 'generated', name)).length]),
  );

/** What is larger than recorded, is not recorded, or is recorded and gone. */
function faults(now: Sizes, recorded: Sizes): string[] {
  const names = [...new Set([...Object.keys(now), ...Object.keys(recorded)])];
  return names.flatMap((name) => {
    const [is, was] = [now[name], recorded[name]];
    if (is === undefined) return [`${name}: gone, was ${was!}`];
    if (was === undefined) return [`${name}: ${is}, not recorded`];
    return is > was ? [`${name}: ${is}, was ${was}`] : [];
  });
}

test('no operation count and no emitted file grows', async () => {
  const now = { ...(await operations()), ...bytes() };
  if (process.env['UPDATE_SIZES'] !== undefined) writeFileSync(RECORD, `${JSON.stringify(now, undefined, 2)}\n`);
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as Sizes;
  expect(faults(now, recorded), `If it has to be so, run ${UPDATE} and commit the record`).toEqual([]);
});

test('growth, new entries and lost ones are faults; shrinking is none', () => {
  expect(faults({ a: 3, b: 2, c: 1 }, { a: 2, b: 3, d: 4 })).toEqual([
    'a: 3, was 2',
    'c: 1, not recorded',
    'd: gone, was 4',
  ]);
});
