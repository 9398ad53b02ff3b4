import { EVERYDAY } from './everyday.js';
import { printTrials } from './print.js';

await printTrials(
  'everyday-peers',
  'The largest errors of energy and momentum, as parts of them; the largest gain of energy, as a part, and the last' +
    '\nspeed, m/s; by what part velocities change that should not; how far what hits a plate gets, m; 60 steps a second.',
  EVERYDAY,
);
