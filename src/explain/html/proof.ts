import {
  losses,
  type DifferenceCheck,
  type QuantityReport,
  type ThirdOpinion,
  type VerificationReport,
} from '../../verify/index.js';
import { code, escape, lines, table } from './element.js';

/**
 * The number of samples that a page proves with: somebody waits for it. `holonomic verify` takes
 * more.
 */
export const PAGE_SAMPLES = { samples: 100, referenceSamples: 10 } as const;

/** A table of the findings of verification: one line per quantity. */
export function proofTable(report: VerificationReport<string>): string {
  const { quantities, samples, referenceSamples, seed, pass, warnings, singular } = report;
  const number = { isNumber: true } as const;
  return lines(
    table(
      `Checked at ${samples} random configurations, ${referenceSamples} of them with 64 digits (seed ${seed}): <strong>${pass ? 'proven' : 'failed'}</strong>`,
      [
        { title: 'quantity' },
        { title: 'error against differences', ...number },
        { title: 'allowed', ...number },
        { title: 'error against 64 digits', ...number },
        { title: 'of allowed', ...number },
        { title: 'against mathjs, of allowed', ...number },
        { title: 'verdict' },
      ],
      Object.entries(quantities).map(([name, quantity]) => proofRow(name, quantity)),
    ),
    singular === undefined
      ? ''
      : `<p>Evaluated at ${singular.evaluated} of ${singular.known} singular points: <strong>${singular.pass ? 'finite' : 'failed'}</strong>.</p>`,
    ...[...losses(report).map((sentence) => `${sentence}.`), ...warnings].map(
      (note) => `<p class="note">${escape(note)}</p>`,
    ),
  );
}

function proofRow(name: string, { differences, reference, thirdOpinion, pass }: QuantityReport): string[] {
  const worst = worstOf(differences)?.worst;
  return [
    code(name),
    worst === undefined ? '–' : worst.error.toExponential(1),
    worst === undefined ? '–' : worst.tolerance.toExponential(1),
    reference === undefined ? '–' : ulps(reference),
    reference === undefined ? '–' : part(reference),
    thirdOpinion === undefined ? '–' : part(thirdOpinion),
    pass ? '<span class="good">✓ holds</span>' : '<span class="bad">✗ fails</span>',
  ];
}

/** The check that came closest to its tolerance. */
function worstOf(checks: readonly DifferenceCheck[]): DifferenceCheck | undefined {
  const ratio = ({ worst }: DifferenceCheck): number =>
    worst === undefined ? -1 : worst.error / Math.max(worst.tolerance, Number.MIN_VALUE);
  return checks.filter((check) => check.inherited !== true).sort((a, b) => ratio(b) - ratio(a))[0];
}

/** The worst error of well-conditioned entries. */
const ulps = ({ wellConditioned, worstUlps }: ThirdOpinion): string =>
  wellConditioned === 0 ? '–' : worstUlps === null ? '∞' : `${worstUlps.toFixed(1)} ulp`;

/** The worst error of all entries, in proportion to the rounding error that the formula allows. */
const part = ({ compared, worstPart }: ThirdOpinion): string =>
  compared === 0 ? '–' : worstPart === null ? '∞' : String(Number(worstPart.toPrecision(2)));
