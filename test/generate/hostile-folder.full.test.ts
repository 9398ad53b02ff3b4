import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTICE } from '../../src/emit/notice.js';
import { hashOf } from '../../src/generate/hash.js';
import { LOCK, withLock } from '../../src/generate/lock.js';
import { isDamagedManifest, MANIFEST, manifestText, parseManifest } from '../../src/generate/manifest.js';
import { generate, type GenerateResult } from '../../src/toolkit.js';
import { project, slopeSpec } from '../cli/support.js';
import { contentsOf } from '../support/folders.js';
import { derivedOnce } from './derived-once.js';

const JOURNAL = '.holonomic.journal';

/**
 * Files in and around the output that somebody else wrote, some under names of this program's form.
 */
const OTHERS = {
  'out/mine.ts': 'export const mine = 1;\n',
  'out/notes.md': 'notes',
  'out/.env': 'SECRET=1',
  'out/sub.ts/deep.ts': `${NOTICE}\n`,
  'out/.holonomic.x.tmp': 'mine',
  'beside.ts': `${NOTICE}\n`,
  'specs/slope.ts': slopeSpec,
};

/** Makes a folder with an output, in which one file has no spec any more, and with other files. */
async function setUp() {
  const folder = await project({ ...OTHERS, 'specs/gone.ts': slopeSpec.replace('Slope', 'Gone') });
  const [out, specs] = [join(folder, 'out'), join(folder, 'specs')];
  expect((await generate({ specs, out })).errors).toEqual([]);
  const gone = contentsOf(folder)['out/gone.ts']!;
  rmSync(join(specs, 'gone.ts'));
  const generateFrom = await derivedOnce(out, specs);
  const run = (force = false): Promise<GenerateResult> =>
    force ? generate({ specs, out, force }) : generateFrom(specs);
  const restore = (): void => {
    writeFileSync(join(out, 'gone.ts'), gone);
  };
  const others = (): Record<string, string> =>
    Object.fromEntries(Object.entries(contentsOf(folder)).filter(([name]) => name in OTHERS));
  const manifest = (): { generator: string; files: Record<string, string> } =>
    JSON.parse(contentsOf(out)[MANIFEST]!) as { generator: string; files: Record<string, string> };
  return { folder, out, run, restore, others, gone, manifest };
}

const names = fc.oneof(
  fc.constantFrom(
    ...[
      'mine.ts',
      'notes.md',
      '.env',
      'sub.ts/deep.ts',
      'sub.ts',
      '.',
      '..',
      '',
      '../beside.ts',
      '../specs',
      'gone.ts',
    ],
    ...['.holonomic.x.tmp', '/etc/passwd', '__proto__', 'constructor', 'slope.ts', `${'x'.repeat(300)}.ts`, 'a\0.ts'],
  ),
  fc.string(),
);
const hashes = fc.oneof(fc.constantFrom(...Object.values(OTHERS).map(hashOf)), fc.string(), fc.integer());
/** Entries that a manifest may have, for existing files. */
const plausible = fc.dictionary(
  fc.constantFrom('mine.ts', 'sub.ts', 'gone.ts', 'slope.ts', 'nowhere.ts'),
  fc.constantFrom(...Object.values(OTHERS).map(hashOf)),
);

test('whatever is planted as a journal does nothing, and ends no run', async () => {
  const { out, run, restore, others, manifest } = await setUp();
  const known = manifest();
  const entry = fc.oneof(names, fc.jsonValue());
  const journal = fc.oneof(
    fc.jsonValue(),
    fc.record({ renames: fc.array(fc.tuple(entry, entry)), removals: fc.array(entry) }),
    fc.constantFrom({ renames: [], removals: [5] }, { renames: [], removals: ['.'] }),
  );
  await fc.assert(
    fc.asyncProperty(journal, async (value) => {
      const text = JSON.stringify(value);
      restore();
      writeFileSync(join(out, MANIFEST), JSON.stringify(known));
      writeFileSync(join(out, JOURNAL), text);
      expect(await run()).toMatchObject({ errors: [], orphaned: ['gone.ts'] });
      expect(others()).toEqual(OTHERS);
      expect(contentsOf(out)[JOURNAL]).toBe(text);
    }),
    { numRuns: 60 },
  );
});

