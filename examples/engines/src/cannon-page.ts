import { show } from './page.js';
import { start } from './cannon-world.js';

show('cannon-es', start);
