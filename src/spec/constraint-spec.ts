import type { ConnectorKind, Space } from '../../runtime/model/constraint-type.js';

export type { ConnectorKind, Space } from '../../runtime/model/constraint-type.js';

/** Inputs of a constraint: name → kind of connector. */
export type InputSpecs = Readonly<Record<string, InputSpec>>;

/**
 * A kind of connector. Points are in metres, directions have no unit, and scalars are in radians
 * unless they name another unit.
 */
export type InputSpec = ConnectorKind | { readonly kind: 'point' | 'direction' } | ScalarInputSpec | ListInputSpec;

/** A list of connectors of one kind, of any length, over which formulas sum: `sum(i, p[i])`. */
export interface ListInputSpec {
  readonly kind: ConnectorKind;
  readonly count: 'any';
  /**
   * True if the entry after the last is the first again, and the one before the first is the last.
   * False if sums leave out terms that read beyond the ends. True if left out.
   */
  readonly ring?: boolean;
  /** The unit of a list of scalars. */
  readonly unit?: string;
}

/** An angle or a generalized coordinate. */
export interface ScalarInputSpec {
  readonly kind: 'scalar';
  /** Its unit, for the check of the formulas and the documentation: `'m'`. */
  readonly unit?: string;
}

/** Parameters of a constraint: name → description, or only its kind. */
export type ParameterSpecs = Readonly<Record<string, ParameterSpec>>;

/** The parameters of a constraint without any: no key at all, so that `sample` can name none. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- it is meant
export type NoParameters = Readonly<Record<never, ParameterSpec>>;

export type ParameterSpec = 'scalar' | 'vector' | ScalarParameterSpec | VectorParameterSpec | CurveParameterSpec;

/** Parameters of a constraint, which may have lists of indices among them. */
export type ConstraintParameterSpecs = Readonly<Record<string, ParameterSpec | IndexListSpec>>;

/**
 * Groups of indices into a list of inputs, such as the corners of the faces of a mesh, over which
 * formulas sum: `sum(f in faces, p[f[0]])`. They are fixed once a constraint is made.
 */
export interface IndexListSpec {
  readonly kind: 'indices';
  /** The list that they point into. */
  readonly of: string;
  /** Number of indices of each group. */
  readonly arity: number;
  /** The meaning of the list, in one sentence. */
  readonly doc?: string;
}

interface ParameterFields {
  /**
   * Unit of the parameter, of SI: `'m'`, `'rad/s'`, `'kg m^2'`, or `'1'` for a plain number. Where
   * a spec names units, its formulas are checked dimensionally.
   */
  readonly unit?: string;
  /** Smallest value allowed, inclusive; for a vector, of every component. */
  readonly min?: number;
  /** Largest value allowed, inclusive; for a vector, of every component. */
  readonly max?: number;
  /** The meaning of the parameter, in one sentence. */
  readonly doc?: string;
}

/** A number that is given when a constraint is made, and can be changed later. */
export interface ScalarParameterSpec extends ParameterFields {
  readonly kind?: 'scalar';
  /** Value if none is given. A parameter without a default must be given. */
  readonly default?: number;
}

/** A vector with as many components as the space has dimensions. */
export interface VectorParameterSpec extends ParameterFields {
  readonly kind: 'vector';
  /** Value if none is given: the components, or one number for all of them. */
  readonly default?: number | readonly number[];
}

/**
 * A function of one number, through points that are given when a constraint is made: a curve has
 * numbers for values, a path points of the space. Formulas call it by the parameter's name:
 * `lift == profile(angle)`, `p == rail(s)`.
 */
export interface CurveParameterSpec {
  readonly kind: 'curve' | 'path';
  /** Unit of its values, of SI. */
  readonly unit?: string;
  /** Unit of its argument, of SI. */
  readonly of?: string;
  /** The period that its curves must have, as `'2 * pi'` or a number; true for any period. */
  readonly periodic?: true | number | string;
  /** The meaning of the curve, in one sentence. */
  readonly doc?: string;
}

/** Smallest and largest value. */
export type Range = readonly [low: number, high: number];

