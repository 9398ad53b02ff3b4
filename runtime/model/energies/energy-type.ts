import { hasMethod, reading } from '../../base/check.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import type { InputDescription, ParameterDescription, Space } from '../constraint-type.js';

/** The formulas an energy class was derived from. Verification compares the class with them. */
export interface EnergyFormula {
  readonly V: string;
  /** Rayleigh's dissipation function of the inputs and their rates. */
  readonly damping?: string;
  readonly where: Readonly<Record<string, string>>;
  /** Ranges for sampling, as in {@link ConstraintFormula}. */
  readonly sample: Readonly<Record<string, readonly [number, number]>>;
}

/**
 * Evaluates the energies `V` of a batch and their gradients. Inputs and parameters are read as by a
 * {@link ConstraintKernel}. With `width` the sum of the inputs' sizes it writes `V[k]`, J, and
 * `g[k·width + offset(i) + c] = ∂V/∂x_{i,c}`, input by input. It writes every entry.
 */
export type EnergyKernel = (
  count: number,
  slots: Int32Array,
  x: Float64Array,
  p: Float64Array,
  t: number,
  V: Float64Array,
  g: Float64Array,
) => void;

/**
 * Evaluates the second derivatives of `V` of a batch: of each energy the blocks `∂²V/∂x_i∂x_j` of all
 * pairs of inputs with `j ≤ i`, in the order (0, 0), (1, 0), (1, 1), (2, 0), …, each row-major with
 * the components of input `i` as rows. It writes every entry; blocks with `i = j` are symmetric to
 * the bit.
 */
export type HessianKernel = (
  count: number,
  slots: Int32Array,
  x: Float64Array,
  p: Float64Array,
  t: number,
  H: Float64Array,
) => void;

/**
 * Evaluates the dissipation functions `D(x, ẋ)`, W, of a batch, and `d = ∂D/∂ẋ` in the layout of `g`
 * in {@link EnergyKernel}. It writes every entry.
 */
export type DampingKernel = (
  count: number,
  slots: Int32Array,
  x: Float64Array,
  v: Float64Array,
  p: Float64Array,
  t: number,
  D: Float64Array,
  d: Float64Array,
) => void;

/**
 * Evaluates what the formulas of a batch divide by and parameters alone decide: of each energy every divisor,
 * followed by the sum of the sizes of its terms. It writes every entry.
 */
export type DivisorKernel = (count: number, p: Float64Array, divisors: Float64Array) => void;

/**
 * The description of an energy class that generated code implements. The runtime knows nothing else
 * of the class.
 */
export interface EnergyType {
  readonly name: string;
  readonly summary: string;
  /** Dimension of the space. Left out of a class for both spaces, one whose inputs are all scalars. */
  readonly space?: Space;
  readonly inputs: readonly InputDescription[];
  readonly params: readonly ParameterDescription[];
  readonly formula: EnergyFormula;
  /** True where the formulas have no value in a part of their variables' range. */
  readonly partial?: boolean;
  /** False where no kernel reads the time `t`. */
  readonly dependsOnTime: boolean;
  readonly energyKernel: EnergyKernel;
  readonly hessianKernel: HessianKernel;
  /** Left out where the formula has no damping. */
  readonly dampingKernel?: DampingKernel;
  /** What the formulas divide by and parameters alone decide, if anything, as the formulas call it; see {@link DivisorKernel}. */
  readonly divisors?: readonly string[];
  readonly divisorKernel?: DivisorKernel;
}

/** The pairs of inputs `(i, j)` with `j ≤ i`, in the order of the blocks of a Hessian. */
export const pairsOf = (inputs: readonly unknown[]): (readonly [i: number, j: number])[] =>
  inputs.flatMap((_, i) => inputs.slice(0, i + 1).map((__, j) => [i, j] as const));

/** Throws E_ENERGY unless `type` has every field of an energy type. `what` names its owner. */
export function checkEnergyType(type: unknown, what: string): asserts type is EnergyType {
  const isType = reading(`The type of ${what}`, 'E_ENERGY', () => {
    const { name, inputs, params } = (type ?? {}) as Partial<Record<keyof EnergyType, unknown>>;
    return typeof name === 'string' && Array.isArray(inputs) && Array.isArray(params);
  });
  if (isType && hasMethod(type, 'energyKernel') && hasMethod(type, 'hessianKernel')) return;
  throw new HolonomicRuntimeError(
    'E_ENERGY',
    `${what} has no type with kernels of an energy.`,
    'Give a class generated from defineEnergy, or an object with the type of one.',
  );
}
