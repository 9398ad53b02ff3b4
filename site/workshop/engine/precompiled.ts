import { SpecError } from '../../../src/diagnostics/index.js';
import type { LoadedScene } from '../../../src/scene/index.js';
import { loadPrecompiled, type PrecompiledScene } from '../../../src/scene/load-precompiled.js';
import type { SceneDocument } from '../model/document.js';
import { asFirst } from '../model/first-scene.js';
import { valuesOver } from '../model/gallery-link.js';

/** Finds the scene with a title that was compiled when the page was built. */
export type FindPrecompiled = (title: string) => Promise<PrecompiledScene | undefined>;

/**
 * Loads a document that is a scene of the gallery, except for values of parameters, without the
 * toolkit. Undefined if it is none, or has a mistake: the toolkit says which.
 */
export async function loadUnchanged(document: SceneDocument, find: FindPrecompiled): Promise<LoadedScene | undefined> {
  const found = await find(document.title);
  if (found === undefined) return undefined;
  const isSame = [found.document, asFirst(found.document)].some((scene) => valuesOver(scene, document) !== undefined);
  if (!isSame) return undefined;
  try {
    return loadPrecompiled({ ...found, document });
  } catch (error) {
    if (error instanceof SpecError) return undefined;
    throw error;
  }
}
