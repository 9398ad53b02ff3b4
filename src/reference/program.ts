import { exact, literal, ONE, TWO, type BigNumber } from './big.js';
import { expEvaluator, quarterTurn } from './elementary.js';
import { OPERATIONS, type OperationName } from './operations.js';

/** One place of a program: an input, a constant, or an operation on earlier places. */
export type Place =
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'operation'; readonly name: OperationName; readonly args: readonly number[] };

/** A formula as a list of scalar operations; the inputs come first, in the order of {@link Program.inputs}. */
export interface Program {
  readonly inputs: readonly string[];
  readonly places: readonly Place[];
  /** The place of each row of `C`. */
  readonly rows: readonly number[];
  /** For each place, the inputs it depends on: bit `k` for input `k`. */
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

  /** The text of a constant place, for functions that need their argument known. */
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

/** A constant at 64 digits. */
function bigConstant(text: string): BigNumber {
  if (text === 'pi') return quarterTurn().times(TWO);
  if (text === 'tau') return quarterTurn().times(4);
  if (text === 'e') return expEvaluator()(ONE);
  return literal(text);
}

export function doubleConstant(text: string): number {
  if (text === 'pi') return Math.PI;
  if (text === 'tau') return 2 * Math.PI;
  if (text === 'e') return Math.E;
  return Number(text);
}

/** Evaluates a program on doubles: the values of all places. One of them may be multiplied by a factor. */
export function runOnDoubles(program: Program, inputs: ArrayLike<number>, scaled = -1, factor = 1): Float64Array {
  const values = new Float64Array(program.places.length);
  program.places.forEach((place, k) => {
    if (place.kind === 'input') values[k] = inputs[k]!;
    else if (place.kind === 'constant') values[k] = doubleConstant(place.text);
    else values[k] = OPERATIONS[place.name].double(...place.args.map((arg) => values[arg]!));
    if (k === scaled) values[k] = values[k] * factor;
  });
  return values;
}

/**
 * Evaluates a program at 64 digits around one place at a time: `moveTo` evaluates everything, `perturbed` only what depends on the inputs
 * that are shifted.
 */
export class ReferenceMachine {
  readonly #program: Program;
  readonly #evaluators: readonly (((...args: BigNumber[]) => BigNumber) | undefined)[];
  readonly #values: BigNumber[];
  readonly #schedules = new Map<bigint, readonly number[]>();

  /** One of the constants and operations may be multiplied by a factor, as in {@link runOnDoubles}. */
  constructor(program: Program, scaled = -1, factor: BigNumber = ONE) {
    this.#program = program;
    const own = (k: number, value: BigNumber): BigNumber => (k === scaled ? value.times(factor) : value);
    this.#values = program.places.map((place, k) =>
      place.kind === 'constant' ? own(k, bigConstant(place.text)) : exact(NaN),
    );
    this.#evaluators = program.places.map((place, k) => {
      if (place.kind !== 'operation') return undefined;
      const evaluate = OPERATIONS[place.name].big();
      return k === scaled ? (...args) => own(k, evaluate(...args)) : evaluate;
    });
  }

  get rows(): number {
    return this.#program.rows.length;
  }

  /** Places the machine at the inputs given, and returns the rows of `C` there. */
  moveTo(inputs: readonly BigNumber[]): readonly BigNumber[] {
    inputs.forEach((value, k) => (this.#values[k] = value));
    this.#run(this.#values, -1n);
    return this.#program.rows.map((row) => this.#values[row]!);
  }

  /** The rows of `C` with inputs shifted: `shifts` pairs the index of an input with what is added to it. */
  perturbed(shifts: readonly (readonly [index: number, shift: BigNumber])[]): readonly BigNumber[] {
    const values = this.#values.slice();
    let mask = 0n;
    for (const [index, shift] of shifts) {
      values[index] = values[index]!.plus(shift);
      mask |= 1n << BigInt(index);
    }
    this.#run(values, mask);
    return this.#program.rows.map((row) => values[row]!);
  }

  /** Whether a row depends on any of the inputs in the mask. */
  depends(row: number, mask: bigint): boolean {
    return (this.#program.dependencies[this.#program.rows[row]!]! & mask) !== 0n;
  }

  #run(values: BigNumber[], mask: bigint): void {
    for (const k of this.#schedule(mask)) {
      const place = this.#program.places[k]!;
      if (place.kind === 'operation') values[k] = this.#evaluators[k]!(...place.args.map((arg) => values[arg]!));
    }
  }

  /** The operations to redo when the inputs in the mask change; with all bits set, all of them. */
  #schedule(mask: bigint): readonly number[] {
    let schedule = this.#schedules.get(mask);
    if (schedule === undefined) {
      const { places, dependencies } = this.#program;
      schedule = places.flatMap((place, k) =>
        place.kind === 'operation' && (mask === -1n || (dependencies[k]! & mask) !== 0n) ? [k] : [],
      );
      this.#schedules.set(mask, schedule);
    }
    return schedule;
  }
}
