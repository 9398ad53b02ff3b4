import { RUNTIME_FUNCTIONS } from '../../primitives/index.js';

/** The functions of the runtime that a text calls. */
export const calledIn = (text: string): string[] =>
  [...RUNTIME_FUNCTIONS.keys()].filter((name) => new RegExp(`(?<![\\w.#])${name}\\(`).test(text));
