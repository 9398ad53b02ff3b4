import { writeConstantEntries } from '../../runtime/model/constant-entries.js';
import type { ConstraintTypeWithJdot } from '../../runtime/model/constraint-type.js';
import { ulp } from '../../src/verify/ulp.js';
import { big, derivative, exactly, type Big } from './high-precision.js';

/** A place where a function is evaluated. */
export interface Sample {
  readonly at: readonly number[];
  /**
   * Distance to where the function or a derivative of it is singular; by default the size of the
   * arguments, at least 1.
   */
  readonly reach?: number;
  /** Only the value exists, as at the ends of the domain of `acos`. */
  readonly valueOnly?: true;
}

export interface SampleError {
  readonly quantity: string;
  readonly ulps: number;
  readonly computed: number;
  readonly expected: number;
}

/** Rates of the arguments. */
const RATES = [1, -0.75, 0.5];
/** Step of differences, relative to the reach. */
const STEP = '1e-40';
/** Error of differences where the function is not small. */
const NOISE = '1e-75';
const SMALLEST_NORMAL = 2 ** -1022;

/**
 * Measures the error of a class's kernels for a function at one place, against differences of the
 * function at 160 digits. The unit is that of the last place of `|f| + Σ |xᵢ ∂f/∂xᵢ|`: the value,
 * and its change by a unit in the last place of an argument. Values that no double can hold are
 * left out.
 */
export function errorOf(
  type: ConstraintTypeWithJdot,
  of: (...args: Big[]) => Big,
  { at, ...sample }: Sample,
): SampleError[] {
  const n = at.length;
  const [C, Cdot, gamma] = [0, 0, 0].map(() => new Float64Array(1));
  const [J, Jdot] = [0, 0].map(() => new Float64Array(n));
  const slots = Int32Array.from(at, (_, i) => i);
  const [x, v, p] = [Float64Array.from(at), Float64Array.from(RATES.slice(0, n)), new Float64Array(0)];
  writeConstantEntries(type, 1, J!);
  type.kernel(1, slots, x, v, p, 0, C!, Cdot!, J!, gamma!);
  type.jdotKernel(1, slots, x, v, p, 0, Jdot!);

  const start = at.map(exactly);
  const h = big(sample.reach ?? Math.max(1, ...at.map(Math.abs))).times(STEP);
  const along =
    (args: readonly Big[], direction: readonly number[]) =>
    (s: Big): Big =>
      of(...args.map((arg, i) => arg.plus(s.times(direction[i]!))));
  const unit = (i: number): number[] => at.map((_, j) => Number(i === j));
  const value = (args: readonly Big[]): Big => of(...args);
  const rate =
    (k: number) =>
    (args: readonly Big[]): Big =>
      derivative(along(args, RATES), k, h);
  const slope =
    (i: number) =>
    (args: readonly Big[]): Big =>
      derivative(along(args, unit(i)), 1, h);

  const compare = (quantity: string, computed: number, f: (args: readonly Big[]) => Big): SampleError[] => {
    const exact = f(start);
    const expected = exact.toNumber();
    if (!Number.isFinite(expected)) return [];
    const scale = at.reduce((sum, argument, i) => {
      if (argument === 0 || sample.valueOnly) return sum;
      const change = derivative((s) => f(start.map((arg, j) => (i === j ? arg.plus(s) : arg))), 1, h).times(argument);
      return sum + Math.abs(change.toNumber());
    }, Math.abs(expected));
    if (!Number.isFinite(scale)) return [];
    if (!Number.isFinite(computed)) return [{ quantity, ulps: Infinity, computed, expected }];
    const unitInLastPlace = Math.max(ulp(scale), SMALLEST_NORMAL * 2 ** -52);
    const difference = exactly(computed).minus(exact).abs();
    const ulps =
      difference.lessThan(NOISE) && Math.abs(expected) < 1e-60 && h.equals(STEP)
        ? 0
        : difference.div(exactly(unitInLastPlace)).toNumber();
    return [{ quantity, ulps, computed, expected }];
  };
  const errors = compare('value', C![0]!, value);
  if (sample.valueOnly) return errors;
  return [
    ...errors,
    ...at.flatMap((_, i) => compare(`derivative ${i + 1}`, J![i]!, slope(i))),
    ...compare('rate', Cdot![0]!, rate(1)),
    ...compare('second derivative', gamma![0]!, rate(2)),
  ];
}
