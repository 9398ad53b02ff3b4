import type { OperationCount } from '../lower/count.js';
import type { ReferenceCheck, VerificationReport } from '../verify/index.js';
import type { Paint } from './paint.js';
import { formatTable } from './table.js';

/** A verified class. */
export interface Proof {
  readonly report: VerificationReport<string>;
  readonly operations: OperationCount;
}

/** One line per class: its cost and its largest error. */
export function proofTable(proofs: readonly Proof[], paint: Paint): string {
  const right = { align: 'right' } as const;
  return formatTable(
    [
      { title: 'class' },
      { title: 'rows', ...right },
      { title: 'operations', ...right },
      { title: 'samples', ...right },
      { title: 'differences', ...right },
      { title: '64 digits', ...right },
      { title: 'of allowed', ...right },
      { title: 'verdict' },
    ],
    proofs.map(({ report, operations }) => [
      report.name,
      String(report.rows),
      String(operations.total),
      String(report.samples),
      worstDifference(report).toExponential(1),
      worstUlps(report),
      worstPart(report),
      report.pass ? { text: 'proven', color: paint.green } : { text: 'FAILED', color: paint.red },
    ]),
    paint,
  );
}

/**
 * Largest error against differences, over the quantities: relative to the value, or absolute where
 * the value is below 1.
 */
function worstDifference(report: VerificationReport<string>): number {
  const errors = Object.values(report.quantities).flatMap(({ differences }) =>
    differences.map(({ worst }) => (worst ? worst.error / Math.max(1, Math.abs(worst.at.numeric)) : 0)),
  );
  return Math.max(0, ...errors);
}

/**
 * Largest error against 64-digit arithmetic of well-conditioned entries, over the quantities, in
 * units in the last place.
 */
function worstUlps(report: VerificationReport<string>): string {
  const checks = checksOf(report).filter(({ wellConditioned }) => wellConditioned > 0);
  return checks.length === 0 ? '–' : `${largest(checks.map(({ worstUlps }) => worstUlps)).toFixed(1)} ulp`;
}

/** The largest error of all entries, in proportion to what is allowed. */
const worstPart = (report: VerificationReport<string>): string =>
  String(Number(largest(checksOf(report).map(({ worstPart }) => worstPart)).toPrecision(2)));

const checksOf = ({ quantities }: VerificationReport<string>): readonly ReferenceCheck[] =>
  Object.values(quantities).flatMap(({ reference }) => reference ?? []);

/** Infinite for a value that is not finite. */
const largest = (errors: readonly (number | null)[]): number =>
  Math.max(0, ...errors.map((error) => error ?? Infinity));
