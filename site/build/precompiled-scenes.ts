import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import type * as Precompile from '../../src/scene/precompile.js';

/** A plug-in of Vite, as far as it is one here. */
interface ModulePlugin {
  readonly name: string;
  readonly resolveId: (source: string) => string | undefined;
  readonly load: (id: string) => Promise<string | undefined>;
}

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The module of all scenes, and the beginning of the names of those of one. */
const ALL = 'precompiled-scenes';
const ONE = `${ALL}/`;
/** Marks what no file holds. */
const MARK = '\0';

/**
 * Loads what compiles scenes, once. This file may be part of a configuration, whose loader knows
 * nothing of the paths of tsconfig.json.
 */
let compiler: Promise<typeof Precompile> | undefined;
const loadCompiler = (): Promise<typeof Precompile> =>
  (compiler ??= tsImport('../../src/scene/precompile.ts', {
    parentURL: import.meta.url,
    tsconfig: path('../../tsconfig.json'),
  }) as Promise<typeof Precompile>);

const read = (name: string): unknown => JSON.parse(readFileSync(path(`../../scenes/${name}.json`), 'utf8'));

/**
 * The gallery's scenes with their specs and formulas made to JavaScript: the module
 * `precompiled-scenes` has a function for each title, which loads those of that title.
 */
export const precompiledScenes = (): ModulePlugin => ({
  name: 'precompiled-scenes',
  resolveId: (source) => (source === ALL || source.startsWith(ONE) ? MARK + source : undefined),
  async load(id) {
    if (id === MARK + ALL) {
      const names = readdirSync(path('../../scenes'))
        .filter((name) => name.endsWith('.json'))
        .map((name) => basename(name, '.json'));
      const entries = names.map((name) => {
        const { title } = read(name) as { readonly title: string };
        return `${JSON.stringify(title)}: () => import(${JSON.stringify(ONE + name)}),\n`;
      });
      return `export default {\n${entries.join('')}};\n`;
    }
    if (!id.startsWith(MARK + ONE)) return undefined;
    const { precompiledModule, precompileScene } = await loadCompiler();
    const document = read(id.slice((MARK + ONE).length));
    const text = precompileScene(document);
    // As the file has it: what was checked has its fields in another order, and texts are compared.
    return precompiledModule({ ...text, parts: { ...text.parts, document: JSON.stringify(document) } });
  },
});
