import { exact, literal, ONE, TWO, type BigNumber } from './big.js';
import { expEvaluator, quarterTurn } from './elementary.js';
import { OPERATIONS } from './operations/index.js';
import type { Program } from './program.js';

/** A constant at 64 digits. */
export function bigConstant(text: string): BigNumber {
  if (text === 'pi') return quarterTurn().times(TWO);
  if (text === 'tau') return quarterTurn().times(4);
  if (text === 'e') return expEvaluator()(ONE);
  return literal(text);
}

/**
 * Evaluates a program at 64 digits around one place at a time. `moveTo` evaluates everything,
 * `perturbed` only what depends on the shifted inputs.
 */
export class ReferenceMachine {
  readonly #program: Program;
  readonly #evaluators: readonly (((...args: BigNumber[]) => BigNumber) | undefined)[];
  readonly #values: BigNumber[];
  readonly #schedules = new Map<bigint, readonly number[]>();

  constructor(program: Program) {
    this.#program = program;
    this.#values = program.places.map((place) => (place.kind === 'constant' ? bigConstant(place.text) : exact(NaN)));
    this.#evaluators = program.places.map((place) =>
      place.kind === 'operation' ? OPERATIONS[place.name].big() : undefined,
    );
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

  /** The rows of `C` with inputs shifted: `shifts` pairs the index of an input with its shift. */
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

  /** Tests whether a row depends on any of the inputs in the mask. */
  depends(row: number, mask: bigint): boolean {
    return (this.#program.dependencies[this.#program.rows[row]!]! & mask) !== 0n;
  }

  #run(values: BigNumber[], mask: bigint): void {
    for (const k of this.#schedule(mask)) {
      const place = this.#program.places[k]!;
      if (place.kind === 'operation') values[k] = this.#evaluators[k]!(...place.args.map((arg) => values[arg]!));
    }
  }

  /**
   * The operations to repeat when the inputs in the mask change; with all bits set, all of them.
   */
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
