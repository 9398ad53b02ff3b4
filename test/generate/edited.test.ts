import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOTICE } from '../../src/emit/notice.js';
import { generate } from '../../src/toolkit.js';
import { project, rodSpec, slopeSpec, write } from '../cli/support.js';

async function generated() {
  const folder = await project({ 'package.json': '{}', 'specs/rod.ts': rodSpec(), 'specs/slope.ts': slopeSpec });
  const options = { specs: join(folder, 'specs'), out: join(folder, 'out'), records: join(folder, 'records') };
  const run = (more: object = {}) => generate({ ...options, ...more });
  const { warnings, errors } = await run();
  expect([...warnings, ...errors]).toEqual([]);
  const path = (name: string): string => join(folder, name);
  const edit = async (name: string, change: (text: string) => string): Promise<string> => {
    const text = await readFile(path(name), 'utf8');
    const edited = change(text);
    expect(edited).not.toBe(text);
    await writeFile(path(name), edited);
    return text;
  };
  return { folder, run, path, edit };
}

test('an edit under the header is overwritten, which is said once, and kept beside the records', async () => {
  const { run, path, edit } = await generated();
  const text = await edit('out/rod.ts', (old) => `${old}\nexport const mine = 1;\n`);
  const check = await run({ check: true });
  expect(check.warnings).toMatchObject([
    { code: 'W_EDITED', message: 'rod.ts was changed since it was generated; generating overwrites it.' },
  ]);
  const { errors, written, warnings } = await run();
  expect({ errors, written }).toEqual({ errors: [], written: ['rod.ts'] });
  expect(warnings).toEqual([
    {
      code: 'W_EDITED',
      message: expect.stringMatching(
        /^rod\.ts was changed since it was generated, and has been overwritten; its text is in .*records\/edited\.$/,
      ) as string,
      hint: expect.stringContaining('a class that extends the generated one') as string,
      file: path('out/rod.ts'),
    },
  ]);
  expect(await readFile(path('out/rod.ts'), 'utf8')).toBe(text);
  expect(await readFile(path('records/edited/rod.ts'), 'utf8')).toBe(`${text}\nexport const mine = 1;\n`);
  expect((await run()).warnings).toEqual([]);
});

test('lines above the header are no reason to take the file for another', async () => {
  const { run, path, edit } = await generated();
  const text = await edit('out/rod.ts', (old) => `/* eslint-disable */\n${old}`);
  expect(await run()).toMatchObject({ errors: [], written: ['rod.ts'], warnings: [{ code: 'W_EDITED' }] });
  expect(await readFile(path('out/rod.ts'), 'utf8')).toBe(text);
});

test('an edit of the header is explained', async () => {
  const { run, path, edit } = await generated();
  const text = await edit('out/rod.ts', (old) => old.replace(NOTICE, '// Mine now.'));
  const { errors, written } = await run();
  expect(written).toEqual([]);
  expect(errors).toEqual([
    {
      code: 'E_EDITED',
      message:
        'rod.ts is listed in manifest.json as generated, but the notice at its top, which tells that it may be overwritten, was edited.',
      hint: `put this line back at its top, or use --force: ${NOTICE}`,
      file: path('out/rod.ts'),
    },
  ]);
  expect(await run({ force: true })).toMatchObject({ errors: [], written: ['rod.ts'] });
  expect(await readFile(path('out/rod.ts'), 'utf8')).toBe(text);
});

test('a manifest with the lines of both sides of a merge is mended', async () => {
  const { folder, run, path, edit } = await generated();
  const text = await edit('out/manifest.json', (old) =>
    old.replace(
      /( +"rod\.ts": "(?:[\da-f]{16})",?\n)/,
      '<<<<<<< HEAD\n$1=======\n    "rod.ts": "0123456789abcdef",\n    "gone.ts": "0123456789abcdef",\n>>>>>>> theirs\n',
    ),
  );
  expect(await run()).toMatchObject({ errors: [], warnings: [], written: ['manifest.json'] });
  expect(await readFile(path('out/manifest.json'), 'utf8')).toBe(text);

  // It still knows which files were generated: one whose spec is gone meanwhile is removed.
  await edit('out/manifest.json', (old) =>
    old.replace('"files": {\n', '"files": {\n<<<<<<< HEAD\n=======\n>>>>>>> b\n'),
  );
  await write(folder, { 'specs/slope.ts': '// moved\n' });
  expect((await run()).errors).toMatchObject([{ code: 'E_NO_SPEC' }]);
  await edit('specs/rod.ts', (old) => `${old}\n`);
  const { orphaned, errors } = await generate({ specs: path('specs/rod.ts'), out: path('out') });
  expect({ orphaned, errors }).toEqual({ orphaned: ['slope.ts'], errors: [] });
});

test('a manifest that cannot be read is explained', async () => {
  const { run, path, edit } = await generated();
  await edit('out/manifest.json', (old) => old.slice(0, -10));
  expect((await run()).errors).toEqual([
    {
      code: 'E_EDITED',
      message: 'manifest.json was generated, and was edited since: it cannot be read.',
      hint: 'delete it; the next run writes it again',
      file: path('out/manifest.json'),
    },
  ]);
});
