import { defineElement } from '../src/canvas/scene-element.js';
import type { SceneDocument } from '../src/scene/document.js';
import { loadPrecompiled, type PrecompiledScene } from '../src/scene/load-precompiled.js';
import { listenToLaw, type SceneShow } from './law.js';

const scenes = import.meta.glob<PrecompiledScene>('./generated/*.js', { import: 'default' });

function sceneNamed(name: string): Promise<PrecompiledScene> {
  const load = scenes[`./generated/${name}.js`];
  if (load === undefined) throw new Error(`There is no scene ${name}.`);
  return load();
}

// A scene of the site: `src` is its name. Documents that were not compiled before need the toolkit.
defineElement<PrecompiledScene | SceneDocument>('holonomic-scene', {
  find: (element) => sceneNamed(element.getAttribute('src') ?? ''),
  load: async (found, params) =>
    'format' in found
      ? (await import('../src/scene/load-scene.js')).loadScene(found, { params })
      : loadPrecompiled(found, params),
});

const law = document.querySelector<HTMLElement>('.law');
const show = document.querySelector<SceneShow>('.machine holonomic-scene');
if (law && show) listenToLaw(law, show, await sceneNamed(show.getAttribute('src')!));
