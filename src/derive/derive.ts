import type { Space } from '../../runtime/model/constraint-type.js';
import { modelOfSpec } from '../bodies/model-of-spec.js';
import { SpecError } from '../diagnostics/index.js';
import { classNames, isBodySpec, validateBodySpec, validateSpec } from '../spec/index.js';
import type { BodySpec } from '../spec/body-spec.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import { deriveBody, type BodyDerivation } from './derive-body.js';
import { deriveSpace, type SpaceDerivation } from './derive-space.js';

/** A constraint or a body derived in each of its spaces. */
export interface Derivation<Spec = ConstraintSpec, D extends AnySpaceDerivation = SpaceDerivation> {
  readonly name: string;
  readonly spec: Spec;
  readonly spaces: Readonly<Partial<Record<Space, D>>>;
}

/** What one class is made from. */
export type AnySpaceDerivation = SpaceDerivation | BodyDerivation;

/** What comes of a spec of this type: that of a body or that of a constraint, as far as its fields tell. */
export type ByKind<Spec, Body, Constraint> = Spec extends { readonly coordinates: unknown }
  ? Body
  : Spec extends { readonly inputs: unknown }
    ? Constraint
    : Body | Constraint;

/**
 * Derives a constraint or a body: validates the spec, expands its formulas, and differentiates them. Throws a {@link SpecError} with all
 * mistakes of the spec.
 */
export function derive<Spec>(name: string, spec: Spec): ByKind<Spec, Derivation<BodySpec, BodyDerivation>, Derivation>;
export function derive(name: string, spec: unknown): Derivation | Derivation<BodySpec, BodyDerivation> {
  if (isBodySpec(spec)) {
    const valid = validateBodySpec(name, spec);
    return inEachSpace(name, valid, (className, space) => deriveBody(modelOfSpec(className, valid, space)));
  }
  const valid = validateSpec(name, spec);
  return inEachSpace(name, valid, (className, space) => deriveSpace(className, valid, space));
}

/** {@link derive} for a spec of which nothing is known: what each of its classes is made from. */
export function deriveAll(name: string, spec: unknown): readonly AnySpaceDerivation[] {
  const { spaces }: { readonly spaces: Readonly<Partial<Record<Space, AnySpaceDerivation>>> } = derive(name, spec);
  return ([2, 3] as const).flatMap((space) => spaces[space] ?? []);
}

function inEachSpace<Spec extends Pick<ConstraintSpec, 'space'>, D extends AnySpaceDerivation>(
  name: string,
  spec: Spec,
  deriveIn: (className: string, space: Space) => D,
): Derivation<Spec, D> {
  const spaces: Partial<Record<Space, D>> = {};
  const diagnostics = new Map<string, SpecError['diagnostics'][number]>();
  for (const { space, className } of classNames(name, spec)) {
    try {
      spaces[space] = deriveIn(className, space);
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      // A mistake shows in each space; it is one mistake.
      for (const diagnostic of error.diagnostics)
        diagnostics.set(JSON.stringify({ ...diagnostic, spec: name }), { ...diagnostic, spec: name });
    }
  }
  if (diagnostics.size > 0) throw new SpecError([...diagnostics.values()]);
  return { name, spec, spaces };
}
