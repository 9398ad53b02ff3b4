import { Faults } from '../src/scene/faults.js';
import { Language } from '../src/scene/language.js';
import type { PrecompiledScene } from '../src/scene/load-precompiled.js';
import { Numbers } from '../src/scene/numbers.js';
import { readScene, type LoadedScene } from '../src/scene/read-scene.js';

/** A scene with formulas that were typed just now. Classes of the library and methods are those of a scene before it. */
export type TypedScene = Pick<PrecompiledScene, 'document' | 'library' | 'methods'>;

/** Loads a scene with the toolkit, for which the page fetches it. Throws a SpecError. */
export const loadTyped = (
  { document, library, methods }: TypedScene,
  params: Readonly<Record<string, number>>,
): LoadedScene =>
  readScene(document, params, { library, methods }, new Numbers(new Faults(), new Language(document.space)));
