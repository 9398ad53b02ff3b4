import fc from 'fast-check';
import { format } from 'prettier';
import { expect, it } from 'vitest';
import { layOut } from '../../src/emit/data-layout.js';
import { FORMAT } from '../../src/emit/format.js';
import { Code, dataLiteral } from '../../src/emit/literal.js';

const HEAD = 'class Test {\n  static readonly type: Type =';

/** What the formatter makes of data in a class, and what is laid out without it. */
async function bothOf(data: unknown): Promise<{ formatted: string; laidOut: string | undefined }> {
  const formatted = await format(`${HEAD} ${dataLiteral(data)};\n}\n`, FORMAT);
  const literal = layOut(data, '  static readonly type: Type ='.length + 1, 2);
  return { formatted, laidOut: literal && `${HEAD} ${literal};\n}\n` };
}

const texts = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    "it's",
    'say "x"',
    `'"`,
    `''"`,
    'C:\\dir',
    'tab\t',
    'line\nbreak',
    'ünï',
    '\u2028',
    '${x}',
    '`',
  ),
  fc.string({ maxLength: 12 }),
  fc.integer({ min: 20, max: 130 }).map((length) => 'w'.repeat(length)),
);
const plainNames = fc.constantFrom('a', 'name', 'key_5', 'value', 'localSize', 'x_1', '$', 'constructor');
const names = fc.oneof({ weight: 40, arbitrary: plainNames }, fc.constantFrom('a-b', '__proto__', '1'));
const leaves = fc.oneof(
  texts,
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(Math.PI, -Math.PI, 2 * Math.PI, -0, 1e21, 1e-7, new Code('testKernel')),
);
const data = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    leaves,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.double({ noNaN: true }), { maxLength: 30 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

it('data is laid out as the formatter does it, or left to it', async () => {
  let laidOutOnes = 0;
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, data, { minKeys: 1, maxKeys: 5, noNullPrototype: true }), async (value) => {
      const { formatted, laidOut } = await bothOf(value);
      if (laidOut === undefined) return;
      laidOutOnes++;
      expect(laidOut).toBe(formatted);
    }),
    { numRuns: 400 },
  );
  expect(laidOutOnes).toBeGreaterThan(100);
});

it('a line that just fits is one, and one that just does not is broken', async () => {
  const lines = new Set<number>();
  for (let length = 60; length <= 80; length++) {
    for (const value of [
      { text: 'w'.repeat(length), a: 1 },
      { list: [{ name: 'w'.repeat(length + 4), size: 1 }] },
      { last: { text: 'w'.repeat(length), a: [1, 2] } },
      { list: ['w'.repeat(length + 40)] },
      { name: 'w'.repeat(length + 40) },
      { names: 'w'.repeat(length + 40) },
      { deep: { summary: 'w'.repeat(length + 25), inputs: [{ name: 'a', doc: 'w'.repeat(length + 20) }] } },
    ]) {
      const { formatted, laidOut } = await bothOf(value);
      expect(laidOut).toBe(formatted);
      lines.add(formatted.split('\n').length);
    }
  }
  expect(lines.size).toBeGreaterThan(2);
});

it.each([
  ['a name that is too long', { text: new Code('w'.repeat(130)) }],
  ['a long list of numbers', { list: Array.from({ length: 60 }, (_, k) => k) }],
  ['a key that is no name', { 'a-b': 'w'.repeat(100), c: 'w' }],
])('%s is left to the formatter', (_, value) => {
  expect(layOut(value, 30, 2)).toBeUndefined();
});
