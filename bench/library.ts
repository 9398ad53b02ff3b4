import { fileURLToPath } from 'node:url';
import { derive, type AnySpaceDerivation } from '../src/derive/derive.js';
import type { BodyDerivation } from '../src/derive/derive-body.js';
import type { SpaceDerivation } from '../src/derive/derive-space.js';
import { findSpecFiles, loadSpecFiles, type FoundSpec } from '../src/generate/load-specs.js';

/** The specs of the shipped library. */
export async function loadLibrary(): Promise<FoundSpec[]> {
  const { files } = findSpecFiles([fileURLToPath(new URL('../constraints-spec', import.meta.url))]);
  return (await loadSpecFiles(files)).files.flatMap((file) => file.specs);
}

/** Every class of the shipped library, derived. */
export async function deriveLibrary(): Promise<{ constraints: SpaceDerivation[]; bodies: BodyDerivation[] }> {
  const all = (await loadLibrary()).flatMap(({ name, spec }) =>
    Object.values<AnySpaceDerivation>(derive(name, spec).spaces),
  );
  return {
    constraints: all.filter((derivation) => !isBody(derivation)),
    bodies: all.filter(isBody),
  };
}

const isBody = (derivation: AnySpaceDerivation): derivation is BodyDerivation => 'model' in derivation;
