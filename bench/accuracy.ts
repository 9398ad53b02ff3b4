import { withJdot } from '../src/verify/derived-jdot.js';
import * as library from 'holonomic/library';
import type { ConstraintType } from '../runtime/model/constraint-type.js';
import { generatedClasses } from '../src/kinds/generated-classes.js';
import { drawConfiguration, type Configuration } from '../src/sampling/configuration.js';
import { batchEvaluations, entriesOf, levelsOf } from '../src/sampling/evaluation.js';
import { FormulaBounds } from '../src/verify/formula-bounds.js';
import { seededRandom } from '../src/sampling/random.js';
import { exact } from '../src/reference/big.js';
import { referenceValues } from '../src/reference/derivatives.js';
import { ReferenceMachine } from '../src/reference/machine.js';
import { readFormula } from '../src/reference/read-formula.js';
import { isWellConditioned, REFERENCE_ERROR, sizeOfTerms } from '../src/verify/tolerance.js';
import { errorInUlps } from '../test/support/error-in-ulps.js';
import { report } from './figures.js';

const QUANTITIES = ['C', 'J', 'gamma', 'Jdot'] as const;
type Quantity = (typeof QUANTITIES)[number];

/** Worst errors of one quantity over all entries of all samples. */
export interface Accuracy {
  /** Worst error where terms do not cancel, in units of the value's own last place. */
  wellConditioned: number;
  /** Worst error elsewhere, as a fraction of what the formula's own rounding may do. */
  cancelled: number;
  /** Numbers of well-conditioned entries, and of all that are not zero. */
  readonly counts: { wellConditioned: number; all: number };
}

/** Compares one class with 64 digits at random samples. */
export function accuracyOf(emitted: ConstraintType, samples: number, seed = 1): Readonly<Record<Quantity, Accuracy>> {
  const type = withJdot(emitted);
  const random = seededRandom(seed);
  const configurations = Array.from({ length: samples }, () => drawConfiguration(type, random));
  const program = readFormula(type);
  const [machine, formula] = [new ReferenceMachine(program), new FormulaBounds(type, program)];
  const levels = levelsOf(type);
  const tallies = { C: tally(), J: tally(), gamma: tally(), Jdot: tally() };
  const entries = { C: entriesOf(type, 'C'), J: entriesOf(type, 'J') };
  batchEvaluations(type, configurations).forEach((own, k) => {
    const at = configurations[k]!;
    const bounds = formula.at(at);
    const reference = referenceValues(machine, exactly(at), levels);
    for (const quantity of QUANTITIES) {
      const accuracy = tallies[quantity];
      const isMatrix = quantity === 'J' || quantity === 'Jdot';
      entries[isMatrix ? 'J' : 'C'].forEach(({ row, column }, e) => {
        const expected = isMatrix ? reference[quantity][row]![column!]! : reference[quantity][row]!;
        const computed = own[quantity][e]!;
        const bound = bounds[quantity][e]!;
        const value = expected.toNumber();
        if (!Number.isFinite(value) || !(bound < Infinity)) return;
        const noise = REFERENCE_ERROR * Math.max(1, sizeOfTerms(value, bound));
        // The differences at 64 digits show a zero only to their own error.
        if (Math.abs(value) <= noise && Math.abs(computed) <= noise) return;
        accuracy.counts.all++;
        if (isWellConditioned(value, bound)) {
          accuracy.counts.wellConditioned++;
          accuracy.wellConditioned = Math.max(accuracy.wellConditioned, errorInUlps(computed, expected, value));
        } else {
          const error = exact(computed).minus(expected).abs().toNumber();
          accuracy.cancelled = Math.max(accuracy.cancelled, error / bound);
        }
      });
    }
  });
  return tallies;
}

const tally = (): Accuracy => ({ wellConditioned: 0, cancelled: 0, counts: { wellConditioned: 0, all: 0 } });

const exactly = ({ x, v, p, t }: Configuration): Parameters<typeof referenceValues>[1] => ({
  x: x.map(exact),
  v: v.map(exact),
  p: p.map(exact),
  t: exact(t),
});

const LIBRARY = [...generatedClasses(library).values()].filter((type) => 'kernel' in type);

/** Prints the worst errors of every class of the library. */
export function benchAccuracy(samples = 1_000, types: readonly ConstraintType[] = LIBRARY): void {
  const rows = types.map((type) => {
    const accuracy = accuracyOf(type, samples);
    const cells = QUANTITIES.map((quantity) => {
      const { wellConditioned, cancelled, counts } = accuracy[quantity];
      const ulps = counts.wellConditioned === 0 ? '–' : wellConditioned.toFixed(1);
      const part = counts.all === counts.wellConditioned ? '–' : cancelled.toFixed(2);
      return `${ulps} / ${part}`;
    });
    const all = QUANTITIES.map((quantity) => accuracy[quantity].counts);
    const share =
      all.reduce((sum, { wellConditioned }) => sum + wellConditioned, 0) /
      all.reduce((sum, counts) => sum + counts.all, 0);
    return [type.name, ...cells, `${(100 * share).toFixed(0)} %`];
  });
  report(
    'accuracy',
    `Worst errors against 64 digits, ${samples} random samples of each class: in units in the last place of the value\n` +
      "where it is well-conditioned / as a part of the bound of the formula's own rounding where terms cancel",
    [['class', ...QUANTITIES, 'well-conditioned'], ...rows.sort(([a], [b]) => (a! < b! ? -1 : 1))],
  );
}
