import type { Space } from '../../runtime/constraint-type.js';
import { SpecError } from '../diagnostics/index.js';
import { classNames, validateSpec } from '../spec/index.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import { deriveSpace, type SpaceDerivation } from './derive-space.js';

/** A constraint derived in each of its spaces. */
export interface Derivation {
  readonly name: string;
  readonly spec: ConstraintSpec;
  readonly spaces: Readonly<Partial<Record<Space, SpaceDerivation>>>;
}

/**
 * Derives a constraint: validates the spec, expands its formulas, and differentiates them. Throws a {@link SpecError} with all
 * mistakes of the spec.
 */
export function derive(name: string, spec: unknown): Derivation {
  const valid = validateSpec(name, spec);
  const spaces: Partial<Record<Space, SpaceDerivation>> = {};
  const diagnostics = new Map<string, SpecError['diagnostics'][number]>();
  for (const { space, className } of classNames(name, valid)) {
    try {
      spaces[space] = deriveSpace(className, valid, space);
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      // A mistake shows in each space; it is one mistake.
      for (const diagnostic of error.diagnostics)
        diagnostics.set(JSON.stringify({ ...diagnostic, spec: name }), { ...diagnostic, spec: name });
    }
  }
  if (diagnostics.size > 0) throw new SpecError([...diagnostics.values()]);
  return { name, spec: valid, spaces };
}
