/*
 * Encodes as much of the binary format of WebAssembly as emitted kernels and the runtime's fronts
 * need: functions without a result, with locals that are integers, doubles and pairs of doubles, one
 * imported memory, and imported functions. Code is a list of bytes. An expression is the code that
 * leaves its value on the stack, and a statement leaves the stack as it was.
 *
 * https://webassembly.github.io/spec/core/binary/
 */

export type Code = readonly number[];
/** A local variable: the code that reads it. */
export type Local = readonly [read: 0x20, ...index: number[]];

/** Types of values: a 32-bit integer, a double, a pair of doubles. */
export const I32 = 0x7f;
export const F64 = 0x7c;
export const V128 = 0x7b;
export type ValueType = typeof I32 | typeof F64 | typeof V128;

/** The type of blocks without a result. */
const EMPTY = 0x40;

function unsigned(n: number): number[] {
  const bytes: number[] = [];
  for (; n > 0x7f; n >>>= 7) bytes.push((n & 0x7f) | 0x80);
  bytes.push(n);
  return bytes;
}

function signed(n: number): number[] {
  const bytes: number[] = [];
  for (; n < -0x40 || n > 0x3f; n >>= 7) bytes.push((n & 0x7f) | 0x80);
  bytes.push(n & 0x7f);
  return bytes;
}

const sized = (bytes: Code): Code => [...unsigned(bytes.length), ...bytes];
const vector = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];

const binary =
  (...opcode: Code) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode];
/** Loads from an address and a constant offset to it. The alignment, a power of two, is a hint. */
const loading =
  (alignment: number, ...opcode: Code) =>
  (address: Code, offset = 0): Code => [...address, ...opcode, alignment, ...unsigned(offset)];
const storing =
  (alignment: number, ...opcode: Code) =>
  (address: Code, offset: number, value: Code): Code => [
    ...address,
    ...value,
    ...opcode,
    alignment,
    ...unsigned(offset),
  ];

const unary =
  (...opcode: Code) =>
  (a: Code): Code => [...a, ...opcode];

/* Integers. Comparisons are signed. */
export const int = (n: number): Code => [0x41, ...signed(n)];
export const add = binary(0x6a);
export const sub = binary(0x6b);
export const mul = binary(0x6c);
export const and = binary(0x71);
export const or = binary(0x72);
export const shl = (a: Code, bits: number): Code => [...a, ...int(bits), 0x74];
export const shr = (a: Code, bits: number): Code => [...a, ...int(bits), 0x75];
export const differ = binary(0x47);
export const less = binary(0x48);
export const atMost = binary(0x4c);
export const not = unary(0x45);
export const loadInt = loading(2, 0x28);

/* Doubles. */
export const addF = binary(0xa0);
export const subF = binary(0xa1);
export const mulF = binary(0xa2);
export const divF = binary(0xa3);
export const negF = unary(0x9a);
export const absF = unary(0x99);
export const floorF = unary(0x9c);
export const sqrtF = unary(0x9f);
export const minF = binary(0xa4);
export const maxF = binary(0xa5);
export const equalF = binary(0x61);
export const lessF = binary(0x63);
export const greaterF = binary(0x64);
export const atMostF = binary(0x65);
export const atLeastF = binary(0x66);
export const loadF = loading(3, 0x2b);
export const storeF = storing(3, 0x39);
/** An integer constant as a double. */
export const double = (n: number): Code => [...int(n), 0xb7];
const bytesOf = (x: number): Code => [...new Uint8Array(Float64Array.of(x).buffer)];
export const constF = (x: number): Code => [0x44, ...bytesOf(x)];

