import { basename, join, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { readTextIfAny } from '../../files/files.js';
import { packageFolder } from '../../files/package-files.js';
import type { ModulePage } from '../../canvas/module/module-page-text.js';
import type { ExpectationResult, PartFile } from '../../scene/index.js';
import { formatDiagnostics } from '../../diagnostics/index.js';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { inFile, withDisplayPaths } from '../display-diagnostics.js';
import { failureOf, UsageError, UserError, type Failure } from '../errors.js';
import { positiveOption } from '../option-values.js';
import { displayPath } from '../settings.js';
import { formatTable } from '../table.js';
import { count } from '../words.js';
import { checkProducts, writeProduct } from '../write-product.js';

const TARGETS = ['ts', 'html', 'csv', 'svg', 'stl', 'dxf'] as const;
type Target = (typeof TARGETS)[number];

interface ExportFlags {
  readonly to: Target;
  readonly out?: string;
  readonly force?: boolean;
  readonly parts?: boolean;
  readonly scale?: number;
  readonly thickness?: number;
  readonly width?: number;
  readonly hole?: number;
}

/** Options of parts alone. */
const OF_PARTS = ['scale', 'thickness', 'width', 'hole'] as const;

/** `holonomic scene`: what can be done with scenes that are JSON. */
export function addScene(program: Command, execute: Execute): void {
  const scene = program.command('scene').description('check scenes that are JSON, and turn them into other things');
  scene
    .command('check')
    .argument('<scenes...>', 'JSON files')
    .description('run scenes and compare them with what they expect')
    .action((files: string[]) => execute('scene check', (context) => checkCommand(files, context)));
  scene
    .command('export')
    .argument('<scene>', 'JSON file')
    .description('write a scene as a TypeScript module, a page, a table of its plots or a picture; write its parts, mm')
    .addOption(new Option('--to <target>', 'what to write').choices(TARGETS).makeOptionMandatory())
    .option('--out <path>', 'folder for ts and stl (default: this one), file for the others (default: standard output)')
    .option('--force', 'overwrite files')
    .option('--parts', 'with svg: the parts side by side, to be cut, in place of the picture')
    .option('--scale <factor>', 'size of parts by that in the scene (default: 1)', positiveOption)
    .option('--thickness <mm>', 'thickness of parts of the plane in stl', positiveOption)
    .option('--width <mm>', 'width of links', positiveOption)
    .option('--hole <mm>', 'diameter of the holes where parts are held', positiveOption)
    .action((file: string, flags: ExportFlags) =>
      execute('scene export', (context) => exportCommand(file, flags, context)),
    );
  scene
    .command('schema')
    .description('print the JSON Schema of scenes, for editors')
    .action(() => execute('scene schema', () => schemaCommand()));
}

async function checkCommand(files: readonly string[], context: CommandContext): Promise<Outcome> {
  const [{ loadDocument }, { checkScene }] = await Promise.all([
    import('../load-document.js'),
    import('../../scene/index.js'),
  ]);
  const checked = [];
  const broken: { readonly file: string; readonly pass: false; readonly error: Failure }[] = [];
  for (const file of files) {
    try {
      const path = resolve(context.cwd, file);
      const scene = await loadDocument(path, file);
      const { summary, expectations, pass } = await inFile(path, () =>
        checkScene(scene, {
          onProgress: (time, end) => {
            context.progress(`${file}: ${time.toFixed(1)} of ${end.toFixed(1)} s`);
          },
        }),
      );
      checked.push({ file, title: scene.title, pass, expectations, warnings: summary.warnings });
    } catch (error) {
      // A mistake in one file says nothing of the others.
      const failure = failureOf(error);
      if (failure.exitCode !== 1) throw error;
      broken.push({ file, pass: false, error: failure });
    }
  }
  const failed = checked.filter(({ pass }) => !pass).length + broken.length;
  const table = (results: readonly ExpectationResult[]): string =>
    formatTable(
      [{ title: '' }, { title: 'quantity' }, { title: 'found', align: 'right' }, { title: 'expected', align: 'right' }],
      results.map(({ pass, of, found, expected, tolerance, isBound }) => [
        pass ? 'ok' : 'FAIL',
        of.length > 48 ? `${of.slice(0, 47)}…` : of,
        short(found),
        isBound
          ? `at most ${short(expected)}`
          : tolerance === 0
            ? short(expected)
            : `${short(expected)} ± ${short(tolerance)}`,
      ]),
      context.paint,
    );
  const text = checked.map(({ title, pass, expectations }) =>
    [`${pass ? 'pass' : 'FAIL'}  ${title}`, ...(expectations.length > 0 ? [table(expectations)] : [])].join('\n'),
  );
  const problems = broken.map(({ file, error }) => textOf(file, error, context));
  if (failed > 0) problems.push(`${count(failed, 'scene')} of ${files.length} not as expected.`);
  return {
    ok: failed === 0,
    data: { scenes: [...checked, ...broken].sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file)) },
    ...(text.length > 0 && { summary: text.join('\n\n') }),
    ...(failed > 0 && { problem: problems.join('\n\n') }),
  };
}

