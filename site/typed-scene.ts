import { Faults } from '../src/scene/faults.js';
import { Language } from '../src/scene/language.js';
import { withReach, type PrecompiledScene } from '../src/scene/load-precompiled.js';
import { Numbers } from '../src/scene/numbers.js';
import { readScene, type LoadedScene } from '../src/scene/read-scene.js';

/** A scene with formulas that were typed just now. All but the document is as in a scene before it. */
export type TypedScene = Pick<PrecompiledScene, 'document' | 'library' | 'methods' | 'reach'>;

/** Loads a scene with the toolkit, for which the page fetches it. Throws a SpecError. */
export const loadTyped = (
  { document, library, methods, reach }: TypedScene,
  params: Readonly<Record<string, number>>,
): LoadedScene =>
  withReach(
    readScene(document, params, { library, methods }, new Numbers(new Faults(), new Language(document.space))),
    reach,
  );
