import type { OperationCount } from '../lower/count.js';
import type { VerificationReport } from '../verify/index.js';
import type { Paint } from './paint.js';
import { formatTable } from './table.js';

/** A verified class. */
export interface Proof {
  readonly report: VerificationReport<string>;
  readonly operations: OperationCount;
}

/** One line per class: what it costs and how far it was off, at worst. */
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
      { title: 'verdict' },
    ],
    proofs.map(({ report, operations }) => [
      report.name,
      String(report.rows),
      String(operations.total),
      String(report.samples),
      worstDifference(report).toExponential(1),
      `${worstUlps(report).toFixed(1)} ulp`,
      report.pass ? { text: 'proven', color: paint.green } : { text: 'FAILED', color: paint.red },
    ]),
    paint,
  );
}

/** Largest error against differences, over the quantities: relative to the value, or absolute where the value is below 1. */
function worstDifference(report: VerificationReport<string>): number {
  const errors = Object.values(report.quantities).flatMap(({ differences }) =>
    differences.map(({ worst }) => (worst ? worst.error / Math.max(1, Math.abs(worst.at.numeric)) : 0)),
  );
  return Math.max(0, ...errors);
}

/** Largest error against 64-digit arithmetic, over the quantities, in units in the last place; infinite for a value that is not finite. */
function worstUlps(report: VerificationReport<string>): number {
  const errors = Object.values(report.quantities).map(({ reference }) =>
    reference ? (reference.worstUlps ?? Infinity) : 0,
  );
  return Math.max(0, ...errors);
}
