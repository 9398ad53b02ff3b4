import { start } from './planck-world.js';
import { report } from './swing.js';

report('planck', start);
