import { RUNTIME_FUNCTIONS } from '../../primitives/index.js';
import { encodeModule, type ImportedFunction } from '../../wasm/encoder.js';
import { commentText } from '../literal.js';
import { moduleLiteral, NOTICE } from '../notice.js';
import type { BatchFunction } from '../syntax.js';
import { encodeBatchFunction, Imports } from '../targets/wasm.js';
import { BATCHES } from '../units/batches.js';
import type { Unit } from '../units/unit.js';

/** Name of the file that every output in WebAssembly has; a spec file cannot have it. */
export const LOADER = 'holonomic';

/** The contents of the file of one spec file. */
interface WasmFilePlan {
  /** The spec file, relative to the output's folder, with forward slashes. */
  readonly source: string;
  /** Hash of the specs, and of the format version. */
  readonly hash: string;
  readonly units: readonly Unit[];
  /** Module that exports the functions that `Math` lacks. */
  readonly runtime: string;
}

/** A class as a module of WebAssembly. */
export interface EncodedUnit {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly imports: readonly ImportedFunction[];
}

/** Encodes a module with the functions of a class, which imports its memory. */
export function encodeUnit({ functions }: Unit): EncodedUnit {
  const imports = new Imports();
  const encoded = Object.fromEntries(functions.map((one) => [one.name, encodeBatchFunction(one, imports)]));
  const bytes = encodeModule({
    memory: ['env', 'memory'],
    imports: imports.list,
    functions: encoded,
    exported: Object.keys(encoded),
  });
  return { bytes, imports: imports.list };
}

/** The text of the file of a spec file, before formatting. */
export function moduleText({ source, hash, units, runtime }: WasmFilePlan): string {
  const classes = units.map((unit) => ({ unit, ...encodeUnit(unit) }));
  const functions = [...RUNTIME_FUNCTIONS.keys()].filter((name) =>
    classes.some(({ imports }) => imports.some((one) => one.name === name)),
  );
  return [
    `${NOTICE}\n// Source: ${commentText(source)}\n// Hash: ${hash}\n/* eslint-disable -- generated */`,
    [
      `import { wasmModule } from './${LOADER}.js';`,
      ...(functions.length === 0 ? [] : [`import { ${functions.join(', ')} } from ${moduleLiteral(runtime)};`]),
    ].join('\n'),
    ...classes.map(({ unit, bytes, imports }) => classText(unit, bytes, imports)),
  ].join('\n\n');
}

function classText(
  { className, comment, layout, functions }: Unit,
  bytes: Uint8Array,
  imports: readonly ImportedFunction[],
): string {
  const constants = layout.map(
    ([name, value, note]) => `${note === undefined ? '' : `/** ${note} */\n`}${name}: ${value},`,
  );
  const own = imports.filter(({ name }) => RUNTIME_FUNCTIONS.has(name)).map(({ name }) => name);
  return `/**
${`${className}: ${comment}`
  .split('\n')
  .map((line) => ` * ${line}`.trimEnd())
  .join('\n')}
 */
export const ${className} = {
layout: {
${constants.join('\n')}
},
module: wasmModule<{
${functions.map(signature).join('\n')}
}>(
${digitsOf(bytes)},${own.length === 0 ? '' : `\n{ ${own.join(', ')} },`}
),
} as const;`;
}

/** The type of a function. All that it takes is numbers: arrays are addresses. */
const signature = ({ name, parameters }: BatchFunction): string =>
  `${name}(${parameters.map((one) => `${one.name}: number`).join(', ')}): void;`;

/** The bytes in hexadecimal digits, which compress better than base 64. */
const digitsOf = (bytes: Uint8Array): string =>
  (
    Buffer.from(bytes)
      .toString('hex')
      .match(/.{1,100}/g) ?? []
  )
    .map((line) => `'${line}'`)
    .join(' +\n');

/** The file that all others import: how modules are loaded, and how their functions are called. */
export const loaderText = (): string => `${NOTICE}
/* eslint-disable -- generated */

/*
 * Classes in WebAssembly. A class has constants, of which X.layout.rows is written X_rows here, and
 * a module with functions. Of an array a function gets the address in memory, in bytes: the
 * byteOffset of a typed array on the memory's buffer.
 *
${BATCHES}
 *
 * slots, and the indices of bodies, are 32-bit integers; all others are doubles. Arrays that are
 * written overlap no others. Nothing is allocated, and nothing is kept between calls.
 */

/** A WebAssembly.Memory, not shared. */
export interface Memory {
  readonly buffer: ArrayBufferLike;
}

/** A module of WebAssembly and the types of its functions. */
export interface WasmModule<Functions> {
  /** The bytes, for any host: they import env.memory, and functions of holonomic. */
  readonly bytes: () => Uint8Array;
  /** Its functions, for arrays in this memory. */
  readonly instantiate: (memory: Memory) => Promise<Functions>;
  /**
   * The same, at once. The main threads of pages may refuse modules that are large: old versions of
   * Chromium more than 4 kB, new ones more than 8 MB.
   */
  readonly instantiateSync: (memory: Memory) => Functions;
}

/** As much of the platform's WebAssembly as modules need. */
interface Platform {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
  readonly compile: (bytes: Uint8Array) => Promise<object>;
  readonly instantiate: (module: object, imports: object) => Promise<{ readonly exports: unknown }>;
}

const { WebAssembly: platform } = globalThis as unknown as { readonly WebAssembly: Platform };

/** Makes a module of its bytes in hexadecimal digits, and of functions that Math lacks. */
export function wasmModule<Functions>(
  digits: string,
  holonomic: Readonly<Record<string, (...args: number[]) => number>> = {},
): WasmModule<Functions> {
  const bytes = (): Uint8Array =>
    Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
  const imports = (memory: Memory): object => ({ env: { memory }, holonomic });
  let compiled: object | undefined;
  return {
    bytes,
    instantiate: async (memory) => {
      compiled ??= await platform.compile(bytes());
      return (await platform.instantiate(compiled, imports(memory))).exports as Functions;
    },
    instantiateSync: (memory) => {
      compiled ??= new platform.Module(bytes());
      return new platform.Instance(compiled, imports(memory)).exports as Functions;
    },
  };
}
`;
