/**
 * `npm run fuzz -- --seed S --count N`: derives and evaluates random specs, and compares them with
 * their formulas at 64 digits. Prints each finding in its smallest form; exits with 1 if there is
 * one.
 */
import { formatFinding, fuzz, type Counts, type Finding } from '../test/fuzz/fuzz.js';
import { readCounts } from './counts.js';

const { seed, count, first } = readCounts({ seed: 1, count: 10_000, first: 0 });

const start = performance.now();
const summary = ({ formulas, refused, right, singular, undefined: none, extreme }: Counts): string => {
  const time = (performance.now() - start) / 1000;
  return (
    `seed ${seed}: ${formulas} formulas (${refused} refused) in ${time.toFixed(0)} s, ${((1000 * time) / formulas).toFixed(1)} ms each; ` +
    `places: ${right} right, ${singular} singular, ${none} undefined, ${extreme} extreme`
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

const { counts, findings } = fuzz({ seed, count, first, progress });
console.log(`${summary(counts)}; ${findings.length === 0 ? 'nothing' : findings.length} found`);
process.exitCode = findings.length > 0 ? 1 : 0;
