import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import type { ConstraintType, Space } from '../../runtime/model/constraint-type.js';
import type { EnergyType } from '../../runtime/model/energies/energy-type.js';
import type { ListType } from '../../runtime/model/lists/list-type.js';
import type { BodyDerivation } from '../derive/derive-body.js';
import type { Leniency } from '../derive/leniency.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import type { EnergyDerivation } from '../derive/energy/derive-energy.js';
import type { CompiledBodyClass } from '../emit/compile-body.js';
import type { ListDerivation } from '../derive/derive-list.js';
import type { CompiledClass, CompiledListClass } from '../emit/compile.js';
import type { CompiledEnergyClass } from '../emit/energy/compile-energy.js';
import type { Account } from '../explain/account.js';
import type { OperationCount } from '../lower/count.js';
import type { Quantity } from '../sampling/evaluation.js';
import type { BodySpec } from '../spec/body-spec.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import type { EnergySpec } from '../spec/energy-spec.js';
import type { ProofSteps, VerificationReport, VerifyOptions } from '../verify/index.js';

/**
 * The types that belong to each kind of spec. After a kind is added here, the compiler asks for its
 * record everywhere else.
 */
export interface KindTypes {
  constraint: {
    /** Fields by which the type of an unmarked spec is known. */
    mark: 'C';
    spec: ConstraintSpec;
    derivation: SpaceDerivation;
    compiled: CompiledClass;
    type: ConstraintType;
    quantity: Quantity;
  };
  /** A constraint with a list among its inputs. The types of specs do not tell it from others. */
  list: {
    mark: never;
    spec: ConstraintSpec;
    derivation: ListDerivation;
    compiled: CompiledListClass;
    type: ListType;
    quantity: Quantity;
  };
  body: {
    mark: 'coordinates';
    spec: BodySpec;
    derivation: BodyDerivation;
    compiled: CompiledBodyClass;
    type: BodyType;
    quantity: string;
  };
  energy: {
    mark: 'V' | 'damping';
    spec: EnergySpec;
    derivation: EnergyDerivation;
    compiled: CompiledEnergyClass;
    type: EnergyType;
    quantity: string;
  };
}

export type KindName = keyof KindTypes;
export type SpecOf<K extends KindName> = KindTypes[K]['spec'];
/** The derivation of one class; `kind` names its kind. */
export type DerivationOf<K extends KindName> = {
  [P in K]: KindTypes[P]['derivation'] & { readonly kind: P };
}[K];
export type CompiledOf<K extends KindName> = KindTypes[K]['compiled'];
/** The description and the functions that a class carries. */
export type TypeOf<K extends KindName> = KindTypes[K]['type'];

export type AnyDerivation = DerivationOf<KindName>;
export type AnyCompiled = CompiledOf<KindName>;
export type AnyType = TypeOf<KindName>;

/** The kind of a spec of this type, as far as its fields tell. */
export type KindOfSpec<Spec> = OrAny<Spec extends unknown ? MarkedBy<keyof Spec> : never>;
type MarkedBy<Key> = { [K in KindName]: [Extract<Key, KindTypes[K]['mark']>] extends [never] ? never : K }[KindName];
type OrAny<K extends KindName> = [K] extends [never] ? KindName : K;

/**
 * All properties that are particular to one kind of spec. Code that has a spec, a derivation or a
 * class looks its kind up, and never asks which one it is.
 */
export interface Kind<K extends KindName> {
  /**
   * True for a spec without a mark that is meant to be of this kind, so that its mistakes are
   * reported as those of this kind.
   */
  readonly recognises: (spec: object) => boolean;
  /**
   * Returns the spec if it is valid. Throws a SpecError with all mistakes except those of its
   * formulas.
   */
  readonly validate: (name: unknown, spec: unknown) => SpecOf<K>;
  /**
   * All names that a class brings into the index of generated files. The spec need not be valid.
   */
  readonly exportedNames: (className: string, spec: object) => readonly string[];
  /** Derives one class. Throws a SpecError with all mistakes of the formulas. */
  readonly derive: (className: string, spec: SpecOf<K>, space: Space, leniency?: Leniency) => DerivationOf<K>;
  /**
   * The class in memory. A generated file gets it by `declare.ts`, which is apart because of
   * ts-morph.
   */
  readonly compile: (derivation: DerivationOf<K>) => CompiledOf<K>;
  /** Operations of one evaluation. */
  readonly count: (derivation: DerivationOf<K>) => OperationCount;
  /** The account for a reader. */
  readonly account: (derivation: DerivationOf<K>) => Account;
  /**
   * True for the data that classes of this kind carry, by its fields: their base may be another
   * copy of the runtime's.
   */
  readonly isType: (type: unknown) => type is TypeOf<K>;
  /** The quantities that a proof covers. */
  readonly quantities: (type: TypeOf<K>) => readonly string[];
  /** The proof of a class, in steps. */
  readonly prove: (type: TypeOf<K>, options?: VerifyOptions) => ProofSteps<VerificationReport<string>>;
}
