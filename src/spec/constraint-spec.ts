import type { ConnectorKind, Space } from '../../runtime/model/constraint-type.js';

export type { ConnectorKind, Space } from '../../runtime/model/constraint-type.js';

/** Inputs of a constraint: name → what a body must offer there. */
export type InputSpecs = Readonly<Record<string, InputSpec>>;

/** Points are in metres, directions have no unit, and scalars are in radians where they do not name a unit of their own. */
export type InputSpec = ConnectorKind | { readonly kind: 'point' | 'direction' } | ScalarInputSpec;

/** An angle or a generalized coordinate. */
export interface ScalarInputSpec {
  readonly kind: 'scalar';
  /** Unit in which it is, for the check of the formulas and the documentation: `'m'`. */
  readonly unit?: string;
}

/** Parameters of a constraint: name → description, or only its kind. */
export type ParameterSpecs = Readonly<Record<string, ParameterSpec>>;

/** Of a constraint without parameters: no key at all, so that `sample` can name none. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- it is meant
export type NoParameters = Readonly<Record<never, ParameterSpec>>;

export type ParameterSpec = 'scalar' | 'vector' | ScalarParameterSpec | VectorParameterSpec;

interface ParameterFields {
  /**
   * Unit in which the parameter is given, of SI: `'m'`, `'rad/s'`, `'kg m^2'`, or `'1'` for a plain number. Where a spec names units, its formulas are
   * checked dimensionally.
   */
  readonly unit?: string;
  /** Smallest value allowed, inclusive; of a vector, for every component. */
  readonly min?: number;
  /** Largest value allowed, inclusive; of a vector, for every component. */
  readonly max?: number;
  /** What the parameter is, in one sentence. */
  readonly doc?: string;
}

/** A number that is given when a constraint is made, and can be changed later. */
export interface ScalarParameterSpec extends ParameterFields {
  readonly kind?: 'scalar';
  /** Value where none is given; a parameter without a default must be given. */
  readonly default?: number;
}

/** A vector with as many components as the space has dimensions. */
export interface VectorParameterSpec extends ParameterFields {
  readonly kind: 'vector';
  /** Value where none is given: the components, or one number for all of them. */
  readonly default?: number | readonly number[];
}

/** Smallest and largest value. */
export type Range = readonly [low: number, high: number];

/**
 * What a class does at singular points of its formula, where that has no derivative or no value.
 *
 * - `'regularize'`: everything is finite there, by fixed rules: one divided by zero counts as 0, so that the slope of a kink is 0.
 * - `'throw'`: nothing stands in for what does not exist, and evaluating the constraint there throws E_SINGULAR_POINT, which names the constraint and the
 *   values of its inputs. `min`, `max` and conditions still have the derivatives of the branch taken.
 */
export type SingularPolicy = 'throw' | 'regularize';

/** Which spaces a constraint is for; with both, its class names get the suffix `2D` or `3D`, unless its inputs are all scalars: then one class serves both. */
export type SpaceSpec = Space | readonly [2, 3];

/**
 * A constraint as its author writes it. Plain data: it can stand in a spec file, in a test, or come from a text field.
 *
 * Formulas are in the syntax of mathjs, in SI units. They know the inputs, the parameters, the names under `where`, `t` (time), `pi`,
 * `tau`, `e`; all differentiable scalar functions; `dot cross norm normalize perp rotate`; `[x, y]`, `a.x`, `a[1]`; `p ? x : y`;
 * and `ddt(x)`, the rate of `x`, which makes a row velocity-level.
 */
export interface ConstraintSpec<
  Inputs extends InputSpecs = InputSpecs,
  Params extends ParameterSpecs = ParameterSpecs,
> {
  /** Marks the object as a constraint among the exports of a module; `defineConstraint` sets it. */
  readonly kind?: 'constraint';
  /** What the constraint does, in one sentence. */
  readonly summary: string;
  /** What its author has to tell besides: which inputs belong to one body, which configurations satisfy it too. */
  readonly doc?: string;
  readonly space: SpaceSpec;
  readonly inputs: Inputs;
  readonly params?: Params;
  /** Names for parts of the formulas: name → formula, in any order. The names survive into the generated code. */
  readonly where?: Readonly<Record<string, string>>;
  /** What is held at zero: one formula or several, each with or without `==`. A vector gives one row per component. */
  readonly C: string | readonly string[];
  /** What to do at singular points; `'regularize'` if left out. */
  readonly singular?: SingularPolicy;
  /**
   * Whether the generated class evaluates `Jdot`, too. If left out, as the configuration says, and by default not: neither the runtime nor `gamma` needs
   * it. Classes made by `compile` always do.
   */
  readonly jdot?: boolean;
  /** Ranges from which verification draws, per input or parameter (for every component) and for `t`, where the default box leaves the domain. */
  readonly sample?: Readonly<Partial<Record<NoInfer<keyof Inputs | keyof Params> | 't', Range>>>;
}

/** What `defineConstraint` returns: the spec, marked. */
export type DefinedConstraint<
  Inputs extends InputSpecs = InputSpecs,
  Params extends ParameterSpecs = ParameterSpecs,
> = ConstraintSpec<Inputs, Params> & { readonly kind: 'constraint' };
