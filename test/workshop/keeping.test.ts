import { crc32, inflateRawSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { setParameter } from '../../site/workshop/model/document.js';
import { setFormulas } from '../../site/workshop/model/specs.js';
import { NEW_SCENE } from '../../site/workshop/model/templates.js';
import { readGalleryLink, valuesOver, withValues, writeGalleryLink } from '../../site/workshop/model/gallery-link.js';
import { History } from '../../site/workshop/model/history.js';
import { isLink, LinkError, readLink, writeLink } from '../../site/workshop/model/link.js';
import { projectFiles } from '../../site/workshop/model/project.js';
import { fileName } from '../../src/export/file-name.js';
import { shortNumber } from '../../src/painter/numbers.js';
import { rangeOf, Samples } from '../../site/workshop/model/samples.js';
import { Shelf } from '../../site/workshop/model/shelf.js';
import { zip } from '../../src/export/zip.js';
import { deflateRawSync } from 'node:zlib';
import { scene, SCENES } from './twin.js';

describe('undo', () => {
  test('goes back and forth', () => {
    const history = new History(0);
    history.change(1);
    history.change(2);
    history.undo();
    expect([history.present, history.canUndo, history.canRedo]).toEqual([1, true, true]);
    history.redo();
    history.redo();
    expect(history.present).toBe(2);
    history.undo();
    history.change(3);
    expect([history.present, history.canRedo]).toEqual([3, false]);
    history.undo();
    history.undo();
    history.undo();
    expect([history.present, history.canUndo]).toEqual([0, false]);
  });

  test('takes what is typed at once back at once', () => {
    const history = new History('');
    for (const [k, text] of ['p', 'p.', 'p.y'].entries()) history.change(text, { group: 'C', now: 100 * k });
    history.change('p.y == 0', { group: 'C', now: 5000 });
    history.undo();
    expect(history.present).toBe('p.y');
    history.undo();
    expect(history.present).toBe('');
  });
});

describe('links', () => {
  const old = JSON.parse(readFileSync(join(import.meta.dirname, 'links.json'), 'utf8')) as readonly {
    readonly hash: string;
    readonly document: unknown;
  }[];

  test('hold a document', async () => {
    const hash = await writeLink(NEW_SCENE);
    expect(hash).toMatch(/^#1=[\w-]+$/);
    expect(isLink(hash)).toBe(true);
    expect(await readLink(hash)).toEqual(NEW_SCENE);
  });

  test.each(SCENES)('hold the scene %s', async (name) => {
    expect(await readLink(await writeLink(scene(name)))).toEqual(scene(name));
  });

  test.each(old.map(({ hash, document }) => [hash.slice(0, 24), hash, document]))(
    'that were given out once open for ever: %s',
    async (_, hash, document) => {
      expect(await readLink(hash)).toEqual(document);
    },
  );

  test('are read by other programs', async () => {
    const hash = await writeLink(NEW_SCENE);
    expect(JSON.parse(inflateRawSync(Buffer.from(hash.slice(3), 'base64url')).toString())).toEqual(NEW_SCENE);
  });

  const deflated = (text: string): string => `#1=${deflateRawSync(text).toString('base64url')}`;
  test.each([
    ['a part is missing', async () => (await writeLink(NEW_SCENE)).slice(0, -9), 'broken'],
    ['a letter is wrong', () => '#1=!!!', 'broken'],
    ['it is empty', () => '#1=', /broken|no scene/],
    ['there is no JSON in it', () => deflated('<img src=x onerror=alert(1)>'), 'no scene'],
    ['it is not UTF-8', () => `#1=${deflateRawSync(Buffer.from([0xff, 0xfe])).toString('base64url')}`, 'broken'],
    ['it is of a later version', () => '#2=abc', 'newer'],
    ['it is very long', () => `#1=${'A'.repeat(1_000_000)}`, '1000003 characters'],
    ['it holds very much', () => deflated(`"${'a'.repeat(50_000_000)}"`), 'more than 2000000'],
  ])('are refused in words where %s', async (_, make, words) => {
    const hash = await make();
    const before = performance.now();
    const reading = readLink(hash);
    await expect(reading).rejects.toThrow(LinkError);
    await expect(reading).rejects.toThrow(words);
    expect(performance.now() - before).toBeLessThan(1000);
  });

  test('other addresses are none', () => {
    expect(['', '#', '#g=heart', '#top'].map(isLink)).toEqual([false, false, false, false]);
  });
});

describe('what the browser keeps', () => {
  const storeOf = (map = new Map<string, string>()) => ({
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, text: string) => void map.set(key, text),
  });
  const kept = (id: string, changed: number) => ({ id, title: id, changed, document: NEW_SCENE });

  test('is there again, the latest first', () => {
    const shelf = new Shelf(() => store);
    const store = storeOf();
    shelf.keep(kept('a', 1));
    shelf.keep(kept('b', 2));
    shelf.keep(kept('a', 3));
    expect(shelf.list().map(({ id, changed }) => [id, changed])).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    shelf.remove('a');
    expect(shelf.list()).toEqual([kept('b', 2)]);
    expect(shelf.isDenied).toBe(false);
  });

  test('may be nothing at all, or nonsense', () => {
    const denied = new Shelf(() => {
      throw new Error('SecurityError');
    });
    expect(denied.list()).toEqual([]);
    denied.keep(kept('a', 1));
    expect(denied.isDenied).toBe(true);
    const nonsense = storeOf(new Map([['holonomic-workshop/1', '[{"id": 7}, null, 3]']]));
    expect(new Shelf(() => nonsense).list()).toEqual([]);
    const broken = new Shelf(() => storeOf(new Map([['holonomic-workshop/1', '{']])));
    expect([broken.list(), broken.isDenied]).toEqual([[], false]);
  });
});

describe('an archive', () => {
  test('holds its files, with their checksums, where its directory says', () => {
    const files = [
      { path: 'a.txt', content: 'grüß dich' },
      { path: 'scenes/b.ts', content: '' },
      { path: 'c.stl', content: Uint8Array.of(0, 255, 128, 10) },
    ];
    const bytes = Buffer.from(zip(files));
    const end = bytes.length - 22;
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
    expect(bytes.readUInt16LE(end + 10)).toBe(3);
    let entry = bytes.readUInt32LE(end + 16);
    const found = files.map(() => {
      expect(bytes.readUInt32LE(entry)).toBe(0x02014b50);
      const [crc, size, nameLength] = [
        bytes.readUInt32LE(entry + 16),
        bytes.readUInt32LE(entry + 24),
        bytes.readUInt16LE(entry + 28),
      ];
      const header = bytes.readUInt32LE(entry + 42);
      expect(bytes.readUInt32LE(header)).toBe(0x04034b50);
      const path = bytes.toString('utf8', header + 30, header + 30 + nameLength);
      const data = bytes.subarray(header + 30 + nameLength, header + 30 + nameLength + size);
      expect(crc32(data)).toBe(crc);
      entry += 46 + nameLength;
      return { path, data };
    });
    expect(found).toEqual(files.map(({ path, content }) => ({ path, data: Buffer.from(content as string) })));
    expect(entry).toBe(end);
  });

  test('of a project says how to run it', () => {
    const files = projectFiles('heart', 'A heart', [
      { path: 'constraints-spec/heart.ts', text: '' },
      { path: 'scenes/heart.ts', text: '' },
    ]);
    const manifest = JSON.parse(files.find(({ path }) => path === 'package.json')!.content as string) as {
      scripts: object;
    };
    expect(manifest.scripts).toEqual({
      generate: 'holonomic generate',
      verify: 'holonomic verify',
      simulate: 'holonomic simulate scenes/heart.ts',
    });
    expect(fileName('Peaucellier’s line, 1864!')).toBe('peaucellier-s-line-1864');
    expect(fileName('…')).toBe('scene');
  });
});

describe('what is plotted', () => {
  test('begins again where the scene goes back', () => {
    const samples = new Samples();
    samples.add([[0, 1], [1, 2], [2, 3]]); // prettier-ignore
    samples.add([[1, 5], [2, 6]]); // prettier-ignore
    expect(samples.rows).toEqual([[0, 1], [1, 5], [2, 6]]); // prettier-ignore
    samples.add(Array.from({ length: 3000 }, (_, k) => [3 + k, 0]));
    expect([samples.rows.length, samples.rows.at(-1)![0]]).toEqual([1200, 3002]);
  });

  test('has round ticks and short numbers', () => {
    expect(rangeOf([3, 3 + 1e-12])).toEqual([expect.closeTo(1.5, 6), expect.closeTo(4.5, 6)]);
    expect(rangeOf([NaN])).toEqual([0, 1]);
    const numbers = [0, 0.25, -1234.5678, 1.5e-9, 0.00099996, NaN];
    expect(numbers.map((x) => shortNumber(x))).toEqual(['0', '0.25', '−1235', '1.5·10⁻⁹', '0.001', 'NaN']);
    expect([-2.6e-16, 4, 4.4e5, 41.3].map((x) => shortNumber(x, 1))).toEqual(['−3·10⁻¹⁶', '4', '4·10⁵', '40']);
  });
});

describe('links to scenes of the gallery', () => {
  test('hold values of parameters, and nothing else', () => {
    expect(readGalleryLink('#g=heart')).toEqual({ id: 'heart', values: [] });
    const hash = writeGalleryLink('heart', { h: 0.25, length: 3.5 });
    expect(hash).toBe('#g=heart&h=0.25&length=3.5');
    const { document, problems } = withValues(NEW_SCENE, readGalleryLink(hash)!.values);
    expect(problems).toEqual([
      'The link sets length to 3.5 m, but the scene is made for 1 m to 3 m. It may not hold together.',
    ]);
    expect(document.params).toEqual({
      h: { value: 0.25, unit: 'm', min: 0, max: 1 },
      // The range grows to hold the value.
      length: { value: 3.5, unit: 'm', min: 1, max: 3.5 },
    });
    expect(valuesOver(NEW_SCENE, document)).toEqual({ h: 0.25, length: 3.5 });
    expect(valuesOver(NEW_SCENE, NEW_SCENE)).toEqual({});
    const other = setFormulas(setParameter(NEW_SCENE, 'h', 0.1), 'Wire', { C: 'p.y == h * length' });
    expect(valuesOver(NEW_SCENE, other)).toBeUndefined();
    for (const none of ['', '#1=abc', '#x=1&g=heart', '#']) expect(readGalleryLink(none), none).toBeUndefined();
  });

  test('what cannot be set is told of', () => {
    const { values } = readGalleryLink('#g=a&h=0.3&H=1&h=high&length=&__proto__=3&constructor=1&length=1e999')!;
    const { document, problems } = withValues(NEW_SCENE, values);
    expect(document).toEqual(setParameter(NEW_SCENE, 'h', 0.3));
    expect(problems.map((text) => /“(.*?)”/.exec(text)![1])).toEqual([
      'H',
      'high',
      '',
      '__proto__',
      'constructor',
      '1e999',
    ]);
  });
});