/**
 * Runs the generator on a planted manifest. No other file may be touched, and every error must be
 * one for the user.
 */
async function expectHarmless({ out, run, others, gone }: Awaited<ReturnType<typeof setUp>>, text: string) {
  writeFileSync(join(out, MANIFEST), text);
  const first = await run();
  for (const { code } of first.errors) expect(['E_EDITED', 'E_FOREIGN_FILE']).toContain(code);
  expect(others()).toEqual(OTHERS);
  const manifest = parseManifest(text);
  // A generated file is deleted only if the manifest records its present content.
  if (manifest?.get('gone.ts')?.includes(hashOf(gone)) !== true && first.errors.length === 0)
    expect(contentsOf(out)['gone.ts']).toBe(gone);
  const code = isDamagedManifest(text) ? 'E_EDITED' : 'E_FOREIGN_FILE';
  if (manifest === undefined) expect(first.errors).toMatchObject([{ code }]);
  // The next run works: by itself, or when the user says so.
  expect((await run(first.errors.length > 0)).errors).toEqual([]);
  expect(others()).toEqual(OTHERS);
  expect((await run()).errors).toEqual([]);
}

test('a manifest of any content lets nothing be deleted or overwritten that was not generated', async () => {
  const set = await setUp();
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (text) => {
      set.restore();
      await expectHarmless(set, text);
    }),
    { numRuns: 40 },
  );
});

test('nor does a manifest with entries that somebody put there', async () => {
  const set = await setUp();
  const known = set.manifest();
  const entries = fc.dictionary(names, hashes, { maxKeys: 4 });
  const listings = fc.oneof({ weight: 9, arbitrary: plausible }, { weight: 4, arbitrary: entries }, fc.jsonValue());
  let valid = 0;
  await fc.assert(
    fc.asyncProperty(
      listings,
      fc.option(listings),
      fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, fc.jsonValue()),
      async (more, replaced, other) => {
        set.restore();
        const files =
          typeof more === 'object' && more !== null && !Array.isArray(more) ? { ...known.files, ...more } : more;
        const value = {
          generator: 'holonomic',
          files,
          ...(replaced !== null && { replaced }),
          ...(other !== null && { other }),
        };
        if (parseManifest(JSON.stringify(value))) valid++;
        await expectHarmless(set, JSON.stringify(value));
      },
    ),
    { numRuns: 120 },
  );
  expect(valid).toBeGreaterThan(20);
});

test('a manifest that lists somebody’s file as it is does not make it ours', async () => {
  const set = await setUp();
  const { out, run, others, manifest } = set;
  const files = { ...manifest().files, 'mine.ts': hashOf(OTHERS['out/mine.ts']) };
  writeFileSync(join(out, MANIFEST), manifestText(new Map(Object.entries(files))));
  const { errors } = await run();
  expect(errors).toMatchObject([{ code: 'E_EDITED', file: join(out, 'mine.ts') }]);
  expect(errors[0]!.message).toBe(
    'mine.ts is listed in manifest.json, but no spec stands for it, and it is not, or no longer, a generated file.',
  );
  // Even by force it is only removed from the list; generated files are deleted.
  expect(await run(true)).toMatchObject({ errors: [], orphaned: ['gone.ts'] });
  expect(others()).toEqual(OTHERS);
  expect(Object.keys(manifest().files)).toEqual(['index.ts', 'slope.ts']);
});

