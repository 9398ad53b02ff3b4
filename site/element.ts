import { defineElement } from '../src/canvas/scene-element.js';
import { loadPrecompiled, type PrecompiledScene } from '../src/scene/load-precompiled.js';

const scenes = import.meta.glob<PrecompiledScene>('./generated/*.js', { import: 'default' });

// A scene of the site: `src` is its name.
defineElement<PrecompiledScene>('holonomic-scene', {
  find: (element) => {
    const name = element.getAttribute('src') ?? '';
    const load = scenes[`./generated/${name}.js`];
    if (load === undefined) throw new Error(`There is no scene ${name}.`);
    return load();
  },
  load: loadPrecompiled,
});