/**
 * The policy at singular points of a formula, where it has no derivative or no value.
 *
 * - `'regularize'`: everything is finite there, by fixed rules. One divided by zero counts as 0, so
 *   that the slope of a kink is 0.
 * - `'throw'`: nothing replaces what does not exist, and evaluating the constraint there throws
 *   E_SINGULAR_POINT, which names the constraint and the values of its inputs. `min`, `max` and
 *   conditions still have the derivatives of the branch taken.
 */
export type SingularPolicy = 'throw' | 'regularize';

/**
 * The spaces of a constraint. With both, its class names get the suffix `2D` or `3D`. If its inputs
 * are all scalars, one class without suffix serves both.
 */
export type SpaceSpec = Space | readonly [2, 3];

/**
 * A constraint as its author writes it. It is plain data, and can stand in a spec file, in a test,
 * or come from a text field.
 *
 * Formulas are in the syntax of mathjs, in SI units. They know the inputs, the parameters, the
 * names under `where`, `t` (time), `pi`, `tau`, `e`; all differentiable scalar functions;
 * `dot cross norm normalize perp rotate`; `[x, y]`, `a.x`, `a[1]`; `p ? x : y`; and `ddt(x)`, the
 * rate of `x`, which makes a row velocity-level.
 */
export interface ConstraintSpec<
  Inputs extends InputSpecs = InputSpecs,
  Params extends ConstraintParameterSpecs = ConstraintParameterSpecs,
> {
  /** Marks the object as a constraint among the exports of a module; `defineConstraint` sets it. */
  readonly kind?: 'constraint';
  /** The purpose of the constraint, in one sentence. */
  readonly summary: string;
  /**
   * Further remarks of its author: inputs that belong to one body, unwanted configurations that
   * satisfy it too.
   */
  readonly doc?: string;
  readonly space: SpaceSpec;
  readonly inputs: Inputs;
  readonly params?: Params;
  /**
   * Names for parts of the formulas: name → formula, in any order. The names survive into the
   * generated code.
   */
  readonly where?: Readonly<Record<string, string>>;
  /**
   * The formulas that are held at zero: one or several, each with or without `==`. A vector gives
   * one row per component. `a >= b`, `a <= b` and `low <= x <= high` are held on one side: limits,
   * ropes, floors.
   */
  readonly C: string | readonly string[];
  /** Dry friction (Coulomb) in a spec with one inequality, whose multiplier is the normal force. */
  readonly friction?: FrictionSpec;
  /**
   * Coefficient of restitution of the inequalities, from 0 to 1: a parameter's name, or a number; 0
   * if left out.
   */
  readonly restitution?: number | NoInfer<keyof Params & string>;
  /**
   * Largest size of the multipliers of the equations, in their units: a parameter's name, or a
   * number. Motors that stall, brakes and clutches that slip.
   */
  readonly maxForce?: number | NoInfer<keyof Params & string>;
  /** The policy at singular points; `'regularize'` if left out. */
  readonly singular?: SingularPolicy;
  /**
   * True if the generated class evaluates `Jdot`, too. If left out, the configuration decides; by
   * default it is false, since neither the runtime nor `gamma` uses it. Classes made by `compile`
   * always do.
   */
  readonly jdot?: boolean;
  /**
   * Ranges from which verification draws, per input or parameter (for every component) and for `t`,
   * where the default box leaves the domain.
   */
  readonly sample?: Readonly<Partial<Record<NoInfer<keyof Inputs | keyof Params> | 't', Range>>>;
}

/** Dry friction in a contact. */
export interface FrictionSpec {
  /**
   * What slips: positions, whose rate is taken, or rates by `ddt`. One row in the plane, two in
   * space, perpendicular to each other, in metres.
   */
  readonly slip: string | readonly string[];
  /** Coefficient of friction: a parameter's name, or a number. */
  readonly coefficient: number | string;
}

/** The return type of `defineConstraint`: the spec, marked. */
export type DefinedConstraint<
  Inputs extends InputSpecs = InputSpecs,
  Params extends ConstraintParameterSpecs = ConstraintParameterSpecs,
> = ConstraintSpec<Inputs, Params> & { readonly kind: 'constraint' };
