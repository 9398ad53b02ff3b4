import { checkArgument, isRecord, type OptionRule } from '../diagnostics/arguments.js';
import type { DifferenceCheck, Place, QuantityReport, SingularCheck, VerificationReport } from './report.js';

const REPORT: OptionRule = {
  is: (value) => isRecord(value) && isRecord(value['quantities']) && Array.isArray(value['warnings']),
  expected: 'what verify returns',
};

/**
 * A report as a few lines of text: one per quantity, and for each failure where it is and what was found there. Of a spec that becomes several
 * classes, one such part per class.
 */
export function formatReport(report: VerificationReport<string>): string {
  checkArgument('formatReport', 'report', report, REPORT);
  if (report.classes !== undefined) return report.classes.map(formatReport).join('\n');
  const { name, space, rows, samples, seed, pass } = report;
  const head = `${pass ? 'pass' : 'FAIL'}  ${name} (${space}D, ${rows} ${rows === 1 ? 'row' : 'rows'}, ${samples} samples, seed ${seed})`;
  const lines = Object.entries(report.quantities).flatMap(([name, quantity]) => formatQuantity(name, quantity));
  return [
    head,
    ...lines,
    ...formatSingular(report.singular),
    ...report.warnings.map((warning) => `  warning: ${warning}`),
  ].join('\n');
}

/** The lines of a report about singular points. */
function formatSingular(check: SingularCheck | undefined): readonly string[] {
  if (check === undefined) return [];
  const { pass, known, evaluated, faults } = check;
  return [
    `  ${pass ? 'ok  ' : 'FAIL'}  at ${evaluated} of ${known} singular points`,
    ...faults.flatMap(({ operation, reason, configuration: { inputs, params, t } }) => [
      `        where ${operation} is singular: ${reason}`,
      `          at ${JSON.stringify({ ...inputs, ...params, t })}`,
    ]),
  ];
}

/** The lines of a report about one quantity. */
export function formatQuantity(name: string, quantity: QuantityReport): readonly string[] {
  const { reference, thirdOpinion } = quantity;
  const parts: string[] = [];
  const worst = worstDifference(quantity.differences);
  if (worst?.worst)
    parts.push(
      `differences ${short(worst.worst.error)} (estimate ${short(worst.worst.estimate)}, allowed ${short(worst.worst.tolerance)})`,
    );
  if (reference) parts.push(`64 digits ${ulps(reference.worstUlps)} of ${reference.limit} ulp`);
  if (thirdOpinion) parts.push(`mathjs ${ulps(thirdOpinion.worstUlps)} ulp`);
  const line = `  ${quantity.pass ? 'ok  ' : 'FAIL'}  ${name.padEnd(5)}  ${parts.join('; ')}`.trimEnd();

  const failures = quantity.differences
    .filter((check) => !check.pass && check.inherited !== true)
    .flatMap((check) => [
      `        against ${check.method}${check.reason ? `: ${check.reason}` : ''}`,
      ...(check.worst && !check.reason ? formatPlace(name, check.worst.at) : []),
    ]);
  if (reference?.pass === false)
    failures.push(
      '        against 64 digits',
      ...(reference.at ? formatPlace(name, reference.at) : ['          nothing could be compared']),
    );
  if (thirdOpinion?.pass === false)
    failures.push(
      '        against the derivative by mathjs',
      ...(thirdOpinion.at ? formatPlace(name, thirdOpinion.at) : []),
    );
  return [line, ...failures];
}

function formatPlace(
  quantity: string,
  { sample, row, input, component, analytic, numeric, configuration }: Place,
): readonly string[] {
  const by = input === undefined ? '' : `, by ${input}[${(component ?? 0) + 1}]`;
  const list = (values: Readonly<Record<string, readonly number[]>>): string =>
    Object.entries(values)
      .map(([key, numbers]) => `${key} = ${numbers.length === 1 ? String(numbers[0]) : `[${numbers.join(', ')}]`}`)
      .join(', ');
  return [
    `          ${quantity} row ${row + 1}${by} at sample ${sample}: computed ${analytic}, expected ${numeric}`,
    `          at ${list(configuration.inputs)}`,
    `          rates ${list(configuration.rates)}`,
    `          ${[list(configuration.params), `t = ${configuration.t}`].filter((text) => text !== '').join(', ')}`,
  ];
}

/** The check closest to, or furthest beyond, its tolerance. */
function worstDifference(checks: readonly DifferenceCheck[]): DifferenceCheck | undefined {
  const ratio = ({ worst }: DifferenceCheck): number =>
    worst ? worst.error / Math.max(worst.tolerance, Number.MIN_VALUE) : -1;
  return checks
    .filter((check) => check.inherited !== true)
    .reduce<DifferenceCheck | undefined>((a, b) => (a === undefined || ratio(b) > ratio(a) ? b : a), undefined);
}

const short = (x: number): string => x.toExponential(1);
const ulps = (x: number | null): string => (x === null ? '∞' : x.toFixed(1));
