import type { Expression } from '../../emit/syntax.js';
import { encodeBatchFunction, Imports } from '../../emit/targets/wasm.js';
import { PAIR, SINGLE, type Lanes } from '../../emit/targets/wasm-lanes.js';
import {
  addF,
  block,
  call,
  constF,
  divF,
  encodeModule,
  F64,
  functionOf as wasmFunctionOf,
  I32,
  int,
  less,
  loop,
  mul,
  mulF,
  set,
  step as increase,
  subF,
  type Code,
  type Local,
  type WasmFunction,
} from '../../wasm/encoder.js';
import { functionOf, type FunctionPlan } from '../ops/functions.js';
import { inPieces } from '../ops/pieces.js';
import type { MechanismProgram } from '../program.js';
import { functionsOf, type StepCall, type StepRoutine } from '../step/routine.js';
import type { MemoryLayout } from './wasm-memory.js';

/** A module, and the functions that it imports. */
export interface EncodedProgram {
  readonly bytes: Uint8Array;
  readonly imports: Imports['list'];
}

/** Encodes a program as a module that imports its memory, with arrays at fixed addresses in it. */
export function encodeProgram(program: MechanismProgram, layout: MemoryLayout): EncodedProgram {
  return new Encoder(program, layout).encode();
}

/** The functions that are called by themselves, by the names under which they are exported. */
export function functionsAlone(program: MechanismProgram): [name: string, plan: FunctionPlan][] {
  const { prepare, initial, assembly, energy, residual, derived, adjoint } = program;
  const isVaried = program.model.plan.parameters.length > 0;
  const all: [string, FunctionPlan][] = [
    ...Object.entries({ prepare, initial, ...(isVaried && { assembly }), energy, residual }),
    ...derived.map(({ parameter, compute }): [string, FunctionPlan] => [`derive${parameter}`, compute]),
    ...(adjoint === undefined ? [] : [['prepareBack', adjoint.prepare] as [string, FunctionPlan]]),
    ...(adjoint?.derived ?? []).map(({ parameter, pass }): [string, FunctionPlan] => [`derive${parameter}Back`, pass]),
  ];
  return all.filter(([, { stores }]) => stores.length > 0);
}

class Encoder {
  readonly #program: MechanismProgram;
  readonly #layout: MemoryLayout;
  readonly #imports = new Imports();
  readonly #functions: Record<string, WasmFunction> = {};
  /** The pieces of each function, with the names of their parameters. */
  readonly #pieces = new Map<FunctionPlan, readonly { readonly name: string; readonly parameters: string[] }[]>();

  constructor(program: MechanismProgram, layout: MemoryLayout) {
    this.#program = program;
    this.#layout = layout;
  }

