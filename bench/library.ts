import { fileURLToPath } from 'node:url';
import { deriveAll } from '../src/kinds/derive.js';
import type { BodyDerivation } from '../src/derive/derive-body.js';
import type { SpaceDerivation } from '../src/derive/derive-space.js';
import { findSpecFiles, loadSpecFiles, type FoundSpec } from '../src/generate/load-specs.js';

/** Loads the specs of the shipped library. */
export async function loadLibrary(): Promise<FoundSpec[]> {
  const { files } = findSpecFiles([fileURLToPath(new URL('../constraints-spec', import.meta.url))]);
  return (await loadSpecFiles(files)).files.flatMap((file) => file.specs);
}

/** Derives every class of the shipped library. */
export async function deriveLibrary(): Promise<{ constraints: SpaceDerivation[]; bodies: BodyDerivation[] }> {
  const all = (await loadLibrary()).flatMap(({ name, spec }) => deriveAll(name, spec));
  return {
    constraints: all.filter((derivation) => derivation.kind === 'constraint'),
    bodies: all.filter((derivation) => derivation.kind === 'body'),
  };
}
