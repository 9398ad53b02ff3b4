/**
 * The toolkit: from formulas to classes. It depends on mathjs; `generate` loads ts-morph and
 * prettier when it has something to write.
 *
 * @module holonomic/toolkit
 */
export * from './toolkit-core.js';
export {
  generate,
  type GenerateEntry,
  type GenerateOptions,
  type GenerateResult,
  type GenerateSettings,
} from './generate/generate.js';
export type { GeneratedClass } from './generate/spec-outcome.js';
