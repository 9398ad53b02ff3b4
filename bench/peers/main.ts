import { cpus } from 'node:os';
import { report } from '../figures.js';
import { chainInSteps, largestDistance } from '../chain-reference.js';
import { duration, type CellKind, type CellResult } from './cells.js';
import { PEERS } from './registry.js';
import { chosen, milliseconds, runInProcess, scientific } from './table.js';
import { BOUND } from './timing.js';

const SIDE = 32;
const CHAINS = [1, 10, 100, 1000];

const run = (peer: string, cell: CellKind): CellResult | string =>
  runInProcess(new URL('cell.ts', import.meta.url), peer, cell);

interface Reference {
  readonly positions: Float64Array;
  /** Distance from the solution with half the step, m. */
  readonly error: number;
}

/** Computes the chain to 1e-10 m, with steps of 1/480 s, and of 1/240 s to estimate the error. */
function reference(n: number): Reference {
  const time = duration({ kind: 'chain', n });
  const positions = chainInSteps(n, time, 480 * time);
  return { positions, error: largestDistance(positions, chainInSteps(n, time, 240 * time)) };
}

const references = CHAINS.map((n) => reference(n));
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}\n`);
console.log('Error of the reference, m (difference between steps of 1/240 s and 1/480 s at order 16):');
CHAINS.forEach((n, i) => {
  console.log(`  N = ${n} after ${duration({ kind: 'chain', n })} s: ${scientific(references[i]!.error)}`);
});

const names = chosen(PEERS);
const remarks: string[] = [];
const rows = names.map((name) => {
  const row = [name];
  CHAINS.forEach((n, i) => {
    const result = run(name, { kind: 'chain', n });
    if (typeof result === 'string') {
      row.push('—', '—');
      remarks.push(`${name}, chain of ${n}: ${result}`);
      return;
    }
    row.push(milliseconds(result.time), scientific(largestDistance(result.positions, references[i]!.positions)));
    for (const warning of result.warnings) remarks.push(`${name}, chain of ${n}: ${warning}`);
  });
  const result = run(name, { kind: 'net', side: SIDE });
  if (typeof result === 'string') {
    row.push('—', '—', '—');
    remarks.push(`${name}, net: ${result}`);
  } else {
    row.push(milliseconds(result.time), scientific(result.violation), scientific(result.gain));
    for (const warning of result.warnings) remarks.push(`${name}, net: ${warning}`);
  }
  process.stderr.write(`${row.join('  ')}\n`);
  return row;
});

report(
  'peers',
  'CPU time per simulated second, ms, and error of position after 2 s (10 s at N = 1), m, of a chain of N rods from horizontal;' +
    `\nnet of ${SIDE} × ${SIDE} masses hung up at one corner, 1 s: largest error of a rod's length, m, and largest relative gain of energy.` +
    `\n240 steps a second. Cells that would take more than ${BOUND} s of CPU time are left empty.`,
  [['engine', ...CHAINS.flatMap((n) => [`N = ${n}: ms`, `${n}: error`]), 'net: ms', 'violation', 'gain'], ...rows],
  names.length === Object.keys(PEERS).length,
);

console.log('\nSettings; besides, damping, sleeping and collisions are off:');
for (const name of names) {
  const { version, settings } = await PEERS[name]!();
  console.log(`  ${name} (${version}): ${settings}`);
}
if (remarks.length > 0) console.log(`\nRemarks:\n${remarks.map((remark) => `  ${remark}`).join('\n')}`);
process.exit(0);
