/**
 * `npm run worlds -- --seed S --count N`: lets random worlds move, half of them mechanisms and half
 * bodies that are thrown at each other, and looks for errors and for energy from nowhere. Prints each
 * finding in its smallest form; exits with 1 if there is one.
 */
import { findFault, findFaultOfThrown } from '../test/runtime/standing/check-worlds.js';
import { readCounts } from './counts.js';

const { seed, count } = readCounts({ seed: 1, count: 10_000 });
/** Worlds of one seed: the first that goes wrong ends them. */
const PART = 125;

const start = performance.now();
let found = 0;
for (let done = 0; done < count;) {
  const part = Math.min(PART, count - done);
  const find = (done / PART) % 2 === 0 ? findFault : findFaultOfThrown;
  const fault = find(part, seed + done);
  if (fault !== undefined) {
    found++;
    console.log(`seed ${seed + done}: ${fault}`);
  }
  done += part;
  const seconds = (performance.now() - start) / 1000;
  if (done % 1000 === 0 || done === count) console.log(`${done} worlds in ${seconds.toFixed(0)} s; ${found} found`);
}
process.exitCode = found > 0 ? 1 : 0;
