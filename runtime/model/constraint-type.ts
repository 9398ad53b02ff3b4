import type { Space } from '../base/vectors.js';

export type { Space } from '../base/vectors.js';

/**
 * Kind of quantity that a constraint reads: a position, a unit vector, or an angle or other
 * generalized coordinate.
 */
export type ConnectorKind = 'point' | 'direction' | 'scalar';

/**
 * One input of a constraint. `size` is its number of components: the space's dimension, or 1 for a
 * scalar.
 */
export interface InputDescription {
  readonly name: string;
  readonly kind: ConnectorKind;
  readonly size: number;
  /** Unit of a scalar that is not an angle. */
  readonly unit?: string;
}

/**
 * One parameter of a constraint. `size` is 1 for a scalar and a curve, and the space's dimension for
 * a vector and a path. A curve is a function of one number, and a path one per component; kernels
 * read numbers by which they find these functions (`curveValue`).
 */
export interface ParameterDescription {
  readonly name: string;
  readonly kind: 'scalar' | 'vector' | 'curve' | 'path';
  readonly size: number;
  readonly unit?: string;
  /** Unit of the argument of a curve or a path. */
  readonly of?: string;
  /** Period that it must have; true for any. */
  readonly period?: number | true;
  /** Smallest and largest allowed value, inclusive, for every component. */
  readonly min?: number;
  readonly max?: number;
  /** True where the formula divides by the parameter, so that it must not be zero. */
  readonly nonzero?: boolean;
  readonly default?: number | readonly number[];
  readonly doc?: string;
}

/**
 * Kind of equation in a row: a value `C(x, t) = 0`, or at velocity level (with `ddt` in its
 * formula) an equation of rates `φ(x, ẋ, t) = 0`. A row at velocity level has no position error.
 * Its kernel writes `C = 0`, `Cdot = φ`, `J = ∂φ/∂ẋ`, and `gamma` = the rest of `φ̇`.
 */
export type RowLevel = 'position' | 'velocity';

/**
 * What a row asks for: `C = 0`; `C ≥ 0`, with a multiplier `λ ≥ 0` that pushes only where `C = 0`;
 * or, in a row of rates, that friction opposes the rate, with a multiplier bounded by the normal
 * force (see {@link ConstraintType.friction}).
 */
export type RowRelation = '==' | '>=' | 'friction';

/** A number, or the name of a parameter. */
export type Coefficient = number | string;

/** The formula a class was derived from. Verification compares the class with it. */
export interface ConstraintFormula {
  readonly C: readonly string[];
  readonly where: Readonly<Record<string, string>>;
  /**
   * Range of each component of an input or parameter, or of `t`, for sampling. Given where the
   * default box would leave the domain.
   */
  readonly sample: Readonly<Record<string, readonly [number, number]>>;
}

/**
 * Evaluates a batch of `count` constraints of one type.
 *
 * Constraint `k` reads input `i`, of size `s`, at `x[slots[k·inputs + i]] …` (value) and at the
 * same indices of `v` (rate). Its parameters are at `p[k·parameterWidth] …`, in the order of their
 * description. With `width = Σ s` over the inputs it writes
 *
 * - `C[k·rows + r]`, `Cdot[k·rows + r]`, `gamma[k·rows + r]`: value, rate, and the part of `C̈`
 *   that is left when all connectors' accelerations are zero; for a row at velocity level (see
 *   {@link RowLevel}) 0, `φ`, and that part of `φ̇`;
 * - `J[k·rows·width + rows·offset(i) + r·s + c] = ∂C_r/∂x_{i,c}`, or `∂φ_r/∂ẋ_{i,c}`, with
 *   `offset(i)` the sum of the sizes of the inputs before `i`: one dense row-major block of
 *   `rows × s` per input, blocks in the order of the inputs.
 *
 * Entries of `J` that never change are the exception: the kernel does not write them. They must be
 * there before the call: zeros, and the entries of the type's `constantJ` (see
 * {@link writeConstantEntries}).
 */
export type ConstraintKernel = (
  count: number,
  slots: Int32Array,
  x: Float64Array,
  v: Float64Array,
  p: Float64Array,
  t: number,
  C: Float64Array,
  Cdot: Float64Array,
  J: Float64Array,
  gamma: Float64Array,
) => void;