/* Pairs of doubles. */
export const addV = binary(0xfd, 0xf0, 0x01);
export const subV = binary(0xfd, 0xf1, 0x01);
export const mulV = binary(0xfd, 0xf2, 0x01);
export const divV = binary(0xfd, 0xf3, 0x01);
export const negV = unary(0xfd, 0xed, 0x01);
export const absV = unary(0xfd, 0xec, 0x01);
export const floorV = unary(0xfd, 0x75);
export const sqrtV = unary(0xfd, 0xef, 0x01);
export const minV = binary(0xfd, 0xf4, 0x01);
export const maxV = binary(0xfd, 0xf5, 0x01);
/** Comparisons give a mask: all bits of a half, or none. */
export const equalV = binary(0xfd, 0x47);
export const lessV = binary(0xfd, 0x49);
export const atMostV = binary(0xfd, 0x4b);
export const andV = binary(0xfd, 0x4e);
export const orV = binary(0xfd, 0x50);
export const notV = unary(0xfd, 0x4d);
/** Takes each half from `then` where the mask has it, else from `otherwise`. */
export const chooseV = (mask: Code, then: Code, otherwise: Code): Code => [
  ...then,
  ...otherwise,
  ...mask,
  ...[0xfd, 0x52],
];
export const constV = (x: number): Code => [0xfd, 0x0c, ...bytesOf(x), ...bytesOf(x)];
export const twice = unary(0xfd, 0x14);
export const loadV = loading(3, 0xfd, 0x00);
export const storeV = storing(3, 0xfd, 0x0b);
/** Loads a double into both halves. */
export const loadTwice = loading(3, 0xfd, 0x0a);
/** An address, and a constant offset to it. */
export type Place = readonly [address: Code, offset: number];
/** Loads the halves from two places. */
export const loadHalves = ([first, offset]: Place, [second, secondOffset]: Place): Code => [
  ...second,
  ...first,
  ...[0xfd, 0x5d, 3, ...unsigned(offset)],
  ...[0xfd, 0x57, 3, ...unsigned(secondOffset), 1],
];
/** Stores a half. */
export const storeHalf = ([address, offset]: Place, pair: Code, i: 0 | 1): Code => [
  ...address,
  ...pair,
  ...[0xfd, 0x5b, 3, ...unsigned(offset), i],
];
export const half = (pair: Code, i: 0 | 1): Code => [...pair, 0xfd, 0x21, i];
/** Puts halves of two pairs together: both first ones, or both second ones. */
export const halvesOf = (a: Code, b: Code, i: 0 | 1): Code => [
  ...a,
  ...b,
  ...[0xfd, 0x0d],
  ...Array.from({ length: 16 }, (_, byte) => (byte < 8 ? byte : byte + 8) + 8 * i),
];
export const pairOf = (first: Code, second: Code): Code => [...first, 0xfd, 0x14, ...second, 0xfd, 0x22, 1];
export const zeroV: Code = [...int(0), 0xfd, 0x11];

/* Statements. */
export const set = (local: Local, value: Code): Code => [...value, 0x21, ...local.slice(1)];
/** Sets a local, and leaves its value on the stack. */
export const tee = (local: Local, value: Code): Code => [...value, 0x22, ...local.slice(1)];
export const step = (local: Local, by: Code): Code => set(local, add(local, by));
export const block = (...statements: readonly Code[]): Code => statements.flat();
export const when = (condition: Code, ...then: readonly Code[]): Code => [
  ...condition,
  0x04,
  EMPTY,
  ...then.flat(),
  0x0b,
];
/** Runs statements, and again as long as the condition holds. */
export const repeat = (condition: Code, ...body: readonly Code[]): Code => [
  0x03,
  EMPTY,
  ...body.flat(),
  ...condition,
  0x0d,
  0,
  0x0b,
];
export const loop = (condition: Code, ...body: readonly Code[]): Code => when(condition, repeat(condition, ...body));
/** Calls a function by its number. */
export const call = (f: number, ...args: readonly Code[]): Code => [...args.flat(), 0x10, ...unsigned(f)];

/* Expressions with a condition. */
export const choose = (condition: Code, then: Code, otherwise: Code): Code => [
  ...then,
  ...otherwise,
  ...condition,
  0x1b,
];
/** `a && b`; `b` is evaluated only where `a` holds. */
export const both = (a: Code, b: Code): Code => [...a, 0x04, I32, ...b, 0x05, ...int(0), 0x0b];

/** Declares the locals of a function. */
export class Locals {
  readonly #parameters: number;
  readonly #types: ValueType[] = [];

  constructor(parameters: number) {
    this.#parameters = parameters;
  }

