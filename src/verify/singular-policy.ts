import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { Configuration } from '../sampling/configuration.js';
import { entriesOf, levelsOf, QUANTITIES, type Quantity } from '../sampling/evaluation.js';
import type { Program } from '../reference/program.js';
import type { Bounds } from './formula-bounds.js';
import { isDetermined, rowsByPolicy } from './singular-jets.js';
import { allowedError } from './tolerance.js';

/**
 * Largest rounding error of the value at a singular point, relative to the numbers of the formula.
 */
export const ROUNDING = 1e-12;
/**
 * Largest rounding error of derivatives, which have more terms. A wrong guard gives an error of the
 * size of the terms themselves.
 */
export const POLICY_ROUNDING = 1e-9;

/** The scale of rounding errors, given the numbers of a formula. */
export const roundingScale = (numbers: readonly number[]): number => Math.max(1, ...numbers.map(Math.abs)) ** 2;

/** The results that the policy requires in one row. */
export interface RowPolicy {
  /** False where algebra may have changed the row. */
  readonly isDetermined: boolean;
  /** Expected values by quantity; for `J` and `Jdot` by component of the inputs. */
  readonly expected: Readonly<Record<Quantity, readonly number[]>>;
}

/**
 * Applies the stated policy for singular points to a formula (see {@link rowsByPolicy}), row by
 * row. A row is determined if the way in which it depends on singular operations allows one result
 * only. Undefined if some operation has no value or derivative there even by the policy: the
 * configuration lies outside of the formula's domain.
 */
export function policyAt(type: ConstraintType, program: Program, at: Configuration): readonly RowPolicy[] | undefined {
  const levels = levelsOf(type);
  const byLevel = {
    position: levels.includes('position') ? rowsByPolicy(program, at, 'position') : undefined,
    velocity: levels.includes('velocity') ? rowsByPolicy(program, at, 'velocity') : undefined,
  };
  const rows = program.rows.map((_, r): RowPolicy => {
    const level = levels[r]!;
    const { value, m, mm, i, im, dependence } = byLevel[level]![r]!;
    const expected =
      level === 'velocity'
        ? { C: [0], Cdot: [value], gamma: [m], J: [...i], Jdot: [...im] }
        : { C: [value], Cdot: [m], gamma: [mm], J: [...i], Jdot: [...im] };
    return { isDetermined: isDetermined(dependence), expected };
  });
  return rows.every(({ expected }) => Object.values(expected).flat().every(Number.isFinite)) ? rows : undefined;
}

/**
 * The quantities of which an entry of a class contradicts the policy. An entry of a determined row
 * may also have its `limit`: if the formula is smooth after all, as `x y/x` is, algebra may have
 * found that.
 */
export function contradicted(
  type: ConstraintType,
  policy: readonly RowPolicy[],
  computed: Readonly<Record<Quantity, ArrayLike<number>>>,
  tolerance: number,
  bounds: Bounds,
  limit: (quantity: Quantity, row: number, column: number | undefined) => number,
): readonly Quantity[] {
  return QUANTITIES.filter((quantity) =>
    entriesOf(type, quantity).some(({ row, column }, e) => {
      const rule = policy[row]!;
      if (!rule.isDetermined) return false;
      const value = computed[quantity][e]!;
      const near = isNear(tolerance, bounds[quantity][e]!);
      if (near(value, rule.expected[quantity][column ?? 0]!)) return false;
      return !near(value, limit(quantity, row, column));
    }),
  );
}

/**
 * Tests whether numbers differ by no more than rounding: relative to the numbers of the formula, or
 * by the bound on the formula's own rounding, if there is one.
 */
export const isNear =
  (tolerance: number, bound: number) =>
  (a: number, b: number): boolean =>
    Math.abs(a - b) <= Math.max(tolerance * Math.max(1, Math.abs(b)), bound < Infinity ? allowedError(b, bound) : 0);
