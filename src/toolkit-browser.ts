/**
 * The toolkit in a browser: everything but `generate`, which writes files.
 * @module
 */
export * from './toolkit-core.js';
export type { GenerateOptions, GenerateResult } from './generate/generate.js';

/** There are no folders in a browser: always throws. `compile` makes classes in memory. */
export function generate(): never {
  throw new Error('generate() writes files and needs Node; in a browser, use compile().');
}
