import { fileURLToPath } from 'node:url';
import { findSpecFiles, loadSpecFiles, type FoundSpec } from '../src/generate/load-specs.js';

/** The specs of the shipped library. */
export async function loadLibrary(): Promise<FoundSpec[]> {
  const { files } = await findSpecFiles([fileURLToPath(new URL('../constraints-spec', import.meta.url))]);
  return (await loadSpecFiles(files)).files.flatMap((file) => file.specs);
}
