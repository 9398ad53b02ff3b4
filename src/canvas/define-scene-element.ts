/// <reference lib="dom" preserve="true" />
import { loadScene } from '../scene/load-scene.js';
import type { BackdropMaker } from './backdrop.js';
import { defineElement, documentInside, documentOf } from './scene-element.js';
import { SceneShow } from './scene-show.js';

/** Options of {@link defineSceneElement}. */
export interface SceneElementOptions {
  /** Name of the element; `holonomic-scene` if left out. */
  readonly name?: string;
  /**
   * Classes made of the specs of scenes before, by name: for pages that come without the toolkit, or
   * forbid functions made of text.
   */
  readonly classes?: Readonly<Record<string, unknown>>;
  /**
   * Shows scenes of space in three dimensions, and those of the plane where a visitor wishes so:
   * `() => import('holonomic/three')`. It is fetched as it is wanted, and only where the browser has WebGL; without
   * it scenes of space are painted in perspective.
   */
  readonly three?: () => Promise<BackdropMaker>;
}

/**
 * Defines the element `<holonomic-scene src="scene.json">`: a scene that moves, can be pulled at,
 * paused, stepped, started again, and whose parameters are sliders. In place of `src` it takes the
 * document in a `<script type="application/json">` inside of it, or by its method `present`. With `paused` it stands still, as it
 * begins for who prefers reduced motion. With `solid` a scene of the plane is shown in three dimensions, with `flat` none is.
 * All that comes from the scene is shown as text, never as HTML.
 */
export function defineSceneElement({ name = 'holonomic-scene', classes = {}, three }: SceneElementOptions = {}): void {
  defineElement(name, {
    find: async (element) => {
      const src = element.getAttribute('src') ?? '';
      const document = await (src === '' ? documentInside(element) : documentAt(src));
      if (document === undefined)
        // eslint-disable-next-line no-console -- visitors of a page that presents one later need no words
        console.info(`A <${name}> without src, and without a script of JSON inside, waits for its present(document).`);
      return document;
    },
    show: () => Promise.resolve(SceneShow),
    files: () => import('./scene-files.js'),
    load: (document, params) => loadScene(document, { params, classes }),
    ...(three && { backdrop: three }),
  });
}

async function documentAt(src: string): Promise<unknown> {
  const response = await fetch(src).catch((error: unknown) => {
    throw new Error(`The scene at ${src} did not arrive: ${(error as Error).message}`, { cause: error });
  });
  if (!response.ok) throw new Error(`The scene at ${src} did not arrive: ${response.status} ${response.statusText}`);
  return documentOf(await response.text(), `at ${src}`);
}
