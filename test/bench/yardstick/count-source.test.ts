import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countSourceOperations } from '../../../bench/yardstick/count-source.js';
import { LIBRARY_TYPES } from '../../support/library.js';
import { ROOT } from '../../docs/pages.js';
import { deriveLibrary } from '../../../bench/library.js';
import { inFull } from '../../support/scope.js';

const loop = (...statements: readonly string[]): string =>
  [
    'const TWO = 2 * Math.PI;',
    'const kernel = (count) => {',
    'for (let k = 0; k < count; k++) {',
    ...statements,
    '} };',
  ].join('\n');
const count = (...statements: readonly string[]): number => countSourceOperations(loop(...statements), 'kernel');

describe('operations of a kernel, from its text', () => {
  it('counts arithmetic, calls, comparisons, selections and negations', () => {
    expect(count('const a = x[0]! * x[1]! + x[2]! / 3 - 4;')).toBe(4);
    expect(count('C[k] = Math.sqrt(x[0]!) > 1 && x[1]! < 0 ? -x[1]! : x[1]!;')).toBe(6);
  });

  it('counts no loads, stores, constants or indices', () => {
    expect(count('const a = slots[2 * k + 1]!;', 'const row = 3 * k;', 'C[row + 1] = x[a + 2]!;')).toBe(0);
    expect(count('C[k] = TWO * x[0]! + (1 / 3 - 2 * Math.PI);', 'J[k + 1] = -1;')).toBe(2);
    // A value computed from k alone is an index; a value that depends on a load is not.
    expect(count('const a = slots[k]!;', 'const dx = x[a]! - 1;', 'C[k] = dx + dx;')).toBe(2);
  });

  it('refuses what it does not know', () => {
    expect(() => count('if (k) C[k] = 0;')).toThrow('not counted: if');
    expect(() => count('C[k] += 1;')).toThrow('not counted: C[k] += 1');
    expect(() => count('C[k] = x[0]! ** 2;')).toThrow('not counted: x[0]! ** 2');
    expect(() => countSourceOperations(loop(), 'other')).toThrow('no function other');
  });
});

inFull('emitted kernels have by their text the operations that the toolkit counts', async () => {
  const files = readdirSync(join(ROOT, 'generated')).filter((name) => name.endsWith('.ts') && name !== 'index.ts');
  const texts = files.map((name) => readFileSync(join(ROOT, 'generated', name), 'utf8'));
  const { constraints } = await deriveLibrary();
  const counted = constraints.map(({ className, operations }) => [className, operations.kernel.total]);
  const written = constraints.map(({ className }) => {
    const { kernel } = LIBRARY_TYPES.find(({ name }) => name === className)!;
    const text = texts.find((file) => file.includes(`const ${kernel.name}:`))!;
    return [className, countSourceOperations(text, kernel.name)];
  });
  expect(written).toEqual(counted);
});
