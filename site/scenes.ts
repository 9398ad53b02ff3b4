/**
 * What scenes move by, and the scenes themselves: it comes after the openings.
 * @module
 */
import type { PrecompiledScene } from '../src/scene/load-precompiled.js';

export { SceneShow } from '../src/canvas/scene-show.js';
export { loadPrecompiled } from '../src/scene/load-precompiled.js';

export interface SiteScene extends PrecompiledScene {
  /** The address of its module, for a worker. */
  readonly address: string;
}

const scenes = import.meta.glob<{ readonly default: PrecompiledScene; readonly address: string }>('./generated/*.js');

/** The scene of the site with a name. */
export async function sceneNamed(name: string): Promise<SiteScene> {
  const load = scenes[`./generated/${name}.js`];
  if (load === undefined) throw new Error(`There is no scene ${name}.`);
  const { default: scene, address } = await load();
  return { ...scene, address };
}
