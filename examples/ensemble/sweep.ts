import { mkdirSync, writeFileSync } from 'node:fs';
import { runEnsemble } from 'holonomic/ensemble';
import { plot } from './plot.js';
import { G, LENGTH } from './swing.js';

/** Amplitudes of the sweep, degrees. */
const degrees = Array.from({ length: 34 }, (_, i) => 5 * (i + 1));

const periods = await runEnsemble<number, number>(new URL('./swing.ts', import.meta.url), {
  inputs: degrees.map((angle) => (angle * Math.PI) / 180),
  onProgress: (done, total) => {
    process.stderr.write(`\r${done} of ${total} pendulums`);
  },
});
process.stderr.write('\n');

const small = 2 * Math.PI * Math.sqrt(LENGTH / G);
for (const angle of [10, 90, 170])
  console.log(
    `${angle} degrees: ${(periods[degrees.indexOf(angle)]! / small).toFixed(5)} times the period of small swings`,
  );
mkdirSync('out', { recursive: true });
writeFileSync(
  'out/periods.svg',
  plot({
    x: degrees,
    y: periods.map((period) => period / small),
    labels: ['amplitude, degrees', 'period / period of small swings'],
  }),
);