  encode(): EncodedProgram {
    const { step, adjoint } = this.#program;
    const single = functionsAlone(this.#program);
    const worst = this.#worst();
    // All that may import a function comes before the first call, whose numbers imports shift.
    for (const [, plan] of single) this.#add(plan, [SINGLE]);
    for (const { plan } of [...functionsOf(step), { plan: worst }]) this.#add(plan, [PAIR, SINGLE]);
    for (const { plan, entries } of adjoint ? functionsOf(adjoint.step) : [])
      // A single lane takes what pairs leave over, which is one world, or one entry.
      if (!this.#pieces.has(plan)) this.#add(plan, entries === undefined ? [SINGLE] : [PAIR, SINGLE]);
    const exported = ['step', 'steps'];
    this.#functions['run'] = this.#run(step);
    this.#functions['step'] = this.#one('run', ['y', 'lambda', 'watch']);
    this.#functions['steps'] = this.#steps(worst);
    if (adjoint !== undefined) {
      this.#functions['runBack'] = this.#run(adjoint.step);
      this.#functions['stepBack'] = this.#one('runBack', ['states', 'multipliers', 'watches']);
      exported.push('stepBack');
    }
    for (const [name, plan] of single) {
      this.#functions[name] = this.#alone(plan);
      exported.push(name);
    }
    const imports = this.#imports.list;
    const bytes = encodeModule({ memory: ['env', 'memory'], imports, functions: this.#functions, exported });
    return { bytes, imports };
  }

  #add(plan: FunctionPlan, lanes: readonly Lanes[]): void {
    const { pieces } = inPieces(this.#program.model.plan.ops, plan);
    this.#pieces.set(
      plan,
      plan.stores.length === 0
        ? []
        : pieces.map((piece) => {
            const declared = functionOf(piece, () => undefined, true);
            // No name of the document is among those of functions.
            const name = `${piece.name}-${this.#pieces.size}`;
            this.#functions[name] = encodeBatchFunction(declared, this.#imports, lanes);
            return { name, parameters: declared.parameters.map(({ name: own }) => own) };
          }),
    );
  }

  /** Calls the pieces of a function. */
  #call(plan: FunctionPlan, count: Code, given: Readonly<Record<string, Code>>): Code {
    return this.#pieces.get(plan)!.flatMap(({ name, parameters }) =>
      this.#callNamed(
        name,
        parameters.map((own) => {
          if (own === 'count') return count;
          return given[own] ?? int(this.#layout.addressOf(own));
        }),
      ),
    );
  }

  #callNamed(name: string, args: readonly Code[]): Code {
    return call(this.#imports.list.length + Object.keys(this.#functions).indexOf(name), ...args);
  }

  /** A step of `count` worlds, whose states, multipliers and watches begin at the given addresses. */
  #run(step: StepRoutine): WasmFunction {
    return wasmFunctionOf([I32, I32, I32, I32, F64, F64], (parameters, locals) => {
      const [count, y, lambda, watch, t, dt] = parameters as [Local, Local, Local, Local, Local, Local];
      const numbers: Record<string, Local> = { t, dt };
      const code: Code[] = step.numbers.map(({ name, value }) => {
        const written = codeOf(value, numbers);
        numbers[name] = locals.one(F64);
        return set(numbers[name], written);
      });
      const own: Readonly<Record<string, Code>> = { ...numbers, y, lambda, watch };
      const called = ({ plan, entries, numbers: given = {} }: StepCall): Code =>
        this.#call(plan, entries === undefined ? count : mul(count, int(entries)), {
          ...own,
          ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, codeOf(value, numbers)])),
        });
      return block(...code, ...step.calls.map(called));
    });
  }

  /** A step of one world, whose state, multipliers and watch are in these arrays. */
  #one(run: string, arrays: readonly string[]): WasmFunction {
    const { addressOf } = this.#layout;
    return wasmFunctionOf([F64, F64], ([t, dt]) =>
      this.#callNamed(run, [int(1), ...arrays.map((name) => int(addressOf(name))), t!, dt!]),
    );
  }

  /** `n` steps of `count` worlds in the block, and the worst of their watches. */
  #steps(worst: FunctionPlan): WasmFunction {
    const { addressOf } = this.#layout;
    return wasmFunctionOf([I32, I32, F64, F64], (parameters, locals) => {
      const [count, n, t, dt] = parameters as [Local, Local, Local, Local];
      const { i } = locals.ints('i');
      const watch = int(addressOf('watches'));
      return loop(
        less(i, n),
        this.#callNamed('run', [count, int(addressOf('states')), int(addressOf('multipliers')), watch, t, dt]),
        this.#call(worst, count, { watch }),
        set(t, addF(t, dt)),
        increase(i, int(1)),
      );
    });
  }

  /** A function that runs by itself, of the world that is not in the block. */
  #alone(plan: FunctionPlan): WasmFunction {
    return wasmFunctionOf(
      plan.numbers.map(() => F64),
      (parameters) =>
        this.#call(plan, int(1), Object.fromEntries(plan.numbers.map((name, i) => [name, parameters[i]!]))),
    );
  }

  /** The least pivot and the largest of all else, so far and of one step. */
  #worst(): FunctionPlan {
    const { model, watched } = this.#program;
    const { ops } = model.plan;
    const size = watched.length;
    return {
      name: 'worst',
      reads: [{ name: 'watch', size }],
      numbers: [],
      writes: [{ name: 'worst', size }],
      stores: watched.map((_, i) => ({
        array: 'worst',
        index: i,
        value: ops.call(i === 0 ? 'min' : 'max', ops.load(`worst[${i}]`), ops.load(`watch[${i}]`)),
      })),
    };
  }
}

const OPERATIONS = { '+': addF, '-': subF, '*': mulF, '/': divF } as const;

function codeOf(expression: Expression, numbers: Readonly<Record<string, Local>>): Code {
  if (expression.kind === 'number') return constF(expression.value);
  if (expression.kind === 'name') return numbers[expression.name]!;
  if (expression.kind !== 'operation') throw new Error(`a step has no ${expression.kind}`);
  const { operator, left, right } = expression;
  return OPERATIONS[operator](codeOf(left, numbers), codeOf(right, numbers));
}
