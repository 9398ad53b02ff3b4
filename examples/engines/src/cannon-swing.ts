import { start } from './cannon-world.js';
import { report } from './swing.js';

report('cannon-es', start);
