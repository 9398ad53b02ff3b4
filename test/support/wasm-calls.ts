import type { KernelFunction, KernelType } from '../../src/emit/syntax.js';
import type { Argument } from './c-calls.js';

/** A result that differs between JavaScript and WebAssembly. */
export interface WasmDifference {
  readonly name: string;
  readonly array: string;
  readonly entry: number;
  readonly inWasm: number;
  readonly inJavaScript: number;
}

export type WasmFunctions = Readonly<Record<string, (...args: number[]) => void>>;

/** Arrays without an entry for each turn of a loop: what they hold is found by indices. */
const SHARED: Readonly<Partial<Record<KernelType, readonly string[]>>> = {
  ConstraintKernel: ['x', 'v'],
  JdotKernel: ['x', 'v'],
  BodyConnectorKernel: ['q', 'v', 'p', 'x', 'rate', 'bias'],
  BodyDynamicsKernel: [],
  BodyEnergyKernel: [],
  BodyWeightKernel: [],
};

/** The arguments of a call for the last turn alone. */
export function lastTurn({ type, parameters }: KernelFunction, args: readonly Argument[]): Argument[] {
  const count = args[0] as number;
  return parameters.map(({ name }, i) => {
    const arg = args[i]!;
    if (typeof arg === 'number') return name === 'count' ? 1 : arg;
    return SHARED[type]?.includes(name) ? arg : arg.subarray((arg.length / count) * (count - 1));
  });
}

/** Bytes before, between and after arrays in memory, which no function may change. */
const GAP = 24;
const UNTOUCHED = 0xa5;

/**
 * Calls a function on copies of its arguments in a memory, and the same function of JavaScript on
 * others. Returns the entries that differ, of all arrays, and a change in the gaps between them.
 */
export function compareCall(
  { name, parameters }: Pick<KernelFunction, 'name' | 'parameters'>,
  args: readonly Argument[],
  functions: WasmFunctions,
  memory: ArrayBuffer,
  inJavaScript: (...args: Argument[]) => void,
): WasmDifference[] {
  const size = args.reduce<number>(
    (sum, arg) => sum + (typeof arg === 'number' ? 0 : 8 * Math.ceil(arg.byteLength / 8) + GAP),
    GAP,
  );
  const bytes = new Uint8Array(memory, 0, size).fill(UNTOUCHED);
  let end = GAP;
  const placed = args.map((arg) => {
    if (typeof arg === 'number') return arg;
    const copy = new (arg.constructor as typeof Float64Array)(memory, end, arg.length);
    copy.set(arg);
    end += 8 * Math.ceil(copy.byteLength / 8) + GAP;
    return copy;
  });
  const expected = args.map((arg) => (typeof arg === 'number' ? arg : arg.slice()));
  inJavaScript(...expected);
  functions[name]!(...placed.map((arg) => (typeof arg === 'number' ? arg : arg.byteOffset)));
  const differences = placed.flatMap((arg, i) => {
    if (typeof arg === 'number') return [];
    const wanted = expected[i] as Float64Array;
    const found = Array.from(arg).flatMap((inWasm, entry): WasmDifference[] =>
      Object.is(inWasm, wanted[entry])
        ? []
        : [{ name, array: parameters[i]!.name, entry, inWasm, inJavaScript: wanted[entry]! }],
    );
    bytes.fill(UNTOUCHED, arg.byteOffset, arg.byteOffset + arg.byteLength);
    return found;
  });
  const stray = bytes.findIndex((byte) => byte !== UNTOUCHED);
  return stray < 0
    ? differences
    : [...differences, { name, array: 'no array', entry: stray, inWasm: bytes[stray]!, inJavaScript: UNTOUCHED }];
}
