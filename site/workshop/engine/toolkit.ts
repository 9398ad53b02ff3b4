/**
 * What the engine and the prover need the toolkit for. It is apart, because a scene that was compiled when the
 * page was built is shown before the toolkit is loaded.
 * @module
 */
import './no-eval.js'; // before all that has schemas
import { loadScene, type LoadedScene } from '../../../src/scene/index.js';
import type { SceneDocument } from '../model/document.js';
import { CompiledSpecs } from './compiled-specs.js';

export { exportTypeScript } from '../../../src/scene/typescript.js';
export { checkDocument, derivedClasses, libraryFacts } from './answers.js';
export { Prover } from './prover.js';

const compiled = new CompiledSpecs();

/** Loads a scene. Rejects with a SpecError. */
export const load = (document: SceneDocument): Promise<LoadedScene> =>
  loadScene(document, { classes: compiled.of(document) });
