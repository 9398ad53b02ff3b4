import { cpus } from 'node:os';
import { report } from '../../figures.js';
import { chosen, milliseconds, runInProcess, scientific } from '../table.js';
import { NOTHING, type ContactResult } from './cells.js';
import { CONTACT_PEERS } from './registry.js';
import type { Trial } from './judging.js';

/** Runs trials with the engines that the command line names, and prints a table, their settings and failed checks. */
export async function printTrials(
  table: string,
  title: string,
  trials: Readonly<Record<string, Trial>>,
): Promise<never> {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);

  const names = chosen(CONTACT_PEERS);
  const failures: string[] = [];
  const reports: string[] = [];
  const rows = names.map((name) => {
    const row = [name];
    for (const [trial, { timed, columns }] of Object.entries(trials)) {
      const result = runInProcess<ContactResult>(new URL('cell.ts', import.meta.url), name, trial);
      if (typeof result === 'string') {
        row.push(...(timed ? ['—'] : []), ...columns.map(() => '—'));
        if (result !== NOTHING) failures.push(`${name}, ${trial}: ${result}`);
        continue;
      }
      if (timed) row.push(milliseconds(result.time));
      row.push(...result.values.map(scientific));
      failures.push(...result.failures.map((failure) => `${name}, ${trial}: ${failure}`));
      if (result.report !== undefined) reports.push(`${name}, ${trial}: ${result.report}`);
    }
    process.stderr.write(`${row.join('  ')}\n`);
    return row;
  });

  const headings = Object.entries(trials).flatMap(([trial, { timed, columns }]) =>
    timed ? [`${trial}: ms`, ...columns.map((column) => `${trial}: ${column}`)] : columns,
  );
  report(table, title, [['engine', ...headings], ...rows], names.length === Object.keys(CONTACT_PEERS).length);

  console.log('\nSettings; besides, sleeping is off:');
  for (const name of names) {
    const { version, settings } = await CONTACT_PEERS[name]!();
    console.log(`  ${name} (${version}): ${settings}`);
  }
  if (reports.length > 0) console.log(`\nWork:\n${reports.map((report) => `  ${report}`).join('\n')}`);
  if (failures.length > 0) console.log(`\nChecks that fail:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
  process.exit(0);
}
