import type { OpeningRecord } from '../src/canvas/opening-record.js';
import { openingOf } from '../src/canvas/opening.js';
import { defineElement } from '../src/canvas/scene-element.js';
import { listenToLaw, type SceneShow } from './law.js';
import { moduleSource } from './module-source.js';
import type { SceneWithFrames } from './scene-plots.js';
import type { SiteScene } from './scenes.js';
import { twinOf } from './twins.js';
import type { TypedScene } from './typed-scene.js';

/** What a page has in itself: the openings of its scenes by their names, and the scripts that are wanted next, and last. */
interface Begun {
  readonly openings: Readonly<Record<string, OpeningRecord>>;
  readonly next: readonly string[];
  readonly app?: string;
}

const text = document.querySelector('script#openings')?.textContent;
const { openings, next, app }: Begun = text === undefined ? { openings: {}, next: [] } : (JSON.parse(text) as Begun);

const scenes = moduleSource(() => import('./scenes.js'));
const charts = moduleSource(() => import('./scene-plots.js'));
const typing = moduleSource(() => import('./typed-scene.js'));
const files = moduleSource(() => import('../src/canvas/scene-files.js'));
const depth = moduleSource(() => import('../src/three/backdrop.js'));

/** Says in words that scripts are missing. */
function arrived<T>(scripts: Promise<T>): Promise<T> {
  return scripts.catch((error: unknown) => {
    if (!/module/.test(String(error))) throw error;
    throw new Error('What computes this scene did not arrive. Check the connection, and load the page again.');
  });
}

const sceneOf = (element: HTMLElement): Promise<SiteScene> =>
  arrived(scenes().then(({ sceneNamed }) => sceneNamed(element.getAttribute('src') ?? '')));

// A scene of the site: `src` is its name. One that was not compiled before needs the toolkit.
defineElement<SiteScene | TypedScene>('holonomic-scene', {
  opening: (element) => openingOf(openings[element.getAttribute('src') ?? '']),
  find: sceneOf,
  states: (found) => ('states' in found ? found.states : []),
  show: async () => (await arrived(scenes())).SceneShow,
  load: async (found, params) =>
    'types' in found ? (await scenes()).loadPrecompiled(found, params) : (await typing()).loadTyped(found, params),
  backdrop: depth,
  files: () => arrived(files()),
  twin: (found, params) => ('address' in found ? twinOf(found.address, params) : undefined),
});

// The opening is on its way: now comes what it leads to, at once and not one after the other.
for (const href of next)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));

const scene = document.querySelector<SceneWithFrames>('holonomic-scene[src]:not([loading])');

/** Time, ms, that the rest of a page waits at most for a scene that has what it moves by. */
const PATIENCE = 1000;
/** Settled once the scene of the page moves by the runtime, or will not. */
const ready: Promise<unknown> = Promise.allSettled(
  scene
    ? [
        sceneOf(scene).then(
          () =>
            new Promise((resolve) => {
              scene.addEventListener('frame', resolve, { once: true });
              setTimeout(resolve, PATIENCE);
            }),
        ),
      ]
    : [],
);

// What the page adds comes after the scene: the bundler renames what this module exports, so it asks for that itself.
if (app !== undefined)
  void ready.then(() => {
    document.documentElement.classList.remove('early');
    return import(/* @vite-ignore */ app);
  });

// The plots of a page come when they are in sight.
const plots = document.querySelector<HTMLElement>('.scene-plots');
if (plots && scene) {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    void Promise.all([sceneOf(scene), ready.then(charts)]).then(([{ document: shown }, { showPlots }]) => {
      showPlots(plots, scene, shown);
    });
  });
  watch.observe(plots);
}

const law = document.querySelector<HTMLElement>('.law');
const show = document.querySelector<SceneShow>('.machine holonomic-scene');
if (law && show) listenToLaw(law, show, () => sceneOf(show));
