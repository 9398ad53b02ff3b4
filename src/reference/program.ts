import type { OperationName } from './operations/operation-name.js';

/** One place of a program: an input, a constant, or an operation on earlier places. */
export type Place =
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'operation'; readonly name: OperationName; readonly args: readonly number[] };

/**
 * A formula as a list of scalar operations; the inputs come first, in the order of
 * {@link Program.inputs}.
 */
export interface Program {
  readonly inputs: readonly string[];
  readonly places: readonly Place[];
  /** The place of each row of `C`. */
  readonly rows: readonly number[];
  /** The inputs that each place depends on: bit `k` for input `k`. */
  readonly dependencies: readonly bigint[];
}

/** Collects places, each operation on the same arguments once. */
export class ProgramBuilder {
  readonly #places: Place[] = [];
  readonly #dependencies: bigint[] = [];
  readonly #known = new Map<string, number>();
  readonly #inputs: readonly string[];

  constructor(inputs: readonly string[]) {
    this.#inputs = inputs;
    inputs.forEach((name, k) => {
      this.#place(`input ${name}`, { kind: 'input', name }, 1n << BigInt(k));
    });
  }

  input(name: string): number | undefined {
    return this.#known.get(`input ${name}`);
  }

  /** A decimal literal, or `pi`, `tau`, `e`. */
  constant(text: string): number {
    return this.#place(`constant ${text}`, { kind: 'constant', text }, 0n);
  }

  operation(name: OperationName, ...args: number[]): number {
    const dependencies = args.reduce((mask, arg) => mask | this.#dependencies[arg]!, 0n);
    return this.#place(`${name} ${args.join(' ')}`, { kind: 'operation', name, args }, dependencies);
  }

  at(place: number): Place {
    return this.#places[place]!;
  }

  /**
   * The text of a constant place, for functions of which an argument must be known; undefined for
   * other places.
   */
  constantText(place: number): string | undefined {
    const at = this.#places[place]!;
    return at.kind === 'constant' ? at.text : undefined;
  }

  finish(rows: readonly number[]): Program {
    return { inputs: this.#inputs, places: this.#places, rows, dependencies: this.#dependencies };
  }

  #place(key: string, place: Place, dependencies: bigint): number {
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.#places.push(place) - 1;
      this.#dependencies.push(dependencies);
      this.#known.set(key, index);
    }
    return index;
  }
}
