import { HolonomicRuntimeError } from '../base/errors.js';
import { maxAbs, norm } from '../base/vector.js';
import { bindingOf } from '../model/constraint.js';
import { Reduction } from './reduction.js';
import type { RestState } from './rest-state.js';
import { constraintStiffness, stiffnessMatrix } from './stiffness-matrix.js';
import { symmetricEigen, type SymmetricEigen } from '../linear/symmetric-eigen.js';

/** Part of the largest stiffness of a self-stress that is rounding in the directions that constraints leave. */
const NO_EFFECT = 1e-8;

/** Forces at rest at one configuration, and the multipliers that balance them best. */
export class Balance {
  readonly reduction: Reduction;
  /** What is left of the applied forces with those of the constraints, over the velocities of the state. */
  readonly net: Float64Array;
  /** Size of the largest applied force. */
  readonly size: number;
  /** Multipliers of all rows of the system: least squares in the metric of the masses. */
  readonly lambda: Float64Array;
  /** Slope of the potential energy in the coordinates of the reduction. */
  readonly gradient: Float64Array;

  /** Takes a state that has been evaluated. */
  constructor(rest: RestState) {
    const reduction = new Reduction(rest);
    this.reduction = reduction;
    const { Q, size } = rest.forces();
    this.size = size;
    const y = reduction.solveLower(reduction.gather(Q));
    const multipliers = reduction.multipliers(y);
    this.lambda = new Float64Array(rest.internals.structure.system.all.rows.count);
    rest.hardRows.forEach((row, r) => (this.lambda[row] = multipliers[r]!));
    this.gradient = reduction.project(y).map((entry) => -entry);
    // What the constraints cannot balance lies in the directions that they leave.
    const netFree = reduction.multiplyLower(reduction.expand(this.gradient.map((entry) => -entry)));
    this.net = new Float64Array(Q.length);
    rest.free.forEach((i, k) => (this.net[i] = netFree[k]!));
  }

  /** The largest net force, N or N m. */
  get residual(): number {
    return maxAbs(this.net);
  }

  /**
   * The second derivatives of the potential energy in the directions that constraints leave, and their eigenvalues;
   * those that are rounding, or errors of differences, are zero.
   */
  stiffness(): { readonly K: Float64Array; readonly reduced: Float64Array; readonly eigen: SymmetricEigen } {
    const { reduction } = this;
    const { K, errors } = stiffnessMatrix(reduction.rest, this.lambda);
    const reduced = reduction.reduce(K);
    const eigen = symmetricEigen(reduced, reduction.freedoms);
    const { values } = eigen;
    const limit = ROUNDING * maxAbs(values) + (errors ? reduction.sizeOf(errors) : 0);
    values.forEach((value, k) => {
      if (Math.abs(value) <= limit) values[k] = 0;
    });
    return { K, reduced, eigen };
  }

  /** Throws E_NOT_AT_REST where the world moves, or is not in balance; `fastest` is the highest angular frequency. */
  checkAtRest(what: string, fastest: number): void {
    const { size, gradient, residual, reduction } = this;
    const { rest } = reduction;
    const length = rest.metricLength();
    const moves =
      norm(reduction.multiplyUpper(reduction.gather(rest.velocities))) > AT_REST * fastest * length ||
      rest.velocities.some((rate, i) => rate !== 0 && !rest.free.includes(i));
    const isBalanced = residual <= IN_BALANCE * size || norm(gradient) <= IN_BALANCE * fastest * fastest * length;
    if (!moves && isBalanced) return;
    throw new HolonomicRuntimeError(
      'E_NOT_AT_REST',
      `${what} of small motions about a place of rest, and ${moves ? 'the world moves' : `here the net force is ${residual.toPrecision(3)}`}.`,
      'Call equilibrium(world) before, which moves it there.',
    );
  }

  /**
   * Throws E_PRESTRESS if redundant constraints may hold a stress that nothing determines, and on which the
   * stiffness depends: `Nᵀ (Σ s_r ∇²C_r) N ≠ 0` for multipliers `s` with `Jᵀ s = 0`. That is so at dead
   * centres. Where the redundancy holds along the motion the product vanishes.
   */
  checkPrestress(): void {
    const { reduction } = this;
    const { rest } = reduction;
    const { rowTable, all } = rest.internals.structure.system;
    for (const s of reduction.selfStresses()) {
      const whole = new Float64Array(rowTable.kind.length);
      rest.hardRows.forEach((row, r) => (whole[row] = s[r]!));
      const K = constraintStiffness(rest, whole);
      if (maxAbs(reduction.reduce(K)) <= NO_EFFECT * reduction.sizeOf(K)) continue;
      const most = maxAbs(s);
      const labels = rest.constraints
        .filter(({ constraint, row }) =>
          all.rows.lambda
            .subarray(row, row + constraint.type.rows)
            .some((_, r) => Math.abs(whole[row + r]!) > 1e-6 * most),
        )
        .map(({ constraint }) => bindingOf(constraint).label);
      throw new HolonomicRuntimeError(
        'E_PRESTRESS',
        `The stiffness depends on a prestress that nothing determines: ${labels.join(', ')} can be in tension against each other where they are now.`,
        'Give one of them a compliance, or move the mechanism out of this position, a dead centre.',
      );
    }
  }
}

/** Net force, as a part of the largest force, and distance from balance, as a part of the world's length, that are none. */
const IN_BALANCE = 1e-8;
/** Velocity, as a part of the world's length in the time of its fastest mode, that counts as rest. */
const AT_REST = 1e-6;

/** Rounding in eigenvalues of a stiffness, as a part of the largest. */
const ROUNDING = 64 * Number.EPSILON;

/** Counts negative and zero eigenvalues. */
export function inertiaOf({ values }: SymmetricEigen): {
  readonly positive: number;
  readonly zero: number;
  readonly negative: number;
} {
  let negative = 0;
  let zero = 0;
  for (const value of values) {
    if (value < 0) negative++;
    else if (value === 0) zero++;
  }
  return { positive: values.length - negative - zero, zero, negative };
}
