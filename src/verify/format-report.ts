import { checkArgument, isRecord, type OptionRule } from '../diagnostics/arguments.js';
import type {
  DifferenceCheck,
  Place,
  QuantityReport,
  ReferenceCheck,
  SingularCheck,
  ThirdOpinion,
  VerificationReport,
} from './report.js';

const REPORT: OptionRule = {
  is: (value) => isRecord(value) && isRecord(value['quantities']) && Array.isArray(value['warnings']),
  expected: 'what verify returns',
};

/**
 * A report as a few lines of text: one per quantity, and for each failure its place and values. A
 * spec that becomes several classes has one such part per class.
 */
export function formatReport(report: VerificationReport<string>): string {
  checkArgument('formatReport', 'report', report, REPORT);
  if (report.classes !== undefined) return report.classes.map(formatReport).join('\n');
  const { name, space, rows, samples, seed, pass } = report;
  const head = `${pass ? 'pass' : 'FAIL'}  ${name} (${space === undefined ? '2D and 3D' : `${space}D`}, ${rows} ${rows === 1 ? 'row' : 'rows'}, ${samples} samples, seed ${seed})`;
  const lines =
    samples === 0
      ? ['  no sample: nothing was checked']
      : Object.entries(report.quantities).flatMap(([name, quantity]) => formatQuantity(name, quantity));
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
  if (reference) parts.push(`64 digits ${worstError(reference)}`);
  if (thirdOpinion) parts.push(`mathjs ${worstError(thirdOpinion)}`);
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
  const lost = reference ? lossesOf(name, reference).map((sentence) => `        ${sentence}`) : [];
  return [line, ...lost, ...failures];
}

function formatPlace(quantity: string, place: Place): readonly string[] {
  const { sample, analytic, numeric, configuration } = place;
  return [
    `          ${quantity}${entryName(place)} at sample ${sample}: computed ${analytic}, expected ${numeric}`,
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

/**
 * The largest error of well-conditioned entries in units in the last place, and of all entries in
 * proportion to what is allowed.
 */
function worstError({ compared, wellConditioned, worstUlps, worstPart }: ThirdOpinion): string {
  if (compared === 0) return 'nothing compared';
  const part = `${worstPart === null ? '∞' : Number(worstPart.toPrecision(2))} of allowed`;
  return wellConditioned === 0 ? part : `${worstUlps === null ? '∞' : worstUlps.toFixed(1)} ulp, ${part}`;
}

/**
 * Sentences on places where formulas lose digits as they are written, and where none are left. The
 * class may be right nevertheless.
 */
export const losses = (report: VerificationReport<string>): readonly string[] =>
  Object.entries(report.quantities).flatMap(([name, { reference }]) => (reference ? lossesOf(name, reference) : []));

function lossesOf(name: string, { undecided, lost }: ReferenceCheck): readonly string[] {
  const sentences: string[] = [];
  if (lost) {
    const { inputs, params, t } = lost.at.configuration;
    const place = `${list({ ...inputs, ...params })}, t = ${t}`;
    sentences.push(`${name}${entryName(lost.at)} loses ${lost.digits} digits to cancellation near ${place}`);
  }
  if (undecided > 0)
    sentences.push(
      `${name}: rounding leaves no digit of the formula at ${undecided} of the entries, which were not judged`,
    );
  return sentences;
}

const list = (values: Readonly<Record<string, readonly number[]>>): string =>
  Object.entries(values)
    .map(([key, numbers]) => `${key} = ${numbers.length === 1 ? String(numbers[0]) : `[${numbers.join(', ')}]`}`)
    .join(', ');

/** ` row 1, by b[2]` */
const entryName = ({ row, input, component }: Place): string =>
  ` row ${row + 1}${input === undefined ? '' : `, by ${input}[${(component ?? 0) + 1}]`}`;
