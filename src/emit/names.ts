/** Words that cannot name a variable in a strict-mode module. */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'abstract arguments as async await boolean break case catch class const continue debugger declare default delete do else enum eval ' +
    'export extends false finally for from function get if implements import in instanceof interface let module new null number of ' +
    'package private protected public return set static string super switch this throw true try type typeof undefined var void ' +
    'while with yield NaN Infinity globalThis'
  ).split(' '),
);

/** Hands out names that are unique within a function, and no reserved word. */
export class Names {
  readonly #taken: Set<string>;
  #counter = 0;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  isTaken(name: string): boolean {
    return this.#taken.has(name) || RESERVED_WORDS.has(name);
  }

  /** `wanted`, or `wanted` with the first number that makes it unique. */
  claim(wanted: string): string {
    let name = wanted;
    for (let i = 2; this.isTaken(name); i++) name = `${wanted}_${i}`;
    this.#taken.add(name);
    return name;
  }

  /** The next of `t1, t2, …` */
  temporary(): string {
    do this.#counter += 1;
    while (this.#taken.has(`t${this.#counter}`));
    return this.claim(`t${this.#counter}`);
  }
}
