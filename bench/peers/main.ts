import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { printTable } from '../measure.js';
import { BOUND, duration, type CellKind, type CellResult } from './cells.js';
import { chainInSteps, largestDistance } from '../chain-reference.js';
import { PEERS } from './registry.js';

/** Time after which a hanging process is ended, s. */
const PATIENCE = 600;
const SIDE = 32;
const CHAINS = [1, 10, 100, 1000];

const cellFile = fileURLToPath(new URL('cell.ts', import.meta.url));

/**
 * Runs a cell in a process of its own: it does not meet the memory or the compiled code of another,
 * and can be ended if it hangs.
 */
function run(peer: string, cell: CellKind): CellResult | string {
  const { stdout, stderr, status, error } = spawnSync(
    process.execPath,
    ['--import', 'tsx', cellFile, peer, JSON.stringify(cell)],
    { encoding: 'utf8', timeout: PATIENCE * 1000, killSignal: 'SIGKILL', maxBuffer: 1e8 },
  );
  if (status === 0) return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as CellResult | string;
  if (error !== undefined) return `not done in ${PATIENCE} s`;
  return /^\w*Error: .*$/m.exec(stderr)?.[0] ?? 'failed';
}

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

const milliseconds = (time: number): string => (time < 10 ? time.toPrecision(2) : time.toFixed(0));
const metres = (x: number): string => (Number.isFinite(x) ? x.toExponential(1) : 'lost');

const references = CHAINS.map((n) => reference(n));
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}\n`);
console.log('Error of the reference, m (difference between steps of 1/240 s and 1/480 s at order 16):');
CHAINS.forEach((n, i) => {
  console.log(`  N = ${n} after ${duration({ kind: 'chain', n })} s: ${metres(references[i]!.error)}`);
});

const only = process.argv.slice(2);
const names = Object.keys(PEERS).filter((name) => only.length === 0 || only.some((part) => name.startsWith(part)));
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
    row.push(milliseconds(result.time), metres(largestDistance(result.positions, references[i]!.positions)));
    for (const warning of result.warnings) remarks.push(`${name}, chain of ${n}: ${warning}`);
  });
  const result = run(name, { kind: 'net', side: SIDE });
  if (typeof result === 'string') {
    row.push('—', '—', '—');
    remarks.push(`${name}, net: ${result}`);
  } else {
    row.push(milliseconds(result.time), metres(result.violation), metres(result.gain));
    for (const warning of result.warnings) remarks.push(`${name}, net: ${warning}`);
  }
  process.stderr.write(`${row.join('  ')}\n`);
  return row;
});

console.log(
  '\nCPU time per simulated second, ms, and error of position after 2 s (10 s at N = 1), m, of a chain of N rods from horizontal;' +
    `\nnet of ${SIDE} × ${SIDE} masses hung up at one corner, 1 s: largest error of a rod's length, m, and largest relative gain of energy.` +
    `\n240 steps a second. Cells that would take more than ${BOUND} s of CPU time are left empty.\n`,
);
printTable([['', ...CHAINS.flatMap((n) => [`N = ${n}: ms`, 'error']), 'net: ms', 'violation', 'gain'], ...rows]);

console.log('\nSettings; besides, damping, sleeping and collisions are off:');
for (const name of names) {
  const { version, settings } = await PEERS[name]!();
  console.log(`  ${name} (${version}): ${settings}`);
}
if (remarks.length > 0) console.log(`\nRemarks:\n${remarks.map((remark) => `  ${remark}`).join('\n')}`);
process.exit(0);
