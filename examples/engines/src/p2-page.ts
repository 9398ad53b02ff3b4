import { show } from './page.js';
import { start } from './p2-world.js';

show('p2-es', start);
