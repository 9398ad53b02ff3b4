import type { Diagnostic } from '../diagnostics/index.js';
import { formulaField, formulaList } from '../spec/formula-list.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import type { RowOrigin } from '../formula/expanded.js';
import type { BoundedValues } from '../reference/taylor/constraint.js';
import type { Bounded } from '../reference/taylor/jet-table.js';
import type { ConstraintCheck } from './constraint-check.js';
import { isZeroWithin, judge } from './judge.js';

/**
 * Further scales of configurations, at which a row is evaluated before it is reported as constant,
 * or two rows as equal.
 */
const OTHER_SIZES = [1 / 1024, 1 / 32, 32] as const;

/**
 * Finds rows that no input changes, and rows that repeat an earlier one: `cos(s)^2 + sin(s)^2 == 1`
 * holds for any `s`. Each finding holds at all configurations tried, of several scales, by the
 * formula's own values and their error bounds, which at one of them are small enough to say something.
 */
export function checkRows(check: ConstraintCheck, spec: ConstraintSpec, origins: readonly RowOrigin[]): Diagnostic[] {
  const { values, reachesAll } = check;
  // A branch that was not reached may differ.
  if (!reachesAll || values.length === 0) return [];
  let all: readonly BoundedValues[] | undefined;
  const everywhere = (holds: (at: BoundedValues) => boolean): boolean => {
    if (!values.every(holds)) return false;
    all ??= OTHER_SIZES.flatMap((size) => check.valuesAtScale(size));
    return all.every(holds);
  };
  const isKnownSomewhere = (row: number): boolean => values.some(({ J }) => J[row]!.every(isKnown));
  const report = (row: number, code: Diagnostic['code'], message: string, hint: string): Diagnostic => {
    const { formula } = origins[row]!;
    const field = formulaField(spec, formula);
    return { code, message, hint, field, formula: formulaList(spec)[formula]! };
  };
  const found: Diagnostic[] = [];
  const constant = new Set<number>();
  origins.forEach((origin, row) => {
    if (!isKnownSomewhere(row) || !everywhere((at) => at.J[row]!.every(isZero))) return;
    constant.add(row);
    const holds = everywhere((at) => isZero(origin.level === 'velocity' ? at.Cdot[row]! : at.C[row]!));
    found.push(
      report(
        row,
        'E_ROW_CONSTANT',
        `${rowName(origin, row, origins.length)} does not depend on any input, as far as samples tell.`,
        holds
          ? 'it holds whatever the inputs are, so it constrains nothing'
          : 'nothing that its inputs do can make it hold; where samples do not show what it depends on, give ranges in "sample"',
      ),
    );
  });
  origins.forEach((origin, row) => {
    const twin = origins.findIndex(
      (other, before) =>
        before < row &&
        !constant.has(row) &&
        isKnownSomewhere(row) &&
        other.level === origin.level &&
        other.relation === origin.relation &&
        everywhere((at) => derivativesAgree(at, before, row)),
    );
    if (twin < 0) return;
    // Bounds on two sides, or on one at two values, are different inequalities.
    if (origin.relation === '>=' && !everywhere((at) => isSameInequality(at, twin, row))) return;
    const same = everywhere((at) => valuesAgree(at, twin, row));
    found.push(
      report(
        row,
        'E_ROW_REPEATED',
        same
          ? `${rowName(origin, row, origins.length)} says the same as row ${twin + 1}.`
          : `${rowName(origin, row, origins.length)} has the derivatives of row ${twin + 1}, and another value: both hold only where they ask for the same.`,
        same ? 'leave one of them out' : 'leave out the one that is wrong',
      ),
    );
  });
  return found;
}

const rowName = ({ component }: RowOrigin, row: number, rows: number): string =>
  rows === 1 ? 'This formula' : component === undefined ? `Row ${row + 1}` : `Row ${row + 1} (component ${component})`;

const isZero = (number: Bounded): boolean => number.error < Infinity && isZeroWithin(number);

/** Largest error of a number that says something: parts of 1, and of the number. */
const KNOWN = 1e-3;

/** False for a number of which rounding or underflow on the way have left little: it may be zero, and may not. */
const isKnown = ({ value, error }: Bounded): boolean => error <= KNOWN * (1 + Math.abs(value));

/** The sign `±1` between two rows of `J`, by the largest entry of the first. */
function signBetween({ J }: BoundedValues, a: number, b: number): number {
  const row = J[a]!;
  const largest = row.reduce((best, { value }, k) => (Math.abs(value) > Math.abs(row[best]!.value) ? k : best), 0);
  return Math.sign(J[b]![largest]!.value * row[largest]!.value);
}

function derivativesAgree(values: BoundedValues, a: number, b: number): boolean {
  const sign = signBetween(values, a, b);
  return values.J[b]!.every((entry, k) => agree(values.J[a]![k]!, entry, sign));
}

function valuesAgree(values: BoundedValues, a: number, b: number): boolean {
  const sign = signBetween(values, a, b);
  return agree(values.C[a]!, values.C[b]!, sign) && agree(values.Cdot[a]!, values.Cdot[b]!, sign);
}

const isSameInequality = (values: BoundedValues, a: number, b: number): boolean =>
  signBetween(values, a, b) > 0 && valuesAgree(values, a, b);

/** Tests whether `b` is `±a` within their errors. */
const agree = (a: Bounded, b: Bounded, sign: number): boolean =>
  judge(sign * a.value, { value: b.value, error: a.error + b.error }) === 'right';
