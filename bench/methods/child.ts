import { writeSync } from 'node:fs';
import { alteredModule, type Alteration } from '../../test/support/altered-toolkit.js';
import type * as trials from './trials.js';

/** `child.ts <alterations as JSON>`: runs the trials with an altered runtime, and prints how they went. */
const { runTrials } = await alteredModule<typeof trials>(
  'bench/methods/trials.ts',
  JSON.parse(process.argv[2]!) as readonly Alteration[],
);
console.warn = console.log = (): void => undefined;
writeSync(1, `${JSON.stringify(runTrials())}\n`);
