/**
 * What scenes move by, and the scenes themselves: it comes after the openings.
 * @module
 */
import type { SceneState } from '../src/canvas/scene-state.js';
import type { PrecompiledScene } from '../src/scene/load-precompiled.js';

export { SceneShow } from '../src/canvas/scene-show.js';
export { loadPrecompiled } from '../src/scene/load-precompiled.js';

export interface SiteScene extends PrecompiledScene {
  /** The address of its module, for a worker. */
  readonly address: string;
  /** States of the run that its opening shows. */
  readonly states: readonly SceneState[];
}

const scenes = import.meta.glob<Pick<SiteScene, 'address' | 'states'> & { readonly default: PrecompiledScene }>(
  './generated/*.js',
);

/** The scene of the site with a name. */
export async function sceneNamed(name: string): Promise<SiteScene> {
  const load = scenes[`./generated/${name}.js`];
  if (load === undefined) throw new Error(`There is no scene ${name}.`);
  const { default: scene, address, states } = await load();
  return { ...scene, address, states };
}
