import { mapTargetFunctions } from '../../primitives/index.js';
import {
  add,
  F64,
  functionOf,
  I32,
  int,
  loadInt,
  Locals,
  mul,
  set,
  shl,
  type Code,
  type ImportedFunction,
  type Local,
  type WasmFunction,
} from '../../wasm/encoder.js';
import type { BatchFunction, Index, ParameterType } from '../syntax.js';
import { printFunction, type Target } from './target.js';
import { PAIR, SINGLE, type Address, type Lanes } from './wasm-lanes.js';

/** The module that functions of the runtime are imported from. */
const MODULE = 'holonomic';

/** The functions that WebAssembly lacks, in the order of their numbers in a module. */
export class Imports {
  readonly list: ImportedFunction[] = [];

  /** The number of a function of the runtime, by its name. */
  numberOf(name: string, arity: number): number {
    const known = this.list.findIndex((one) => one.name === name);
    if (known >= 0) return known;
    const parameters = Array.from({ length: arity }, (): typeof F64 => F64);
    return this.list.push({ module: MODULE, name, parameters, result: F64 }) - 1;
  }
}

/** Encodes a function over a batch: turns two by two, and one that is left over; or in other lanes. */
export function encodeBatchFunction(
  declared: BatchFunction,
  imports: Imports,
  lanes: readonly Lanes[] = [PAIR, SINGLE],
): WasmFunction {
  const types = declared.parameters.map(({ type }) => (type === 'number' ? F64 : I32));
  return functionOf(types, (parameters, locals) => {
    const scope = { declared, parameters, locals, imports, counter: locals.one(I32), reads: new Set<string>() };
    // Once to learn what is read: elements that are neighbours are read together.
    printFunction(wasm(PAIR, { ...scope, locals: new Locals(0) }), declared);
    return lanes.flatMap((one) => printFunction(wasm(one, scope), declared));
  });
}

/**
 * An expression: the code of a number or of a truth value in all lanes; or of an integer in the
 * first lane, with that of the second, or with how much larger that is.
 */
interface Printed {
  readonly code: Code;
  readonly second: Code | number;
}
const inAllLanes = (code: Code): Printed => ({ code, second: 0 });

interface Scope {
  readonly declared: BatchFunction;
  readonly parameters: readonly Local[];
  readonly locals: Locals;
  readonly imports: Imports;
  /** The number of the turn. */
  readonly counter: Local;
  /** The elements that are read, as far as it is known. */
  readonly reads: Set<string>;
}

