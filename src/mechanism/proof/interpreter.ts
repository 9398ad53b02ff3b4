import { ProgramRunner } from '../../self-check/run-program.js';
import { CROSSING, inPieces, type FunctionPlan } from '../ops/functions.js';
import type { Ops } from '../ops/ops.js';
import { MOST_PER_FUNCTION } from '../write/functions.js';

/** Arrays by name, as functions read and write them. */
export type Memory = Readonly<Record<string, Float64Array>>;

/** Runs functions as they are emitted, operation by operation, cut into the same pieces. */
export class Interpreter {
  readonly #pieces: readonly { readonly plan: FunctionPlan; readonly runner: ProgramRunner }[];
  readonly #crossing: Float64Array;

  constructor(pieces: readonly FunctionPlan[]) {
    this.#pieces = pieces.map((plan) => ({
      plan,
      runner: new ProgramRunner({ outputs: plan.stores.map(({ value }) => value) }),
    }));
    const sizes = pieces.flatMap(({ writes }) =>
      writes.filter(({ name }) => name === CROSSING).map(({ size }) => size),
    );
    this.#crossing = new Float64Array(Math.max(0, ...sizes));
  }

  static of(ops: Ops, plan: FunctionPlan): Interpreter {
    return new Interpreter(inPieces(ops, plan, MOST_PER_FUNCTION).pieces);
  }

  run(memory: Memory, numbers: Readonly<Record<string, number>>): void {
    const arrays: Memory = { ...memory, [CROSSING]: this.#crossing };
    // What no piece has written is no number.
    this.#crossing.fill(NaN);
    for (const { plan, runner } of this.#pieces) {
      const loads = new Map(Object.entries(numbers));
      for (const { name } of [...plan.reads, ...plan.writes])
        arrays[name]?.forEach((value, i) => loads.set(`${name}[${i}]`, value));
      const results = runner.run(loads);
      plan.stores.forEach(({ array, index }, i) => (arrays[array]![index] = results[i]!));
    }
  }
}
