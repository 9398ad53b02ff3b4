import { RESERVED_TYPES, RESERVED_WORDS } from '../spec/reserved-words.js';

/** Names that a local variable of emitted code must not have. */
const FORBIDDEN: ReadonlySet<string> = new Set([...RESERVED_WORDS, ...RESERVED_TYPES, 'NaN', 'Infinity', 'globalThis']);

/** Hands out names that are unique within a function, and no reserved word. */
export class Names {
  readonly #taken: Set<string>;
  #counter = 0;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  isTaken(name: string): boolean {
    return this.#taken.has(name) || FORBIDDEN.has(name);
  }

  /** `wanted`, or `wanted` with the first number that makes it unique. */
  claim(wanted: string): string {
    let name = wanted;
    for (let i = 2; this.isTaken(name); i++) name = `${wanted}_${i}`;
    this.#taken.add(name);
    return name;
  }

  /** `wanted`, or where that means something else here `wantedValue`: `x_2` would look like a component. */
  claimValue(wanted: string): string {
    return this.claim(this.isTaken(wanted) ? `${wanted}Value` : wanted);
  }

  /** The next of `t1, t2, …` */
  temporary(): string {
    do this.#counter += 1;
    while (this.#taken.has(`t${this.#counter}`));
    return this.claim(`t${this.#counter}`);
  }
}
