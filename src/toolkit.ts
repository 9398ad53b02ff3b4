/**
 * The toolkit: from formulas to classes. It depends on mathjs; `generate` loads ts-morph and
 * prettier when it has something to write.
 *
 * @module holonomic/toolkit
 */
import type { GenerateOptions, GenerateResult } from './generate/generate.js';

export * from './toolkit-core.js';
export type { GenerateEntry, GenerateOptions, GenerateResult, GenerateSettings } from './generate/generate.js';
export type { GeneratedClass } from './generate/spec-outcome.js';

/**
 * Reads specs, derives and renders everything in memory, and writes what changed. Writes nothing if
 * there is any error.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const loaded = await import('./generate/generate.js');
  return loaded.generate(options);
}
