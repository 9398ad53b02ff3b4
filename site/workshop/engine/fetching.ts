import { moduleSource } from '../../module-source.js';

/** A part of the workshop did not arrive. */
export class NotFetched extends Error {
  readonly hint: string;

  constructor(part: string, again: string) {
    super(`The part of the workshop that ${part} could not be fetched.`);
    this.hint = `Check the connection: it is fetched again ${again}.`;
  }
}

/** What fetches a module once; and again, where it did not arrive. Rejects with NotFetched then. */
export function fetching<Module>(part: string, again: string, load: () => Promise<Module>): () => Promise<Module> {
  const source = moduleSource(load);
  return () =>
    source().catch(() => {
      throw new NotFetched(part, again);
    });
}

/** What fetches a module that files are saved with. */
export const savingWith = <Module>(part: string, load: () => Promise<Module>): (() => Promise<Module>) =>
  fetching(part, 'when you save once more', load);
