import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import type { Plugin } from 'vite';
import type * as Precompile from '../../src/scene/precompile.js';
import type * as Record from './record-first.js';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The module of all scenes, and the beginning of the names of those of one. */
const ALL = 'precompiled-scenes';
const ONE = `${ALL}/`;
/** Marks what no file holds. */
const MARK = '\0';

/**
 * Loads a module of the project. This file may be part of a configuration, whose loader knows nothing of the paths
 * of tsconfig.json.
 */
const load = (module: string): Promise<unknown> =>
  tsImport(module, { parentURL: import.meta.url, tsconfig: path('../../tsconfig.json') });
let compiler: Promise<typeof Precompile> | undefined;
const loadCompiler = (): Promise<typeof Precompile> =>
  (compiler ??= load('../../src/scene/precompile.ts') as Promise<typeof Precompile>);

/** The names of the gallery's scenes. */
export const sceneNames = (): readonly string[] =>
  readdirSync(path('../../scenes'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'));

/** Reads the document of a scene of the gallery. */
export const readDocument = (name: string): { readonly title: string; readonly summary?: string } =>
  JSON.parse(readFileSync(path(`../../scenes/${name}.json`), 'utf8')) as ReturnType<typeof readDocument>;

/**
 * The gallery's scenes with their specs and formulas made to JavaScript: the module
 * `precompiled-scenes` has a function for each title, which loads those of that title.
 */
export const precompiledScenes = (): Plugin => ({
  name: 'precompiled-scenes',
  resolveId: (source) => (source === ALL || source.startsWith(ONE) ? MARK + source : undefined),
  async load(id) {
    if (id === MARK + ALL) {
      const entries = sceneNames().map(
        (name) => `${JSON.stringify(readDocument(name).title)}: () => import(${JSON.stringify(ONE + name)}),\n`,
      );
      return `export default {\n${entries.join('')}};\n`;
    }
    if (!id.startsWith(MARK + ONE)) return undefined;
    const { precompiledModule, precompileScene } = await loadCompiler();
    const document = readDocument(id.slice((MARK + ONE).length));
    const text = precompileScene(document);
    // As the file has it: what was checked has its fields in another order, and texts are compared.
    return precompiledModule({ ...text, parts: { ...text.parts, document: JSON.stringify(document) } });
  },
});

/** The module `first-opening`: the recorded beginning of the scene that the page begins with. */
export const firstOpening = (): Plugin => ({
  name: 'first-opening',
  resolveId: (source) => (source === 'first-opening' ? `${MARK}first-opening` : undefined),
  async load(id) {
    if (id !== `${MARK}first-opening`) return undefined;
    const { recordFirst } = (await load('./record-first.ts')) as typeof Record;
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(await recordFirst(readDocument('heart'))))});\n`;
  },
});
