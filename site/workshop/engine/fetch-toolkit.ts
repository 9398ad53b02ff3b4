import { moduleSource } from '../../module-source.js';
import type * as Toolkit from './toolkit.js';

const toolkit = moduleSource(() => import('./toolkit.js'));

/** The toolkit did not arrive. */
export class NotFetched extends Error {
  readonly hint = 'Check the connection: it is fetched again with the next change.';

  constructor() {
    super('The part of the workshop that reads formulas could not be fetched.');
  }
}

/** Fetches the toolkit, once. Rejects with NotFetched if it does not arrive, and then tries again when it is called. */
export async function fetchToolkit(): Promise<typeof Toolkit> {
  try {
    return await toolkit();
  } catch {
    throw new NotFetched();
  }
}
