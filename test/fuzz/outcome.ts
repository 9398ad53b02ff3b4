import type { NamedConfiguration } from '../../src/sampling/configuration.js';
import type { Mismatch } from './judge.js';
import type { Smoothness } from './smooth.js';

/**
 * The outcome for a class at one place. Where the formula is not smooth there is nothing to
 * compare.
 */
export type Outcome =
  | { readonly kind: 'right' | Exclude<Smoothness, 'smooth'> }
  | { readonly kind: 'wrong'; readonly mismatches: readonly Mismatch[]; readonly place: NamedConfiguration };
