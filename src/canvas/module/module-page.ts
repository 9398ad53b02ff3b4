/// <reference lib="dom" preserve="true" />
import { defineElement } from '../scene-element.js';
import { SceneShow } from '../scene-show.js';
import { loadModule } from './load-module.js';
import type { ModuleScene } from './module-scene.js';

/** Defines the element of an exported page, which shows a scene that moves by a module of its own. */
export function show(scene: ModuleScene): void {
  defineElement('holonomic-scene', {
    find: () => Promise.resolve(scene),
    show: () => Promise.resolve(SceneShow),
    load: loadModule,
  });
}
