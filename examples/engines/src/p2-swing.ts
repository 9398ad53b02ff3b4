import { start } from './p2-world.js';
import { report } from './swing.js';

report('p2-es', start);