/**
 * Evaluates `Jdot = dJ/dt` at zero acceleration for a batch, with the layout of `J` in
 * {@link ConstraintKernel}. At position level that is `∂Cdot/∂x`. A kernel need not write entries
 * that are always zero: `Jdot` must come filled with zeros.
 */
export type JdotKernel = (
  count: number,
  slots: Int32Array,
  x: Float64Array,
  v: Float64Array,
  p: Float64Array,
  t: number,
  Jdot: Float64Array,
) => void;

/**
 * The description of a constraint class that generated code implements. The runtime knows nothing
 * else of the class.
 */
export interface ConstraintType {
  readonly name: string;
  readonly summary: string;
  /**
   * Dimension of the space. Left out of a class for both spaces, one whose inputs are all scalars.
   */
  readonly space?: Space;
  readonly rows: number;
  /** Level of each row; left out where all are at position level. */
  readonly levels?: readonly RowLevel[];
  /** Relation of each row; left out where all are equations. */
  readonly relations?: readonly RowRelation[];
  /**
   * Period of each row, 0 for none; left out where no row has one. A row that is an equation between
   * angles has the period 2π: its kernel's `C` jumps by whole turns where an angle passes from π to
   * −π, and the runtime takes `C` to the nearest turn (see `takeNearestTurn`). So have two inequalities
   * one after the other that are the ends of a range of an angle.
   */
  readonly periods?: readonly number[];
  /**
   * First row and number of rows of each vector equation whose rows can depend on each other, as those
   * of `normalize(p) == [1, 0]` do; left out where there is none. The runtime takes dependent ones out
   * (see `DependentRows`).
   */
  readonly vectorEquations?: readonly (readonly [row: number, count: number])[];
  /**
   * Coefficient of friction `μ` of a class with one unilateral row: the multipliers of its rows of
   * friction are bounded by `‖λ_T‖ ≤ μ λ_N` (Coulomb's law).
   */
  readonly friction?: Coefficient;
  /** Coefficient of restitution of its unilateral rows, from 0 to 1; 0 if left out. */
  readonly restitution?: Coefficient;
  /** Largest size of the multiplier of each of its rows that are equations; none if left out. */
  readonly maxForce?: Coefficient;
  readonly inputs: readonly InputDescription[];
  readonly params: readonly ParameterDescription[];
  readonly formula: ConstraintFormula;
  /**
   * Singular points of the formula, as in `norm(a - b) = 0 (a and b coincide)`, of a class that
   * throws E_SINGULAR_POINT there. Some value that its kernels write is then infinite or NaN. Left
   * out where the kernels are finite there.
   */
  readonly singularPoints?: readonly string[];
  /**
   * True where the formula has no value in a part of its variables' range, as `sqrt(p.x)` has none
   * where `p.x` is negative. Each step then checks that it ends where there is one.
   */
  readonly partial?: boolean;
  /**
   * True where the formula or its slope jumps at places that a motion may pass, as with `abs`, `max`, `floor`
   * and conditionals. Steps are then searched for such places.
   */
  readonly breaks?: boolean;
  /**
   * False where neither kernel reads the time `t`. The time is then not passed, which saves an
   * allocation of 16 bytes at each evaluation. True if left out. Generated types always say it.
   */
  readonly dependsOnTime?: boolean;
  /**
   * Entries of `J` that depend on neither state, parameters nor time, and are not zero: per input a
   * list of `[row, component, value]`. Inputs without such entries are left out. The field is left
   * out if no input has any.
   */
  readonly constantJ?: Readonly<Record<string, readonly ConstantEntry[]>>;
  readonly kernel: ConstraintKernel;
  /** Kernel of `Jdot`. Emitted where the spec or the configuration says `jdot: true`. */
  readonly jdotKernel?: JdotKernel;
}

export type ConstantEntry = readonly [row: number, component: number, value: number];

/** The type of a class that also evaluates `Jdot`. */
export interface ConstraintTypeWithJdot extends ConstraintType {
  readonly jdotKernel: JdotKernel;
}

/** True where some multipliers are bounded: inequalities, friction, largest forces. */
export const isBoundedType = ({ relations, maxForce }: Pick<ConstraintType, 'relations' | 'maxForce'>): boolean =>
  relations !== undefined || maxForce !== undefined;
