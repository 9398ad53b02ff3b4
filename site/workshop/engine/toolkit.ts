/**
 * What the engine and the prover need the toolkit for. It is apart, because a scene that was compiled when the
 * page was built is shown before the toolkit is loaded.
 * @module
 */
import './no-eval.js'; // before all that has schemas
import { SpecError, type Diagnostic } from '../../../src/diagnostics/index.js';
import { loadScene, type LoadedScene } from '../../../src/scene/index.js';
import type { SceneDocument } from '../model/document.js';
import { CompiledSpecs } from './compiled-specs.js';

export { exportTypeScript } from '../../../src/scene/typescript.js';
export { checkDocument, derivedClasses, functionNames, libraryFacts } from './answers.js';
export { fits } from './fits.js';
export { htmlOf } from './html.js';
export { join } from './join.js';
export { Prover } from './prover.js';

const compiled = new CompiledSpecs();

/** A scene, and what the command line would refuse in its formulas, or warn of. */
export interface Loaded {
  readonly scene: LoadedScene;
  readonly notes: readonly Diagnostic[];
}

/** Loads a scene. Rejects with a SpecError. */
export async function load(document: SceneDocument): Promise<Loaded> {
  const { classes, warnings: notes, mistakes } = compiled.of(document);
  try {
    return { scene: await loadScene(document, { classes }), notes };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    // A strict reading ends at what is a note here, before rows are compared and code is checked.
    const isSaid = (mistake: Diagnostic): boolean =>
      error.diagnostics.some(
        ({ code, field, message }) => code === mistake.code && field === mistake.field && message === mistake.message,
      );
    throw new SpecError([...mistakes.filter((one) => !isSaid(one)), ...error.diagnostics]);
  }
}
