import { HolonomicRuntimeError } from '../../../runtime/index.js';
import { NotFetched } from './fetching.js';
import type { Failure } from './protocol.js';
import { inWordsOfPage } from './remedies.js';

/** Says what went wrong in a scene with constraints of these names. */
export function failureOf(error: unknown, constraints: Iterable<string> = []): Failure {
  if (error instanceof HolonomicRuntimeError) return inWordsOfPage(error, constraints);
  if (error instanceof NotFetched)
    return { code: 'E_OFFLINE', problem: error.message, hint: error.hint, constraints: [] };
  const problem = error instanceof Error ? error.message : String(error);
  return { code: 'E_ENGINE', problem, hint: 'This is a fault of this page, not of the scene.', constraints: [] };
}
