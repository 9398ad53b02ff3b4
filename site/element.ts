import { defineElement } from '../src/canvas/scene-element.js';
import { loadPrecompiled, type PrecompiledScene } from '../src/scene/load-precompiled.js';
import { listenToLaw, type SceneShow } from './law.js';
import { moduleSource } from './module-source.js';
import { twinOf } from './twins.js';
import type { SceneWithFrames } from './scene-plots.js';
import type { TypedScene } from './typed-scene.js';

interface SiteScene extends PrecompiledScene {
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

const charts = moduleSource(() => import('./scene-plots.js'));
const typing = moduleSource(() => import('./typed-scene.js'));

// A scene of the site: `src` is its name. One that was not compiled before needs the toolkit.
defineElement<SiteScene | TypedScene>('holonomic-scene', {
  find: (element) => sceneNamed(element.getAttribute('src') ?? ''),
  load: async (found, params) =>
    'types' in found ? loadPrecompiled(found, params) : (await typing()).loadTyped(found, params),
  twin: (found, params) => ('address' in found ? twinOf(found.address, params) : undefined),
});

// The plots of a page come when they are in sight.
const plots = document.querySelector<HTMLElement>('.scene-plots');
const scene = document.querySelector<SceneWithFrames>('holonomic-scene[src]');
if (plots && scene) {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    void Promise.all([sceneNamed(scene.getAttribute('src')!), charts()]).then(([{ document: text }, { showPlots }]) => {
      showPlots(plots, scene, text);
    });
  });
  watch.observe(plots);
}

const law = document.querySelector<HTMLElement>('.law');
const show = document.querySelector<SceneShow>('.machine holonomic-scene');
if (law && show) listenToLaw(law, show, await sceneNamed(show.getAttribute('src')!));
