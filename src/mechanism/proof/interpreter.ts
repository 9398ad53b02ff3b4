import { ARITHMETIC, ProgramRunner } from '../../self-check/run-program.js';
import type { FunctionPlan } from '../ops/functions.js';
import type { Ops } from '../ops/ops.js';
import { inPieces, type Pieces } from '../ops/pieces.js';
import type { StepRoutine } from '../step/routine.js';
import type { Expression } from '../../emit/syntax.js';

/** Arrays by name, as functions read and write them. */
export type Memory = Readonly<Record<string, Float64Array>>;

const known = new WeakMap<FunctionPlan, Interpreter>();

/** Runs functions as they are emitted, operation by operation, cut into the same pieces. */
export class Interpreter {
  readonly #pieces: readonly { readonly plan: FunctionPlan; readonly runner: ProgramRunner }[];
  readonly #crossing: Memory;

  constructor({ pieces, crossing }: Pieces) {
    this.#pieces = pieces.map((plan) => ({
      plan,
      runner: new ProgramRunner({ outputs: plan.stores.map(({ value }) => value) }),
    }));
    this.#crossing = crossing === undefined ? {} : { [crossing.name]: new Float64Array(crossing.size) };
  }

  static of(ops: Ops, plan: FunctionPlan): Interpreter {
    let found = known.get(plan);
    if (found === undefined) known.set(plan, (found = new Interpreter(inPieces(ops, plan))));
    return found;
  }

  /** Applies a function of one entry of each array to as many entries as there are. */
  runOver(entries: number, memory: Memory, numbers: Readonly<Record<string, number>>): void {
    for (let k = 0; k < entries; k++)
      this.run(Object.fromEntries(Object.entries(memory).map(([name, array]) => [name, array.subarray(k)])), numbers);
  }

  run(memory: Memory, numbers: Readonly<Record<string, number>>): void {
    const arrays: Memory = { ...memory, ...this.#crossing };
    // What no piece has written is no number.
    for (const array of Object.values(this.#crossing)) array.fill(NaN);
    for (const { plan, runner } of this.#pieces) {
      const loads = new Map(Object.entries(numbers));
      for (const { name, size } of [...plan.reads, ...plan.writes])
        arrays[name]?.subarray(0, size).forEach((value, i) => loads.set(`${name}[${i}]`, value));
      const results = runner.run(loads);
      plan.stores.forEach(({ array, index }, i) => (arrays[array]![index] = results[i]!));
    }
  }
}

/** Runs a step as it is emitted, call by call. */
export function runRoutine(
  ops: Ops,
  { numbers, calls, workspace }: StepRoutine,
  memory: Memory,
  { t, dt }: Readonly<Record<'t' | 'dt', number>>,
): void {
  const own = Object.fromEntries(workspace.map(({ name, size }) => [name, new Float64Array(size).fill(NaN)]));
  const known: Record<string, number> = { t, dt };
  for (const { name, value } of numbers) known[name] = numberOf(value, known);
  for (const { plan, entries, numbers: given = {} } of calls) {
    const values = Object.entries(given).map(([name, value]) => [name, numberOf(value, known)] as const);
    const [held, at] = [
      { ...memory, ...own },
      { ...known, ...Object.fromEntries(values) },
    ];
    const interpreter = Interpreter.of(ops, plan);
    if (entries === undefined) interpreter.run(held, at);
    else interpreter.runOver(entries, held, at);
  }
}

function numberOf(expression: Expression, known: Readonly<Record<string, number>>): number {
  if (expression.kind === 'number') return expression.value;
  if (expression.kind === 'name') return known[expression.name] ?? NaN;
  if (expression.kind !== 'operation') throw new Error(`a step has no ${expression.kind}`);
  return ARITHMETIC[expression.operator](numberOf(expression.left, known), numberOf(expression.right, known));
}
