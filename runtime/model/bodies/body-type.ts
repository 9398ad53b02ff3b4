import type { ConnectorKind, ParameterDescription, Space } from '../constraint-type.js';

/**
 * A coordinate of a body. `size` entries of `q` and `rateSize` entries of `v` belong to it:
 *
 * - `scalar`: a number and its rate, 1 and 1;
 * - `vector`: a vector of the space and its rate, `d` and `d`;
 * - `orientation` (space only): a unit quaternion `[w, x, y, z]` that rotates body axes into world
 *   axes, and the angular velocity in world axes, 4 and 3.
 */
export interface CoordinateDescription {
  readonly name: string;
  readonly kind: 'scalar' | 'vector' | 'orientation';
  readonly size: number;
  readonly rateSize: number;
  readonly unit?: string;
  /** Smallest and largest allowed value, inclusive. */
  readonly min?: number;
  readonly max?: number;
}

/**
 * Evaluates value, rate, acceleration at zero `v̇`, and Jacobian of `count` connectors of one kind.
 *
 * Connector `k` sits on body `bodies[k]`, at the place `locals[k·localSize] …`. The body's
 * coordinates are at `q[body·nq] …`, its velocities at `v[body·nv] …` and its parameters at
 * `p[body·parameterWidth] …`. With `s` components it writes
 *
 * - `x[slots[k] + c]`, `rate[slots[k] + c]`, `bias[slots[k] + c]`: value, `ẋ`, and the part of `ẍ`
 *   that is left at `v̇ = 0`;
 * - `B[k·s·nv + c·nv + j] = ∂ẋ_c/∂v_j`.
 */
export type BodyConnectorKernel = (
  count: number,
  bodies: Int32Array,
  locals: Float64Array,
  q: Float64Array,
  v: Float64Array,
  p: Float64Array,
  t: number,
  slots: Int32Array,
  x: Float64Array,
  rate: Float64Array,
  bias: Float64Array,
  B: Float64Array,
) => void;

/** One kind of connector that bodies of a type offer. */
export interface BodyConnectorType {
  readonly name: string;
  readonly kind: ConnectorKind;
  readonly size: number;
  /**
   * Number of components of the place on the body where a connector sits: 0 for a connector that
   * each body has once.
   */
  readonly localSize: number;
  readonly kernel: BodyConnectorKernel;
}

/**
 * Evaluates the terms of `M v̇ = Q + …` for each of `count` bodies. `M[i·nv·nv + …]` is the mass
 * matrix, row-major and symmetric. `Q[i·nv + …]` is the contribution of the body's own motion and
 * potential: `−Σ Bᵀ m (ẍ at v̇ = 0) − ∂E/∂q`, for an orientation `−ω × I ω`, for a kinetic energy `T`
 * and a dissipation `D` given as such `−(d/dt ∂T/∂v at v̇ = 0) + ∂T/∂q − ∂D/∂v`.
 */
export type BodyDynamicsKernel = (
  count: number,
  q: Float64Array,
  v: Float64Array,
  p: Float64Array,
  t: number,
  M: Float64Array,
  Q: Float64Array,
) => void;

/**
 * Evaluates the energies of `count` bodies, J: `E[2 i]` kinetic, `E[2 i + 1]` the body's own
 * potential.
 */
export type BodyEnergyKernel = (
  count: number,
  q: Float64Array,
  v: Float64Array,
  p: Float64Array,
  t: number,
  E: Float64Array,
) => void;

/**
 * Evaluates the moments of mass of `count` bodies, with `d` the dimension of the space:
 * `moment[i·d + c] = Σ m x_c` and `weight[i·d·nv + c·nv + j] = Σ m ∂ẋ_c/∂v_j`, sums over the body's
 * mass points. Under the gravitational acceleration `g`, `Q += weightᵀ g`, and the energy is
 * `−g · moment`.
 */
export type BodyWeightKernel = (
  count: number,
  q: Float64Array,
  p: Float64Array,
  t: number,
  moment: Float64Array,
  weight: Float64Array,
) => void;

/** The formulas a body was derived from. Verification compares the class with them. */
export interface BodyFormula {
  /** Formula of each connector, by name. */
  readonly connectors: Readonly<Record<string, string>>;
  readonly where: Readonly<Record<string, string>>;
  /**
   * Formula of the mass at each mass point, and of the inertia on each angle or direction, by
   * connector.
   */
  readonly masses: Readonly<Record<string, string>>;
  readonly inertias: Readonly<Record<string, string>>;
  readonly energy?: string;
  /** Further kinetic energy, and the dissipation function. */
  readonly kinetic?: string;
  readonly dissipation?: string;
  readonly sample: Readonly<Record<string, readonly [number, number]>>;
}

/**
 * The description of a body class that generated code implements. The runtime knows nothing else of
 * the class.
 */
export interface BodyType {
  readonly name: string;
  readonly summary: string;
  readonly space: Space;
  readonly coordinates: readonly CoordinateDescription[];
  readonly params: readonly ParameterDescription[];
  readonly connectors: readonly BodyConnectorType[];
  /** True where the mass matrix depends on parameters alone. */
  readonly constantMass: boolean;
  /** True where a formula has no value for some coordinates; see {@link ConstraintType.partial}. */
  readonly partial?: boolean;
  readonly formula: BodyFormula;
  readonly dynamics: BodyDynamicsKernel;
  readonly energy: BodyEnergyKernel;
  readonly weight: BodyWeightKernel;
}
