/// <reference lib="dom" preserve="true" />
import { loadScene } from '../scene/load-scene.js';
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
}

/**
 * Defines the element `<holonomic-scene src="scene.json">`: a scene that moves, can be pulled at,
 * paused, stepped, started again, and whose parameters are sliders. In place of `src` it takes the
 * document in a `<script type="application/json">` inside of it. With `paused` it waits, as it does
 * for who prefers reduced motion. All that comes from the scene is shown as text, never as HTML.
 */
export function defineSceneElement({ name = 'holonomic-scene', classes = {} }: SceneElementOptions = {}): void {
  defineElement(name, {
    find: async (element) => {
      const src = element.getAttribute('src');
      const document = src === null ? documentInside(element) : await jsonOf(src);
      if (document === undefined) throw new Error('A scene has an attribute src.');
      return document;
    },
    show: () => Promise.resolve(SceneShow),
    load: (document, params) => loadScene(document, { params, classes }),
  });
}

async function jsonOf(src: string): Promise<unknown> {
  const response = await fetch(src);
  if (!response.ok) throw new Error(`${src}: ${response.status} ${response.statusText}`);
  return response.json();
}
