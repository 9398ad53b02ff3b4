import type { Space } from '../../runtime/model/constraint-type.js';
import { SpecError } from '../diagnostics/index.js';
import type { Leniency } from '../derive/leniency.js';
import { classNames } from '../spec/index.js';
import { kindNameOf, KINDS } from './index.js';
import type { AnyDerivation, DerivationOf, KindName, KindOfSpec, SpecOf } from './kind.js';

/** A spec of a kind derived in each of its spaces. */
export interface Derivation<K extends KindName = 'constraint'> {
  readonly name: string;
  readonly spec: SpecOf<K>;
  readonly spaces: Readonly<Partial<Record<Space, DerivationOf<K>>>>;
}

/**
 * Derives a constraint or a body: validates the spec, expands its formulas, and differentiates
 * them. Throws a {@link SpecError} with all mistakes of the spec.
 */
export function derive<Spec>(name: string, spec: Spec): Derivation<KindOfSpec<Spec>>;
export function derive(name: string, spec: unknown): Derivation<KindName> {
  return deriveAs(kindNameOf(spec), name, spec);
}

/** {@link derive} for a spec of unknown type: returns the derivation of each of its classes. */
export const deriveAll = (name: string, spec: unknown, leniency?: Leniency): readonly AnyDerivation[] =>
  deriveClasses(name, spec, leniency).map(({ derivation }) => derivation);

/** A class and the spaces that it is for. */
export interface DerivedClass<K extends KindName = KindName> {
  readonly derivation: DerivationOf<K>;
  readonly spaces: readonly Space[];
}

/** {@link deriveAll}, with the spaces of each class. */
export const deriveClasses = (name: string, spec: unknown, leniency?: Leniency): readonly DerivedClass[] =>
  classesAs(kindNameOf(spec), name, spec, leniency).classes;

function deriveAs<K extends KindName>(kindName: K, name: string, given: unknown): Derivation<K> {
  const { spec, classes } = classesAs(kindName, name, given);
  const spaces: Partial<Record<Space, DerivationOf<K>>> = {};
  for (const one of classes) for (const space of one.spaces) spaces[space] = one.derivation;
  return { name, spec, spaces };
}

function classesAs<K extends KindName>(
  kindName: K,
  name: string,
  given: unknown,
  leniency?: Leniency,
): { readonly spec: SpecOf<K>; readonly classes: readonly DerivedClass<K>[] } {
  const kind = KINDS[kindName];
  const spec = kind.validate(name, given);
  const classes: DerivedClass<K>[] = [];
  const diagnostics = new Map<string, SpecError['diagnostics'][number]>();
  for (const { spaces, className } of classNames(name, spec)) {
    try {
      classes.push({ derivation: kind.derive(className, spec, spaces[0]!, leniency), spaces });
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      // A mistake shows in each space, but is reported once.
      for (const diagnostic of error.diagnostics)
        diagnostics.set(JSON.stringify({ ...diagnostic, spec: name }), { ...diagnostic, spec: name });
    }
  }
  if (diagnostics.size > 0) throw new SpecError([...diagnostics.values()]);
  return { spec, classes };
}
