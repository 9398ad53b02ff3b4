import { show } from './page.js';
import { start } from './planck-world.js';

show('planck', start);
