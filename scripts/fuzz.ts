/**
 * `npm run fuzz -- --seed S --count N`: derives and evaluates random specs, a third of them as
 * people write them, and compares them with their formulas at 64 digits. With `--everyday` all are
 * as people write them; `--verify V` proves the classes of the first V of these. With `--energies`
 * all are random energies. Prints each finding in its smallest form; exits with 1 if there is one.
 */
import { formatFinding, fuzz, type Counts, type Finding } from '../test/fuzz/fuzz.js';
import { readCounts } from './counts.js';

const { seed, count, first, verify, everyday, energies } = readCounts({ seed: 1, count: 10_000, first: 0, verify: 0 }, [
  'everyday',
  'energies',
]);

const start = performance.now();
const summary = (counts: Counts): string => {
  const { formulas, refused, right, singular, undefined: none, extreme, proven, unproven } = counts;
  const time = (performance.now() - start) / 1000;
  return (
    `seed ${seed}: ${formulas} formulas (${counts.everyday} everyday, ${refused} refused) in ${time.toFixed(0)} s, ${((1000 * time) / formulas).toFixed(1)} ms each; ` +
    `places: ${right} right, ${singular} singular, ${none} undefined, ${extreme} extreme` +
    (verify > 0 ? `; classes: ${proven} proven, ${unproven} outside of their domain` : '')
  );
};

let shown = 0;
let next = 1000;
const progress = (counts: Counts, findings: readonly Finding[]): void => {
  for (; shown < findings.length; shown++) console.log(`\n${formatFinding(findings[shown]!)}\n`);
  if (counts.formulas < next) return;
  next += 1000;
  console.log(`${summary(counts)}; ${findings.length} found`);
};

const { counts, findings } = fuzz({ seed, count, first, verify, ...(everyday && { everyday: 1 }), energies, progress });
console.log(`${summary(counts)}; ${findings.length === 0 ? 'nothing' : findings.length} found`);
process.exitCode = findings.length > 0 ? 1 : 0;
