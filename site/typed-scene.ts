import { Faults } from '../src/scene/faults.js';
import { Language } from '../src/scene/language.js';
import type { PrecompiledScene } from '../src/scene/load-precompiled.js';
import { Numbers } from '../src/scene/numbers.js';
import { readScene, type LoadedScene } from '../src/scene/read-scene.js';

/** A scene with formulas that were typed just now. Of the library it has what a scene before it had. */
export type TypedScene = Pick<PrecompiledScene, 'document' | 'library'>;

/** Loads a scene with the toolkit, for which the page fetches it. Throws a SpecError. */
export const loadTyped = ({ document, library }: TypedScene, params: Readonly<Record<string, number>>): LoadedScene =>
  readScene(document, params, { library }, new Numbers(new Faults(), new Language(document.space)));
