/**
 * The toolkit in a browser: everything but `generate`, which writes files.
 * @module
 */
import { SpecError } from './diagnostics/index.js';

export * from './toolkit-core.js';
export type { GenerateOptions, GenerateResult } from './generate/generate.js';

/** Always throws: a browser has no folders. `compile` makes classes in memory. */
export function generate(): never {
  throw new SpecError([
    { code: 'E_OPTION', message: 'generate() writes files and needs Node.', hint: 'in a browser, use compile()' },
  ]);
}
