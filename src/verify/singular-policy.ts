import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { Configuration } from '../sampling/configuration.js';
import { entriesOf, levelsOf, QUANTITIES, type Quantity } from '../sampling/evaluation.js';
import type { Program } from '../reference/program.js';
import type { Bounds } from './formula-bounds.js';
import { isDetermined, rowsByPolicy } from './singular-jets.js';
import { allowedError } from './tolerance.js';

/** What rounding may do to the value at a singular point, relative to the numbers that go into it. */
export const ROUNDING = 1e-12;
/** The same for derivatives, which have more terms. A wrong guard is off by the terms themselves. */
export const POLICY_ROUNDING = 1e-9;

/** The size of what rounding acts on, given the numbers that go into a formula. */
export const roundingScale = (numbers: readonly number[]): number => Math.max(1, ...numbers.map(Math.abs)) ** 2;

/** What the policy has a class compute in one row. */
export interface RowPolicy {
  /** False where algebra may have made something else of the row. */
  readonly isDetermined: boolean;
  /** By quantity, for `J` and `Jdot` by component of the inputs. */
  readonly expected: Readonly<Record<Quantity, readonly number[]>>;
}

/**
 * What the stated policy for singular points makes of a formula (see {@link rowsByPolicy}), row by row; determined it is where a row depends on singular
 * operations in a way that leaves nothing open. Nothing at all if some operation has no value or derivative there by the policy either: the configuration
 * lies outside of the formula's domain.
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
 * The quantities of which an entry of a class is not what the policy has in a row where that is determined, nor its `limit`: where the formula is smooth
 * after all, as `x y/x` is, algebra may have seen that.
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
 * True where numbers differ by no more than rounding makes of them: relative to what goes into them, or by the formula's own rounding, if
 * anything bounds that.
 */
export const isNear =
  (tolerance: number, bound: number) =>
  (a: number, b: number): boolean =>
    Math.abs(a - b) <= Math.max(tolerance * Math.max(1, Math.abs(b)), bound < Infinity ? allowedError(b, bound) : 0);
