/// <reference lib="dom" preserve="true" />
import { loadScene } from '../scene/load-scene.js';
import type { BackdropMaker } from './backdrop.js';
import { defineElement, documentInside } from './scene-element.js';
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
 * document in a `<script type="application/json">` inside of it. With `paused` it waits, as it does
 * for who prefers reduced motion. With `solid` a scene of the plane is shown in three dimensions, with `flat` none is.
 * All that comes from the scene is shown as text, never as HTML.
 */
export function defineSceneElement({ name = 'holonomic-scene', classes = {}, three }: SceneElementOptions = {}): void {
  defineElement(name, {
    find: async (element) => {
      const src = element.getAttribute('src');
      const document = src === null ? documentInside(element) : await jsonOf(src);
      if (document === undefined) throw new Error('A scene has an attribute src.');
      return document;
    },
    show: () => Promise.resolve(SceneShow),
    files: () => import('./scene-files.js'),
    load: (document, params) => loadScene(document, { params, classes }),
    ...(three && { backdrop: three }),
  });
}

async function jsonOf(src: string): Promise<unknown> {
  const response = await fetch(src);
  if (!response.ok) throw new Error(`${src}: ${response.status} ${response.statusText}`);
  return response.json();
}
