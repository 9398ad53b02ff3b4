import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generate } from '../../src/toolkit.js';

const ROD = `
import { defineConstraint } from 'holonomic';
export const Rod = defineConstraint({
  summary: 'Holds two points a fixed distance apart.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0 } },
  C: 'norm(a - b) == length',
});
`;
const summaryOf = (summary: string): string =>
  ROD.replace("'Holds two points a fixed distance apart.'", JSON.stringify(summary));

let folder: string;
let specs: string;
let out: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holonomic-'));
  specs = join(folder, 'specs');
  out = join(folder, 'out');
  await mkdir(specs);
  await writeFile(join(specs, 'rod.ts'), ROD);
});
afterEach(() => rm(folder, { recursive: true }));

const run = (check = false) => generate({ specs, out, check });
const text = (name: string) => readFile(join(out, name), 'utf8');

describe('generate', () => {
  it('takes the line ends of Windows for the same text', async () => {
    await run();
    for (const name of await readdir(out))
      await writeFile(join(out, name), (await text(name)).replaceAll('\n', '\r\n'));
    const files = ['index.ts', 'manifest.json', 'rod.ts'];
    expect(await run(true)).toMatchObject({ stale: [], missing: [], warnings: [], unchanged: files });
    expect(await run()).toMatchObject({ written: [], unchanged: files });
  });

  it('writes one file per spec file, an index and a manifest, and nothing the second time', async () => {
    expect((await run()).written).toEqual(['index.ts', 'manifest.json', 'rod.ts']);
    const before = (await stat(join(out, 'rod.ts'))).mtimeMs;
    expect(await run()).toMatchObject({ written: [], unchanged: ['index.ts', 'manifest.json', 'rod.ts'] });
    expect((await stat(join(out, 'rod.ts'))).mtimeMs).toBe(before);
  });

  it('writes what a class does at singular points, and takes it into the hash', async () => {
    await run();
    const before = await text('rod.ts');
    await writeFile(join(specs, 'rod.ts'), ROD.replace("length',", "length',\n  singular: 'throw',"));
    expect((await run()).written).toContain('rod.ts');
    const after = await text('rod.ts');
    const hash = /^\/\/ Hash: .*$/m;
    expect(hash.exec(after)![0]).not.toBe(hash.exec(before)![0]);
    expect(after).toContain("singularPoints: ['norm(a - b) = 0 (a and b coincide)']");
    expect(after).toContain('Singular where norm(a - b) = 0 (a and b coincide): evaluating it throws there.');
    expect(before).not.toContain('singularPoints');
  });

  it('writes Jdot only where the spec or the configuration says so, and the spec comes first', async () => {
    await run();
    expect(await text('rod.ts')).not.toContain('Jdot');
    await generate({ specs, out, jdot: true });
    const both = await text('rod.ts');
    expect(both).toContain('const rodJdotKernel: JdotKernel = (');
    expect(both).toContain('static readonly type: ConstraintTypeWithJdot = {');
    await writeFile(join(specs, 'rod.ts'), ROD.replace("length',", "length',\n  jdot: false,"));
    await generate({ specs, out, jdot: true });
    expect(await text('rod.ts')).not.toContain('Jdot');
    await writeFile(join(specs, 'rod.ts'), ROD.replace("length',", "length',\n  jdot: true,"));
    await run();
    expect(await text('rod.ts')).toContain('    jdotKernel: rodJdotKernel,');
  });

  it('gives the same bytes wherever and whenever it runs', async () => {
    await run();
    const other = join(folder, 'elsewhere', 'deep');
    await generate({ specs, out: other });
    const strip = (code: string) => code.replace(/^\/\/ Source: .*$/m, '');
    expect(strip(await readFile(join(other, 'rod.ts'), 'utf8'))).toBe(strip(await text('rod.ts')));
  });

  it('checks without writing: stale, missing and orphaned files', async () => {
    await run();
    await writeFile(join(specs, 'rod.ts'), summaryOf('Another summary.'));
    expect((await run(true)).stale).toEqual(['manifest.json', 'rod.ts']);
    await writeFile(join(specs, 'bar.ts'), ROD.replaceAll('Rod', 'Bar'));
    await rm(join(specs, 'rod.ts'));
    const found = await run(true);
    expect(found).toMatchObject({ missing: ['bar.ts'], orphaned: ['rod.ts'], written: [] });
    expect((await readdir(out)).sort()).toEqual(['index.ts', 'manifest.json', 'rod.ts']);
  });

  it('removes what it generated, but not what somebody edited', async () => {
    await writeFile(join(specs, 'bar.ts'), ROD.replaceAll('Rod', 'Bar'));
    await run();
    await rm(join(specs, 'bar.ts'));
    await writeFile(join(out, 'bar.ts'), '// mine now\n');
    const refused = await run();
    expect(refused.errors.map((error) => error.code)).toEqual(['E_EDITED']);
    expect(await text('bar.ts')).toBe('// mine now\n');
    await rm(join(out, 'bar.ts'));
    expect((await run()).errors).toEqual([]);
    await writeFile(join(out, 'own.ts'), 'export {};\n');
    await run();
    expect(await text('own.ts')).toBe('export {};\n');
  });

  it('writes nothing at all if any spec has a mistake, and reports all mistakes', async () => {
    await writeFile(join(specs, 'bad.ts'), ROD.replaceAll('Rod', 'Bad').replace('norm(a - b)', 'norm(a - q)'));
    await writeFile(join(specs, 'worse.ts'), 'export const Worse = {{{');
    const { errors, written } = await run();
    expect(errors.map((error) => error.code).sort()).toEqual(expect.arrayContaining(['E_SPEC_FILE', 'E_UNKNOWN_NAME']));
    expect(written).toEqual([]);
    await expect(stat(out)).rejects.toThrow('ENOENT');
  });

  it('refuses two classes, or two files, of one name', async () => {
    await writeFile(join(specs, 'other.ts'), ROD);
    expect((await run()).errors.map((error) => error.code)).toEqual(['E_CLASS_CLASH']);
    await writeFile(join(specs, 'index.ts'), ROD.replaceAll('Rod', 'Bar'));
    expect((await run()).errors.map((error) => error.code)).toContain('E_DUPLICATE_FILE');
  });

  it('lets no text of a spec become code', async () => {
    const attack = '*/ process.exit(1); /* ${process.exit()} `\' " \\ @deprecated';
    await writeFile(join(specs, 'rod.ts'), summaryOf(attack));
    const { errors } = await run();
    expect(errors).toEqual([]);
    const file = ts.createSourceFile('rod.ts', await text('rod.ts'), ts.ScriptTarget.ES2022, true);
    const calls: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) calls.push(node.expression.getText(file));
      ts.forEachChild(node, visit);
    };
    visit(file);
    expect([...new Set(calls)].sort()).toEqual(['Math.sqrt', 'super']);
    expect(file.statements.map((statement) => ts.SyntaxKind[statement.kind])).toEqual([
      'ImportDeclaration',
      'InterfaceDeclaration',
      'InterfaceDeclaration',
      'TypeAliasDeclaration',
      // The kernel; the compiler gives this name to a statement with variables, too.
      'FirstStatement',
      'ClassDeclaration',
    ]);
    const literal = /summary:\s*(.*),\n/.exec(file.getFullText())?.[1];
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the literal is what is tested
    expect(new Function(`return ${literal!}`)()).toBe(attack);
  });

  it('says so if the spec folder is missing or holds a file without a spec', async () => {
    await writeFile(join(specs, 'helper.ts'), 'export const centre = 1;\n');
    expect((await run()).errors).toMatchObject([
      { code: 'E_NO_SPEC', message: 'helper.ts exports no constraint, no body and no energy.' },
    ]);
    const { errors } = await generate({ specs: join(folder, 'nowhere'), out });
    expect(errors.map((error) => error.code)).toEqual(['E_SPEC_FILE']);
  });
});