  one(type: ValueType): Local {
    return localAt(this.#parameters + this.#types.push(type) - 1);
  }

  #named<const N extends string>(type: ValueType, names: readonly N[]): Record<N, Local> {
    return Object.fromEntries(names.map((name) => [name, this.one(type)])) as Record<N, Local>;
  }

  #list(type: ValueType, count: number): readonly Local[] {
    return Array.from({ length: count }, () => this.one(type));
  }

  ints<const N extends string>(...names: readonly N[]): Record<N, Local> {
    return this.#named(I32, names);
  }

  pairs<const N extends string>(...names: readonly N[]): Record<N, Local> {
    return this.#named(V128, names);
  }

  doubles<const N extends string>(...names: readonly N[]): Record<N, Local> {
    return this.#named(F64, names);
  }

  listOfInts(count: number): readonly Local[] {
    return this.#list(I32, count);
  }

  listOfDoubles(count: number): readonly Local[] {
    return this.#list(F64, count);
  }

  listOfPairs(count: number): readonly Local[] {
    return this.#list(V128, count);
  }

  /** Encodes the declarations: neighbours of one type together. */
  encode(): Code {
    const groups: Code[] = [];
    for (let i = 0; i < this.#types.length;) {
      let end = i + 1;
      while (this.#types[end] === this.#types[i]) end++;
      groups.push([...unsigned(end - i), this.#types[i]!]);
      i = end;
    }
    return vector(groups);
  }
}

const localAt = (index: number): Local => [0x20, ...unsigned(index)];

/** A function without a result. */
export interface WasmFunction {
  readonly parameters: readonly ValueType[];
  readonly code: Code;
}

/** Makes a function with parameters of these types from what writes its body. */
export function functionOf(
  types: readonly ValueType[],
  write: (parameters: readonly Local[], locals: Locals) => Code,
): WasmFunction {
  const locals = new Locals(types.length);
  const body = write(
    types.map((_, i) => localAt(i)),
    locals,
  );
  return { parameters: types, code: sized([...locals.encode(), ...body, 0x0b]) };
}

/** Makes a function of integers, with the named parameters. */
export const wasmFunction = <const P extends string>(
  names: readonly P[],
  write: (parameters: Record<P, Local>, locals: Locals) => Code,
): WasmFunction =>
  functionOf(
    names.map(() => I32),
    (list, locals) => write(Object.fromEntries(names.map((name, i) => [name, list[i]])) as Record<P, Local>, locals),
  );

/** A function that a module imports. */
export interface ImportedFunction {
  readonly module: string;
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly result: ValueType;
}

export interface WasmModule {
  /** The memory that it imports. */
  readonly memory: readonly [module: string, name: string];
  readonly imports: readonly ImportedFunction[];
  readonly functions: Readonly<Record<string, WasmFunction>>;
  readonly exported: readonly string[];
}

/** Encodes a module. Imported functions have the first numbers, and the others follow in their order. */
export function encodeModule({ memory, imports, functions, exported }: WasmModule): Uint8Array<ArrayBuffer> {
  const names = Object.keys(functions);
  const list = Object.values(functions);
  const types: Code[] = [];
  const typeOf = (parameters: readonly ValueType[], results: readonly ValueType[]): number => {
    const type = [0x60, ...sized(parameters), ...sized(results)];
    const known = types.findIndex((one) => one.join() === type.join());
    return known < 0 ? types.push(type) - 1 : known;
  };
  const importTypes = imports.map(({ parameters, result }) => typeOf(parameters, [result]));
  const functionTypes = list.map(({ parameters }) => typeOf(parameters, []));
  const section = (id: number, items: readonly Code[]): Code => [id, ...sized(vector(items))];
  const text = (s: string): Code => sized([...new TextEncoder().encode(s)]);
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, [
      [...memory.flatMap(text), 2, 0, 1],
      ...imports.map(({ module, name }, i) => [...text(module), ...text(name), 0, ...unsigned(importTypes[i]!)]),
    ]),
    ...section(3, functionTypes.map(unsigned)),
    ...section(
      7,
      exported.map((name) => [...text(name), 0, ...unsigned(imports.length + names.indexOf(name))]),
    ),
    ...section(
      10,
      list.map(({ code }) => code),
    ),
  ]);
}