/** The failure of a scene in a file, for a person. */
function textOf(file: string, { message, hint, diagnostics }: Failure, { cwd, problemPaint }: CommandContext): string {
  const { bold, cyan, red, isColorSupported } = problemPaint;
  if (diagnostics) return formatDiagnostics(withDisplayPaths(diagnostics, cwd), { color: isColorSupported });
  const named = message.includes(file) ? message : `${file}: ${message}`;
  return [`${bold(red('error:'))} ${named}`, ...(hint === undefined ? [] : [`${cyan('hint:')} ${hint}`])].join('\n');
}

const short = (x: number): string => String(Number(x.toPrecision(10)));

async function exportCommand(file: string, flags: ExportFlags, context: CommandContext): Promise<Outcome> {
  const { to, out, force, parts = false } = flags;
  const isOfParts = to === 'stl' || to === 'dxf' || (to === 'svg' && parts);
  if (parts && to !== 'svg') throw new UsageError('--parts goes with --to svg; stl and dxf are parts already.');
  const stray = OF_PARTS.find((name) => flags[name] !== undefined);
  if (stray !== undefined && !isOfParts) throw new UsageError(`--${stray} goes with parts: stl, dxf, or svg --parts.`);

  const [{ loadDocument }, { exportTypeScript, sceneDXF, scenePartsSVG, sceneSTL, sceneTable }, { simulateScene }] =
    await Promise.all([
      import('../load-document.js'),
      import('../../scene/index.js'),
      import('../../simulate/simulate.js'),
    ]);
  const source = resolve(context.cwd, file);
  if (to !== 'ts' && to !== 'stl')
    checkProducts([{ file: out, extensions: [`.${to}`, ...(to === 'html' ? ['.htm'] : [])] }], [source], context.cwd);
  const scene = await loadDocument(source, file);
  if (to === 'ts') {
    const name = basename(file)
      .replace(/\.[^.]*$/, '')
      .replace(/\.scene$/, '');
    const files = exportTypeScript(scene, name).map(({ path, text }) => ({
      path: resolve(context.cwd, join(out ?? '.', path)),
      text,
    }));
    for (const { path } of files)
      if (force !== true && readTextIfAny(path) !== undefined)
        throw new UserError(`${displayPath(path, context.cwd)} is there already.`, 'Use --force to overwrite it.');
    for (const { path, text } of files) writeProduct(path, text);
    const written = files.map(({ path }) => displayPath(path, context.cwd));
    return { ok: true, data: { written }, summary: written.map((path) => `  written   ${path}`).join('\n') };
  }
  const sizes = Object.fromEntries(
    OF_PARTS.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])),
  );
  if (to === 'stl') return writeSTL(await sceneSTL(scene, sizes), resolve(context.cwd, out ?? '.'), context);
  const texts: Readonly<Record<Exclude<Target, 'ts' | 'stl'>, () => Promise<string>>> = {
    csv: () => sceneTable(scene),
    html: page,
    svg: () => (parts ? scenePartsSVG(scene, sizes) : picture()),
    dxf: () => sceneDXF(scene, sizes),
  };
  const text = await texts[to]();
  if (out === undefined) return { ok: true, data: { content: text }, product: text };
  writeProduct(resolve(context.cwd, out), text);
  const written = [displayPath(resolve(context.cwd, out), context.cwd)];
  return { ok: true, data: { written }, summary: `  written   ${written.join()}` };

  async function page(): Promise<string> {
    const [{ precompileScene }, { scenePage }, { modulePage }] = await Promise.all([
      import('../../scene/precompile.js'),
      import('../../scene/page.js'),
      import('../../canvas/module/module-page-text.js'),
    ]);
    const small = await modulePage(scene.document, pageScript);
    return small ?? scenePage(precompileScene(scene.document), pageScript('scene'));
  }

  async function picture(): Promise<string> {
    const { drawScene } = await import('../../simulate/picture.js');
    return drawScene(await simulateScene(scene));
  }
}

/** Writes a file for each part that differs from the others. */
function writeSTL(parts: readonly PartFile[], folder: string, { cwd }: CommandContext): Outcome {
  const written = parts.map(({ name, names, file }) => {
    const path = join(folder, `${name}.stl`);
    writeProduct(path, file);
    return { path: displayPath(path, cwd), names };
  });
  const lines = written.map(
    ({ path, names }) =>
      `  written   ${path}${names.length > 1 ? `, ${String(names.length)} of these: ${names.join(', ')}` : ''}`,
  );
  return {
    ok: true,
    data: { written: written.map(({ path }) => path), counts: written.map(({ names }) => names.length) },
    summary: lines.join('\n'),
  };
}

/** The script of pages, which the build of this package bundles. */
function pageScript(name: 'scene' | ModulePage): string {
  const text = readTextIfAny(join(packageFolder(), `dist/page/${name}.js`));
  if (text === undefined) throw new UserError('The script of pages is not built.', 'Run "npm run build" first.');
  return text;
}

async function schemaCommand(): Promise<Outcome> {
  const { sceneJSONSchema } = await import('../../scene/index.js');
  const schema = sceneJSONSchema();
  return { ok: true, data: { schema }, product: `${JSON.stringify(schema, null, 2)}\n` };
}
