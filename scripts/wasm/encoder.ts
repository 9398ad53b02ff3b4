/*
 * Encodes as much of the binary format of WebAssembly as the fronts need: functions of 32-bit
 * integers, with locals that are integers, doubles and pairs of doubles, one imported memory, and
 * one imported function. Code is a list of bytes. An expression is the code that leaves its value
 * on the stack, and a statement leaves the stack as it was.
 *
 * https://webassembly.github.io/spec/core/binary/
 */

export type Code = readonly number[];
/** A local variable: the code that reads it. */
export type Local = readonly [read: 0x20, index: number];

const I32 = 0x7f;
const F64 = 0x7c;
const V128 = 0x7b;
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

/* Integers. Comparisons are signed. */
export const int = (n: number): Code => [0x41, ...signed(n)];
export const add = binary(0x6a);
export const sub = binary(0x6b);
export const mul = binary(0x6c);
export const and = binary(0x71);
export const shl = (a: Code, bits: number): Code => [...a, ...int(bits), 0x74];
export const shr = (a: Code, bits: number): Code => [...a, ...int(bits), 0x75];
export const differ = binary(0x47);
export const less = binary(0x48);
export const atMost = binary(0x4c);
export const not = (a: Code): Code => [...a, 0x45];
export const loadInt = loading(2, 0x28);

/* Doubles. */
export const addF = binary(0xa0);
export const subF = binary(0xa1);
export const mulF = binary(0xa2);
export const divF = binary(0xa3);
export const greaterF = binary(0x64);
export const atLeastF = binary(0x66);
export const loadF = loading(3, 0x2b);
export const storeF = storing(3, 0x39);
/** An integer constant as a double. */
export const double = (n: number): Code => [...int(n), 0xb7];

/* Pairs of doubles. */
export const addV = binary(0xfd, 0xf0, 0x01);
export const subV = binary(0xfd, 0xf1, 0x01);
export const mulV = binary(0xfd, 0xf2, 0x01);
export const loadV = loading(3, 0xfd, 0x00);
export const storeV = storing(3, 0xfd, 0x0b);
/** Loads a double into both halves. */
export const loadTwice = loading(3, 0xfd, 0x0a);
export const half = (pair: Code, i: 0 | 1): Code => [...pair, 0xfd, 0x21, i];
export const pairOf = (first: Code, second: Code): Code => [...first, 0xfd, 0x14, ...second, 0xfd, 0x22, 1];
export const zeroV: Code = [...int(0), 0xfd, 0x11];

/* Statements. */
export const set = (local: Local, value: Code): Code => [...value, 0x21, local[1]];
/** Sets a local, and leaves its value on the stack. */
export const tee = (local: Local, value: Code): Code => [...value, 0x22, local[1]];
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
  readonly #types: number[] = [];

  constructor(parameters: number) {
    this.#parameters = parameters;
  }

  #named<const N extends string>(type: number, names: readonly N[]): Record<N, Local> {
    return Object.fromEntries(
      names.map((name): [string, Local] => [name, [0x20, this.#parameters + this.#types.push(type) - 1]]),
    ) as Record<N, Local>;
  }

  #list(type: number, count: number): readonly Local[] {
    return Array.from({ length: count }, () => [0x20, this.#parameters + this.#types.push(type) - 1]);
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

/** A function of integers without a result. */
export interface WasmFunction {
  readonly parameters: number;
  readonly code: Code;
}

/** Makes a function with the named parameters from what writes its body. */
export function wasmFunction<const P extends string>(
  parameters: readonly P[],
  write: (parameters: Record<P, Local>, locals: Locals) => Code,
): WasmFunction {
  const locals = new Locals(parameters.length);
  const named = Object.fromEntries(parameters.map((name, i): [string, Local] => [name, [0x20, i]]));
  const body = write(named as Record<P, Local>, locals);
  return { parameters: parameters.length, code: sized([...locals.encode(), ...body, 0x0b]) };
}

/**
 * Encodes a module that imports the memory `m.m` and the function `m.f`, of an integer to an
 * integer. Function 0 is the imported one, and the given ones follow in their order.
 */
export function encodeModule(
  functions: Readonly<Record<string, WasmFunction>>,
  exported: readonly string[],
): Uint8Array<ArrayBuffer> {
  const section = (id: number, items: readonly Code[]): Code => [id, ...sized(vector(items))];
  const text = (s: string): Code => sized([...Buffer.from(s)]);
  const type = (parameters: number, results: Code): Code => [
    0x60,
    ...vector(Array.from({ length: parameters }, () => [I32])),
    ...sized(results),
  ];
  const names = Object.keys(functions);
  const list = Object.values(functions);
  const arities = [...new Set(list.map(({ parameters }) => parameters))];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [type(1, [I32]), ...arities.map((arity) => type(arity, []))]),
    ...section(2, [
      [...text('m'), ...text('m'), 2, 0, 1],
      [...text('m'), ...text('f'), 0, 0],
    ]),
    ...section(
      3,
      list.map(({ parameters }) => [1 + arities.indexOf(parameters)]),
    ),
    ...section(
      7,
      exported.map((name) => [...text(name), 0, 1 + names.indexOf(name)]),
    ),
    ...section(
      10,
      list.map(({ code }) => code),
    ),
  ]);
}
