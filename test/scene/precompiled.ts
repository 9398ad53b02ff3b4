import * as library from '../../generated/index.js';
import * as runtime from '../../runtime/index.js';
import type { PrecompiledScene } from '../../src/scene/load-precompiled.js';
import { precompiledModule, precompileScene } from '../../src/scene/precompile.js';

/** Evaluates the module of a precompiled scene, with the modules that it imports. */
export function precompiled(document: unknown): PrecompiledScene {
  const body = precompiledModule(precompileScene(document))
    .replace(/^import (\{.*\}) from 'holonomic\/(\w+)';$/gm, 'const $1 = $2;')
    .replace(/^export default /m, 'return ');
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the module under test
  const make = new Function('runtime', 'library', `"use strict";\n${body}`) as (...modules: object[]) => unknown;
  return make(runtime, library) as PrecompiledScene;
}
