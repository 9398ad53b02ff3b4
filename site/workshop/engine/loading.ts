import { HolonomicRuntimeError } from '../../../runtime/index.js';
import { SpecError } from '../../../src/diagnostics/index.js';
import type { LoadedScene } from '../../../src/scene/index.js';
import type { SceneDocument } from '../model/document.js';
import { fetchToolkit } from './fetch-toolkit.js';
import { NotFetched } from './fetching.js';
import { loadUnchanged, type FindPrecompiled } from './precompiled.js';
import type { Loaded } from './toolkit.js';

/** Loads a document: as it was compiled when the page was built, if it is the same, else by the toolkit. */
export async function loadedScene(document: SceneDocument, find?: FindPrecompiled): Promise<Loaded> {
  const scene = find && (await loadUnchanged(document, find));
  return scene ? { scene, notes: [] } : (await fetchToolkit()).load(document);
}

/** The scene with its bodies where the document puts them; undefined if nothing of it can be shown. */
export async function unassembledScene(document: SceneDocument): Promise<LoadedScene | undefined> {
  const settings = { ...document.settings, assemble: false };
  try {
    const { scene } = await (await fetchToolkit()).load({ ...document, settings });
    scene.build();
    return scene;
  } catch (error) {
    if (![HolonomicRuntimeError, SpecError, NotFetched].some((kind) => error instanceof kind)) throw error;
    return undefined;
  }
}