/** WebAssembly, for those turns of a function that are made in these lanes. */
function wasm(lanes: Lanes, { declared, parameters, locals, imports, counter, reads }: Scope): Target<Printed, Code> {
  const variables = new Map<string, Printed>();
  const arrays = new Map<string, { readonly base: Local; readonly type: ParameterType }>();
  declared.parameters.forEach(({ name, type }, i) => {
    const local = parameters[i]!;
    if (type === 'number') variables.set(name, inAllLanes(lanes.spread(local)));
    else if (type === 'integer') variables.set(name, inAllLanes(local));
    else arrays.set(name, { base: local, type });
  });
  const variable = (name: string): Printed => {
    const found = variables.get(name);
    if (found === undefined) throw new Error(`the function has no variable "${name}"`);
    return found;
  };

  /** Code that the statement being printed needs before it. */
  const before: Code[] = [];
  const statement = (...code: readonly Code[]): Code => [...before.splice(0), ...code].flat();
  const keep = (value: Code, type = lanes.number): Local => {
    const local = locals.one(type);
    before.push(set(local, value));
    return local;
  };

  const scaled = (a: Code, scale: number): Code => (scale === 1 ? a : mul(a, int(scale)));
  const beginnings = new Map<string, Local>();
  /** The places of an element. The address of `scale · name` in an array is computed once a turn. */
  const addressOf = (array: string, { scale, name, offset }: Index): Address => {
    const { base, type } = arrays.get(array)!;
    const bits = type === 'integers' ? 2 : 3;
    const beginning = (index: Code, lane: number): Local => {
      const key = `${array} ${scale} ${name} ${lane}`;
      const known = beginnings.get(key);
      if (known !== undefined) return known;
      const local = keep(add(base, shl(scaled(index, scale), bits)), I32);
      beginnings.set(key, local);
      return local;
    };
    const { code, second } = variable(name);
    const first = [beginning(code, 0), offset << bits] as const;
    if (typeof second !== 'number') return { first, second: [beginning(second, 1), offset << bits], isAdjacent: false };
    const stride = scale * second;
    return { first, second: [first[0], (offset + stride) << bits], isAdjacent: stride === 1 };
  };

  const keyOf = (array: string, { scale, name, offset }: Index, by = 0): string =>
    `${array} ${scale} ${name} ${offset + by}`;
  const loaded = new Map<string, Code>();
  const load = (array: string, index: Index): Code => {
    const isRead = (by: number): boolean => reads.has(keyOf(array, index, by));
    reads.add(keyOf(array, index));
    const known = loaded.get(keyOf(array, index));
    if (known !== undefined) return known;
    const address = addressOf(array, index);
    if (lanes.loadTwo === undefined || address.isAdjacent) return lanes.load(address);
    // Elements side by side go in twos from the first one on.
    let place = 0;
    while (isRead(-place - 1)) place++;
    const isSecond = place % 2 === 1;
    if (!isSecond && !isRead(1)) return lanes.load(address);
    const begin = isSecond ? { ...index, offset: index.offset - 1 } : index;
    const [a, b] = lanes.loadTwo(addressOf(array, begin), keep).map((value) => keep(value));
    loaded.set(keyOf(array, begin), a!).set(keyOf(array, begin, 1), b!);
    return isSecond ? b! : a!;
  };

  /** A store that waits for one to the element after it. */
  let held: { readonly array: string; readonly index: Index; readonly value: Local } | undefined;
  const flush = (): Code => {
    if (held === undefined) return [];
    const { array, index, value } = held;
    held = undefined;
    return lanes.store(addressOf(array, index), value, keep);
  };
  const store = (array: string, index: Index, value: Code): Code => {
    const address = addressOf(array, index);
    if (lanes.storeTwo === undefined || address.isAdjacent) return lanes.store(address, value, keep);
    const kept = keep(value);
    if (held !== undefined && keyOf(held.array, held.index, 1) === keyOf(array, index)) {
      const { index: begin, value: before } = held;
      held = undefined;
      return lanes.storeTwo(addressOf(array, begin), [before, kept]);
    }
    const code = flush();
    held = { array, index, value: kept };
    return code;
  };

  const one =
    (write: (a: Code) => Code) =>
    (a: Printed): Printed =>
      inAllLanes(write(a.code));
  /** An operation on two operands, and on more where it associates. */
  const two =
    (write: (a: Code, b: Code) => Code) =>
    (...operands: readonly Printed[]): Printed =>
      inAllLanes(operands.map(({ code }) => code).reduce((a, b) => write(a, b)));
  const { abs, constant, floor, max, min, operators, select, sqrt, tests } = lanes;
  const sign = (a: Code): Code => {
    const x = keep(a);
    return select(tests.less(constant(0), x), constant(1), select(tests.less(x, constant(0)), constant(-1), x));
  };
  const imported = mapTargetFunctions(({ names }) => (...operands: readonly Printed[]): Printed => {
    const args = operands.map(({ code }) => code);
    return inAllLanes(lanes.call(imports.numberOf(names.javascript, args.length), args, keep));
  });

  return {
    number: (value) => inAllLanes(constant(value)),
    name: variable,
    index: ({ scale, name, offset }) => {
      const at = (index: Code): Code => (offset === 0 ? scaled(index, scale) : add(scaled(index, scale), int(offset)));
      const { code, second } = variable(name);
      return { code: at(code), second: typeof second === 'number' ? scale * second : at(second) };
    },
    element: (array, index) => {
      if (arrays.get(array)!.type !== 'integers') return inAllLanes(load(array, index));
      const address = addressOf(array, index);
      return { code: loadInt(...address.first), second: lanes.count === 1 ? 0 : loadInt(...address.second) };
    },
    negation: one(lanes.negation),
    operators: {
      '+': two(operators['+']),
      '-': two(operators['-']),
      '*': two(operators['*']),
      '/': two(operators['/']),
    },
    // What `Math` has of the functions of formulas, WebAssembly has too, but for the sign.
    functions: {
      ...imported,
      abs: one(abs),
      floor: one(floor),
      sqrt: one(sqrt),
      min: two(min),
      max: two(max),
      sign: one(sign),
    },
    tests: {
      less: two(tests.less),
      lessOrEqual: two(tests.lessOrEqual),
      equal: two(tests.equal),
      and: two(tests.and),
      or: two(tests.or),
      not: one(lanes.not),
    },
    select: (condition, then, otherwise) => inAllLanes(select(condition.code, then.code, otherwise.code)),

    comment: () => [],
    let: ({ name, type }, { code, second }) => {
      const local = locals.one(type === 'integer' ? I32 : type === 'truth' ? lanes.truth : lanes.number);
      if (typeof second === 'number') {
        variables.set(name, { code: local, second });
        return statement(set(local, code));
      }
      const other = locals.one(I32);
      variables.set(name, { code: local, second: other });
      return statement(set(local, code), set(other, second));
    },
    store: ({ array, index }, value) => {
      const code = store(array, index, value.code);
      return statement(code);
    },
    loop: (loop, body) => {
      variables.set(loop.counter, { code: counter, second: lanes.count - 1 });
      return lanes.turns(counter, variable(loop.count).code, [...body(), ...statement(flush())]);
    },
    sequence: (_, printed) => printed.flat(),
    function: (_, body) => body,
  };
}
