import { RESERVED_TYPES, RESERVED_WORDS } from '../spec/reserved-words.js';

/** Names that a local variable of emitted code must not have. */
const FORBIDDEN: ReadonlySet<string> = new Set([...RESERVED_WORDS, ...RESERVED_TYPES, 'NaN', 'Infinity', 'globalThis']);

/** Hands out names that are unique within a function, and are no reserved words. */
export class Names {
  readonly #taken: Set<string>;
  #counter = 0;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  isTaken(name: string): boolean {
    return this.#taken.has(name) || FORBIDDEN.has(name);
  }

  /** Returns `name`, or `name` with the first number that makes it unique. */
  claim(name: string): string {
    let unique = name;
    for (let i = 2; this.isTaken(unique); i++) unique = `${name}_${i}`;
    this.#taken.add(unique);
    return unique;
  }

  /** Returns `name`, or `nameValue` where `name` is taken: `x_2` would look like a component. */
  claimValue(name: string): string {
    return this.claim(this.isTaken(name) ? `${name}Value` : name);
  }

  /** Returns the next of `t1, t2, …`. */
  temporary(): string {
    do this.#counter += 1;
    while (this.#taken.has(`t${this.#counter}`));
    return this.claim(`t${this.#counter}`);
  }
}
