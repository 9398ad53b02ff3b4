import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { hashOf } from './hash.js';
import { byCodePoint } from './order.js';

/** The files and packages that a module is made of, as far as its text tells. */
export interface Dependencies {
  /** The module and the files of the project that it imports, directly or not; sorted. */
  readonly files: readonly string[];
  /** The places where a file may appear that is imported and is not there; sorted. */
  readonly absent: readonly string[];
  /** Hash of the texts of all files and of the versions of packages that are known. */
  readonly content: string;
  /**
   * The same, where the text tells all: equal fingerprints, equal exports. Missing where it does
   * not: an import may change without a trace (a linked package, the file system), or a value
   * differs from run to run.
   */
  readonly fingerprint?: string;
}

/** Modules whose meaning is that of this program. */
const OWN = /^holonomic(\/|$)/;
/**
 * Any text in quotes after `from`, `import` or `require`. A match in a comment only adds a file too
 * many.
 */
const IMPORT = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"`])([^'"`\n]+)\1/g;
/**
 * A part of the text that brings in values which no file holds, or an import of a computed name.
 */
const IMPURE =
  /\bprocess\b|\bDate\b|\bMath\.random\b|\bcrypto\b|\bglobalThis\b|\bimport\.meta\b|\bperformance\b|\b(?:import|require)\s*\(\s*[^'"`\s]|\b(?:import|require)\s*\(\s*`[^`]*\$\{/;

const EXTENSIONS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'];
/** TypeScript is imported under the name of the JavaScript that it becomes. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/** Follows the imports of modules. A text that several of them share is read once. */
export class DependencyReader {
  /**
   * Paths in fingerprints are relative to this folder, so that moving the project does not change
   * them.
   */
  readonly #root: string;
  readonly #texts = new Map<string, { readonly text: string; readonly hash: string } | undefined>();
  readonly #packages = new Map<string, string | undefined>();

  constructor(root: string) {
    this.#root = root;
  }

  of(path: string): Dependencies {
    const files = new Set<string>();
    const parts: string[] = [];
    const unknown = new Set<string>();
    const absent = new Set<string>();
    const visit = (file: string): void => {
      if (files.has(file)) return;
      const source = this.#read(file);
      if (source === undefined) {
        unknown.add(file);
        return;
      }
      files.add(file);
      parts.push(`${relative(this.#root, file).replaceAll(sep, '/')} ${source.hash}`);
      if (extname(file) === '.json') return;
      if (IMPURE.test(source.text)) unknown.add(file);
      for (const [, , name] of source.text.matchAll(IMPORT)) {
        if (OWN.test(name!)) continue;
        if (/^\.{1,2}(\/|$)/.test(name!)) {
          const candidates = candidatesOf(dirname(file), name!);
          const target = candidates.find(isFile);
          if (target === undefined) {
            unknown.add(name!);
            candidates.forEach((path) => absent.add(path));
          } else visit(target);
        } else {
          const version = this.#packageVersion(name!, dirname(file));
          if (version === undefined) unknown.add(name!);
          else parts.push(`${name!} ${version}`);
        }
      }
    };
    visit(path);
    const content = hashOf(parts.sort(byCodePoint).join('\n'));
    const known = { files: [...files].sort(byCodePoint), absent: [...absent].sort(byCodePoint), content };
    return unknown.size > 0 ? known : { ...known, fingerprint: content };
  }

  #read(file: string): { readonly text: string; readonly hash: string } | undefined {
    if (!this.#texts.has(file)) {
      let entry: { text: string; hash: string } | undefined;
      try {
        const text = readFileSync(file, 'utf8');
        entry = { text, hash: hashOf(text) };
      } catch {
        entry = undefined;
      }
      this.#texts.set(file, entry);
    }
    return this.#texts.get(file);
  }

  /**
   * Version of an installed package. Undefined for built-ins, for names that only a configuration
   * explains, and for linked packages.
   */
  #packageVersion(name: string, from: string): string | undefined {
    const id = /^(@[^/]+\/[^/]+|[^/@.][^/]*)/.exec(name)?.[1];
    if (id === undefined || id.includes(':')) return undefined;
    const key = `${id} ${from}`;
    if (!this.#packages.has(key)) this.#packages.set(key, installedVersion(id, from));
    return this.#packages.get(key);
  }
}

function installedVersion(id: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', id, 'package.json');
    if (existsSync(path)) {
      if (!realpathSync(path).includes(`${sep}node_modules${sep}`)) return undefined;
      return hashOf(readFileSync(path, 'utf8'));
    }
    if (dirname(folder) === folder) return undefined;
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The files that a relative import may mean, in the order in which they are tried. */
function candidatesOf(folder: string, name: string): readonly string[] {
  const path = join(folder, name);
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  return [
    path,
    ...(SOURCES[extension] ?? []).map((source) => stem + source),
    ...EXTENSIONS.map((one) => path + one),
    ...EXTENSIONS.map((one) => join(path, `index${one}`)),
  ];
}
