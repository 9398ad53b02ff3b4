/**
 * The toolkit: from formulas to classes. Needs mathjs; `generate` loads prettier where a file has lines that need it.
 * @module
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
