import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { suggestion, type Diagnostic } from '../diagnostics/index.js';
import { readTextIfAny } from '../files/files.js';
import { placeAt, withExcerpt } from '../locate/place.js';

/** The changes of the generated classes, as far as they explain an import that fails. */
export interface Changes {
  /** Classes that were generated before, and are not any more. */
  readonly lost: ReadonlySet<string>;
  /** Classes that are new since. */
  readonly gained: ReadonlySet<string>;
}

// Text in comments and strings may look like an import; what it names is then there as a rule, or
// is no path of a generated file.
const IMPORT =
  /\b(?:import|export)\s+(type\s+)?(?:\w+\s*,\s*)?(?:\{([^}]*)\}|\*\s+as\s+\w+|\*)\s*from\s*(['"])([^'"\n]+)\3/g;
const EXPORT = /^export (class|const|function|interface|type) (\w+)/gm;
const REEXPORT = /^export \* from ['"](.+)['"];$/gm;

/**
 * Finds imports of generated files, in the folders `outs`, that name a file or a class which is not
 * there. `file` is the module that imports. A browser would show a white page for them.
 */
export function importFaults(code: string, file: string, outs: readonly string[], changes: Changes): Diagnostic[] {
  return [...code.matchAll(IMPORT)].flatMap((match) => {
    const [text, isType, names = '', , specifier] = match;
    if (isType !== undefined || !/^\.{1,2}\//.test(specifier!)) return [];
    const target = resolve(dirname(file), specifier!.replace(/[?#].*$/, ''));
    const out = outs.find((folder) => isWithin(folder, target));
    if (out === undefined) return [];
    const path = emittedFile(target);
    const at = match.index + text.lastIndexOf(specifier!);
    if (path === undefined) return [faultAt(code, file, at, specifier!.length, missingFile(target, out))];
    const exported = exportsOf(path);
    return namesIn(names).flatMap(({ name, offset }) =>
      exported.has(name)
        ? []
        : [
            faultAt(
              code,
              file,
              match.index + text.indexOf('{') + 1 + offset,
              name.length,
              missingClass(name, path, exported, changes),
            ),
          ],
    );
  });
}

/** The generated file that an import stands for: TypeScript is imported as the JavaScript it becomes. */
const emittedFile = (target: string): string | undefined =>
  [target.replace(/\.js$/, '.ts'), `${target}.ts`, join(target, 'index.ts')].find(
    (path) => path.endsWith('.ts') && existsSync(path),
  );

/** The names that a generated file exports, itself or from others, each with what it is. */
function exportsOf(path: string): ReadonlyMap<string, string> {
  const text = readTextIfAny(path) ?? '';
  const others = [...text.matchAll(REEXPORT)].flatMap(([, specifier]) => [
    ...exportsOf(resolve(dirname(path), specifier!.replace(/\.js$/, '.ts'))),
  ]);
  const own = [...text.matchAll(EXPORT)].map(([, what, name]) => [name!, what!] as const);
  return new Map([...own, ...others]);
}

/** The names in `{ a, b as c, type D }` that are values, each with its place. */
function namesIn(list: string): { name: string; offset: number }[] {
  return [...list.matchAll(/[^,]+/g)].flatMap(({ 0: item, index }) => {
    const found = /^\s*(?!type\s)(\w+)/.exec(item);
    if (found === null) return [];
    return [{ name: found[1]!, offset: index + found[0].length - found[1]!.length }];
  });
}

const missingFile = (target: string, out: string): Pick<Diagnostic, 'message' | 'hint'> => {
  const modules = existsSync(out) ? readdirSync(out).filter((name) => name.endsWith('.ts')) : [];
  const names = modules.map((name) => name.replace(/\.ts$/, '.js'));
  return {
    message: `${basename(target)} is not generated: there is no such spec file, or it was renamed or deleted.`,
    hint: suggestion(basename(target), names) ?? `the generated modules are ${names.join(', ')}`,
  };
};

function missingClass(
  name: string,
  path: string,
  exported: ReadonlyMap<string, string>,
  { lost, gained }: Changes,
): Pick<Diagnostic, 'message' | 'hint'> {
  const reason = lost.has(name) ? 'no longer generated: its spec was renamed or deleted' : 'not generated';
  const classes = [...exported].filter(([, what]) => what === 'class').map(([one]) => one);
  const here = [...gained].filter((one) => exported.has(one));
  const renamed = lost.has(name) && here.length === 1 ? `is it now "${here[0]!}", which is new?` : undefined;
  return {
    message: `"${name}" is ${reason}.`,
    hint: renamed ?? suggestion(name, classes) ?? `${basename(path)} exports ${classes.join(', ')}`,
  };
}

function faultAt(
  code: string,
  file: string,
  start: number,
  length: number,
  what: Pick<Diagnostic, 'message' | 'hint'>,
): Diagnostic {
  const source = withExcerpt(placeAt(code, start, start + length), code);
  return { code: 'E_IMPORT', ...what, file, source };
}

/** Tests for a module of the page itself, of which imports are checked. */
export const isSource = (id: string, outs: readonly string[], root: string): boolean =>
  isWithin(root, id) && !/[\0]|\/node_modules\//.test(id) && !outs.some((out) => isWithin(out, id));

const isWithin = (folder: string, path: string): boolean => !relative(folder, path).startsWith('..');