test.each([
  ['not a list of files', { generator: 'holonomic', files: ['slope.ts'] }],
  ['without files', { generator: 'holonomic' }],
  ['of another generator', { generator: 'other', files: {} }],
  ['with a path', { generator: 'holonomic', files: { '../beside.ts': '0123456789abcdef' } }],
  ['with an absolute path', { generator: 'holonomic', files: { '/tmp/x.ts': '0123456789abcdef' } }],
  ['with a name that is no module', { generator: 'holonomic', files: { '.': '0123456789abcdef' } }],
  ['with a name that no file can have', { generator: 'holonomic', files: { 'a\0.ts': '0123456789abcdef' } }],
  ['with a hash that is none', { generator: 'holonomic', files: { 'a.ts': 5 } }],
  ['with a field that does not exist', { generator: 'holonomic', files: {}, removals: ['mine.ts'] }],
  ['with replaced files that are none', { generator: 'holonomic', files: {}, replaced: { 'a.ts': 'x' } }],
])('a manifest %s is none', (_, value) => {
  expect(parseManifest(JSON.stringify(value))).toBeUndefined();
});

test('a folder or a link where a file belongs is left alone, also by force', async () => {
  for (const name of ['slope.ts', 'index.ts', MANIFEST]) {
    const { folder, out, run, others } = await setUp();
    const kinds: [string, () => void][] = [
      [
        'folder',
        () => {
          mkdirSync(join(out, name));
        },
      ],
      [
        'link',
        () => {
          symlinkSync('../beside.ts', join(out, name));
        },
      ],
      [
        'link to nothing',
        () => {
          symlinkSync('nowhere', join(out, name));
        },
      ],
    ];
    for (const [, make] of kinds) {
      rmSync(join(out, name), { recursive: true, force: true });
      make();
      const before = contentsOf(folder);
      for (const force of [false, true]) {
        const { errors } = await run(force);
        expect(errors).toContainEqual({
          code: 'E_FOREIGN_FILE',
          message: `${name} would be overwritten, and is a folder or a link.`,
          hint: 'move it elsewhere',
          file: join(out, name),
        });
        expect(contentsOf(folder)).toEqual(before);
      }
    }
    rmSync(join(out, name));
    expect((await run()).errors).toEqual([]);
    expect(others()).toEqual(OTHERS);
  }
});

test('an orphan that is a link or a folder is left alone', async () => {
  const { out, run, others, gone } = await setUp();
  rmSync(join(out, 'gone.ts'));
  // The target of the link has the recorded content, but belongs to the link's owner.
  writeFileSync(join(out, '..', 'kept.ts'), gone);
  symlinkSync('../kept.ts', join(out, 'gone.ts'));
  expect((await run()).errors).toMatchObject([{ code: 'E_EDITED' }]);
  expect(await run(true)).toMatchObject({ errors: [], orphaned: [] });
  expect(contentsOf(join(out, '..'))).toMatchObject({ 'kept.ts': gone, 'out/gone.ts': '-> ../kept.ts' });
  expect(others()).toEqual(OTHERS);
});

test('a planted lock delays a run, or is a clear error', async () => {
  const folder = await project({});
  const path = join(folder, LOCK);
  const past = new Date(Date.now() - 5_000);
  const { utimesSync } = await import('node:fs');
  const alive = fc.record({ pid: fc.constantFrom(process.pid, -1, 0, 1.5, 'x'), host: fc.constant(hostname()) });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.string(),
        alive.map((one) => JSON.stringify(one)),
      ),
      async (text) => {
        writeFileSync(path, text);
        utimesSync(path, past, past);
        const isRunning = text === JSON.stringify({ pid: process.pid, host: hostname() });
        const work = withLock(folder, () => Promise.resolve('done'), isRunning ? 60 : 10_000);
        if (isRunning) await expect(work).rejects.toMatchObject({ diagnostics: [{ code: 'E_LOCKED', file: path }] });
        else expect(await work).toBe('done');
      },
    ),
    { numRuns: 60 },
  );
  for (const make of [
    () => {
      mkdirSync(path);
    },
    () => {
      symlinkSync('/etc/passwd', path);
    },
  ]) {
    rmSync(path, { recursive: true, force: true });
    make();
    await expect(withLock(folder, () => Promise.resolve())).rejects.toMatchObject({
      diagnostics: [{ code: 'E_LOCKED', message: `${LOCK} is a folder or a link, and no lock.`, file: path }],
    });
  }
});
