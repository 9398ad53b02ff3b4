import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');

/** Most files that a folder should hold, and most that need no README.md. */
export const MOST_FILES = 30;
export const FEW_FILES = 10;
/** Lines up to which a README.md may leave a file of its folder out. */
const SHORT_FILE = 150;

/**
 * Folders in order: files of each import only from folders before it, and from their own. A folder
 * includes its subfolders that are not listed; a file can be listed alone.
 */
export type Order = readonly string[];

/** The order of the runtime's folders; bodies are a part of the model. */
export const RUNTIME_ORDER: Order = [
  'runtime/base',
  'runtime/elementary',
  'runtime/curves',
  'runtime/model',
  'runtime/model/bodies',
  'runtime/equations',
  'runtime/linear',
  'runtime/solvers',
  'runtime/complementarity',
  'runtime/stabilize',
  'runtime/contact-modes',
  'runtime/implicit',
  'runtime/integrators',
  'runtime/forces',
  'runtime/recovery',
  'runtime/watches',
  'runtime/collision',
  'runtime/world',
  'runtime/analysis',
  'runtime',
];

/** The order of the toolkit's folders, and of its files outside of folders. */
export const SOURCE_ORDER: Order = [
  'src/runtime.ts',
  'src/library.ts',
  'src/mathjs',
  'src/mathjs.ts',
  'src/zod.ts',
  'src/diagnostics',
  'src/files',
  'src/locate',
  'src/primitives',
  'src/symbolic',
  'src/syntax',
  'src/notation',
  'src/reference',
  'src/spec',
  'src/lists',
  'src/index.ts',
  'src/bodies',
  'src/sampling',
  'src/hints',
  'src/formula',
  'src/modules',
  'src/config',
  'src/init',
  'src/units',
  'src/lower',
  'src/self-check',
  'src/derive',
  'src/equations',
  'src/wasm',
  'src/emit',
  'src/verify',
  'src/explain',
  'src/kinds',
  'src/generate',
  'src/ensemble',
  'src/watch',
  'src/painter',
  'src/solids',
  'src/simulate',
  'src/export',
  'src/scene',
  'src/analysis',
  'src/mechanism',
  'src/canvas',
  'src/three',
  'src/toolkit-core.ts',
  'src/toolkit-browser.ts',
  'src/toolkit.ts',
  'src/plugin',
  'src/vite',
  'src/vitest',
  'src/cli',
];

/**
 * Files, each with those that it imports, types included: paths from the root of the repository.
 */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Reads the imports among all files below `folder`. */
export function importsOf(folder: string): Imports {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name.split(sep).join('/')))
    .sort();
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'));
      const imported = importedFiles
        .filter(({ fileName }) => fileName.startsWith('.'))
        .flatMap(({ fileName }) => {
          const path = posix.join(dirname(file), fileName).replace(/\.js$/, '');
          return files.filter((known) => known === `${path}.ts` || known === `${path}.tsx`);
        });
      return [file, [...new Set(imported)]];
    }),
  );
}

/** Counts the files directly in each folder. */
export function fileCounts(imports: Imports): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of imports.keys()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return counts;
}

/** Lists the README.md files below `folder`. */
export const readmesOf = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => basename(name) === 'README.md')
    .map((name) => posix.join(folder, name.split(sep).join('/')))
    .sort();

/** Lists the inline code of a page. */
export const inlineCodeOf = (page: string): readonly string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);

/**
 * Lists the long files of a folder that its README.md does not name: as `wire.ts`, as `wire`, or by the
 * class `Wire` or a member of it.
 */
export function unnamedFiles(folder: string, files: Iterable<string>, code: readonly string[]): string[] {
  const names = new Set(code.flatMap((inline) => [inline.replace(/\.ts$/, ''), kebabCase(inline.split('.')[0]!)]));
  return [...files]
    .filter((file) => dirname(file) === folder && !names.has(basename(file, '.ts')))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 > SHORT_FILE);
}

/** `RigidBody2D → rigid-body-2d` */
const kebabCase = (name: string): string => name.replace(/([a-z])(?=[A-Z\d])/g, '$1-').toLowerCase();

/** Lists the files in inline code that are not there: neither beside `page`, nor below `folder` or the root. */
export const missingFiles = (page: string, folder: string, code: readonly string[]): string[] =>
  code
    .filter((inline) => /^[\w./-]+\.ts$/.test(inline))
    .filter((file) => ![dirname(page), folder, '.'].some((place) => existsSync(join(ROOT, place, file))));

/** Functions of `Math` that differ in the last place between engines. */
const UNEQUAL = /^Math\.(?:acosh?|asinh?|atan[2h]?|cbrt|cosh?|exp|expm1|hypot|log|log10|log1p|log2|pow|sinh?|tanh?)$/;

/** Lists what differs between engines in a file: these functions, and powers but those of 2. */
export function unequalIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isUnequal = ts.isBinaryExpression(node)
      ? /^\*\*=?$/.test(node.operatorToken.getText(source)) && node.left.getText(source) !== '2'
      : ts.isPropertyAccessExpression(node) && UNEQUAL.test(node.getText(source));
    if (isUnequal) found.push(node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Finds the groups of files that import each other, directly or not: strongly connected components
 * of more than one file (Tarjan 1972).
 */
export function cyclesOf(imports: Imports): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const own = index.size;
    let lowest = own;
    index.set(file, own);
    path.push(file);
    onPath.add(file);
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (onPath.has(next)) lowest = Math.min(lowest, index.get(next)!);
    }
    low.set(file, lowest);
    if (lowest === own) {
      const group = path.splice(path.indexOf(file));
      for (const member of group) onPath.delete(member);
      if (group.length > 1 || imports.get(file)!.includes(file)) cycles.push(group.sort());
    }
    return lowest;
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return cycles;
}

/** Finds the listed folder that a file belongs to: the deepest that holds it. */
function folderOf(file: string, order: Order): string | undefined {
  return order.filter((folder) => !relative(folder, file).startsWith('..')).sort((a, b) => b.length - a.length)[0];
}

/** Lists imports against the order, as `from → to`, and files that no listed folder holds. */
export function importsAgainst(imports: Imports, order: Order): string[] {
  const place = (file: string): number => order.indexOf(folderOf(file, order) ?? '');
  return [...imports].flatMap(([file, imported]) =>
    place(file) < 0
      ? [`${file} is in no listed folder`]
      : imported.filter((other) => place(other) > place(file)).map((other) => `${file} → ${other}`),
  );
}
