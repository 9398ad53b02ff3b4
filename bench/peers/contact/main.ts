import { BOUND } from '../timing.js';
import { printTrials } from './print.js';
import { TRIALS } from './trials.js';

await printTrials(
  'contact-peers',
  'CPU time per simulated second, ms; lengths in m, speeds in m/s; 60 steps a second.' +
    `\nCells that would take more than ${BOUND} s of CPU time are left empty.`,
  TRIALS,
);
