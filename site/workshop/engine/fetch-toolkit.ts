import { fetching } from './fetching.js';

/** Fetches the toolkit, once. Rejects with NotFetched if it does not arrive, and then tries again when it is called. */
export const fetchToolkit = fetching('reads formulas', 'with the next change', () => import('./toolkit.js'));
