/// <reference lib="dom" preserve="true" />
import { loadPrecompiled, type PrecompiledScene } from '../scene/load-precompiled.js';
import { defineElement, documentInside } from './scene-element.js';
import { SceneShow } from './scene-show.js';

/**
 * What the script of an exported page consists of, beside the code of its scene: the library's
 * classes, the runtime's functions for formulas, and the element.
 */
export * as library from '../../generated/index.js';
export * as runtime from '../../runtime/index.js';

/** Defines the page's element, which has the document inside of it. */
export function show(code: Omit<PrecompiledScene, 'document'>): void {
  defineElement('holonomic-scene', {
    find: (element) => documentInside(element) as Promise<PrecompiledScene['document']>,
    show: () => Promise.resolve(SceneShow),
    load: (document, params) => loadPrecompiled({ ...code, document }, params),
  });
}
