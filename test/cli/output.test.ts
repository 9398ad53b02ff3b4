import { expect, test } from 'vitest';
import { createPaint } from '../../src/cli/paint.js';
import { createProgress } from '../../src/cli/progress.js';
import { displayPath, resolveSettings } from '../../src/cli/settings.js';
import { formatTable } from '../../src/cli/table.js';
import { count, countErrors } from '../../src/cli/words.js';
import type { Diagnostic } from '../../src/diagnostics/index.js';

test('columns are as wide as their widest entry; colours do not count', () => {
  const rows = [
    ['a', '1'],
    [{ text: 'long name', color: createPaint(true).red }, '1000'],
  ];
  expect(formatTable([{ title: 'name' }, { title: 'n', align: 'right' }], rows, createPaint(false))).toBe(
    'name          n\na             1\n\u001B[31mlong name\u001B[39m  1000',
  );
});

test('progress rewrites one line of a terminal, cut to its width, and leaves nothing behind', () => {
  let written = '';
  const progress = createProgress({ write: (text) => (written += text), isTTY: true, columns: 10 });
  progress.show('123456789012345');
  progress.clear();
  expect(written).toBe('\r\u001B[2K12345678…\r\u001B[2K');
  progress.clear();
  expect(written).toHaveLength(19);
});

test('a log has a line of progress every five seconds, and none of a short run', () => {
  let [written, time] = ['', 1000];
  const progress = createProgress({ write: (text) => (written += text) }, true, () => time);
  progress.show('at once');
  time += 4999;
  progress.show('after 4.999 s');
  expect(written).toBe('');
  time += 1;
  progress.show('after 5 s');
  time += 4999;
  progress.show('after 9.999 s');
  time += 1;
  progress.show('after 10 s');
  progress.clear();
  expect(written).toBe('after 5 s\nafter 10 s\n');
});

test('errors are counted, in their files', () => {
  const error = (file?: string): Diagnostic => ({ code: 'E_SHAPE', message: 'x', ...(file !== undefined && { file }) });
  expect(countErrors([error('a.ts')])).toBe('1 error');
  expect(countErrors([error('a.ts'), error('a.ts'), error()])).toBe('3 errors');
  expect(countErrors([error('a.ts'), error('a.ts'), error('b.ts')])).toBe('3 errors in 2 files');
});

test('settings come from flags, then from defaults, relative to the working directory', async () => {
  expect(await resolveSettings({}, '/a/b')).toMatchObject({
    cwd: '/a/b',
    specs: ['/a/b/constraints-spec'],
    entries: [{ specs: ['/a/b/constraints-spec'], out: '/a/b/generated' }],
  });
  expect(await resolveSettings({ cwd: '../c', specs: ['x', '/y'], out: 'z' }, '/a/b')).toMatchObject({
    cwd: '/a/c',
    specs: ['/a/c/x', '/y'],
    entries: [{ specs: ['/a/c/x', '/y'], out: '/a/c/z' }],
  });
  expect(displayPath('/a/b/c/d', '/a/b')).toBe('c/d');
  expect(displayPath('/other/d', '/a/b')).toBe('/other/d');
});

test('nouns agree with their numbers', () => {
  expect([count(1, 'class'), count(2, 'class'), count(0, 'step')]).toEqual(['1 class', '2 classes', '0 steps']);
});
