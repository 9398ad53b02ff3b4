import { ownInTypeScript } from '../../emit/elementary/own-functions.js';
import type { MechanismProgram } from '../program.js';
import { moduleText, type ModuleHead } from './module-text.js';
import { encodeProgram } from './wasm-code.js';
import { layOutMemory, WORLDS } from './wasm-memory.js';

/** The text of a module in TypeScript whose functions are in WebAssembly, in hexadecimal digits. */
export function textInWasm(program: MechanismProgram, head: ModuleHead): string {
  const { prepare, initial, energy, residual, derived } = program;
  const layout = layOutMemory(program);
  const single = { prepare, initial, energy, residual };
  const exported = [
    ...Object.entries(single),
    ...derived.map(({ parameter, compute }) => [`derive${parameter}`, compute] as const),
  ].filter(([, { stores }]) => stores.length > 0);
  const calls = new Map(exported);
  const types = exported.map(([name, { numbers }]) => {
    const parameters = numbers.map((one) => `${one}: number`).join(', ');
    return `${name}(${parameters}): void;`;
  });
  const call = (name: string) => ({
    call: (given: Readonly<Record<string, string>>): string => {
      const numbers = calls.get(name)?.numbers.map((one) => given[one] ?? one);
      return numbers === undefined ? '' : `this.#wasm.${name}(${numbers.join(', ')});`;
    },
  });
  const { bytes, imports } = encodeProgram(program, layout);
  const own = ownInTypeScript(imports);
  const text = `${own}${own === '' ? '' : '\n\n'}interface Functions {
step(t: number, dt: number): void;
steps(count: number, n: number, t: number, dt: number): void;
${types.join('\n')}
}

/** As much of the platform's WebAssembly as the module needs. */
interface Platform {
  readonly Memory: new (pages: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
  readonly compile: (bytes: Uint8Array) => Promise<object>;
}

/** The functions, in hexadecimal digits. */
const code = \`
${lines(bytes)}
\`;
const { WebAssembly: platform } = globalThis as unknown as { readonly WebAssembly: Platform };
const bytes = (): Uint8Array => {
  const digits = code.replaceAll('\\n', '');
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
};
let compiled: object | undefined;

/**
 * Compiles the functions in the background. The first mechanism compiles them if nobody has; old browsers
 * refuse that on the main thread of a page.
 */
export async function load(): Promise<void> {
  compiled ??= await platform.compile(bytes());
}

function functionsIn(memory: object): Functions {
  compiled ??= new platform.Module(bytes());
  return new platform.Instance(compiled, { env: { memory }${imports.length === 0 ? '' : `, holonomic: { ${imports.join(', ')} }`} }).exports as Functions;
}`;
  return moduleText(program, head, [text], {
    prepare: call('prepare'),
    initial: call('initial'),
    energy: call('energy'),
    residual: call('residual'),
    derived: derived.map(({ parameter }) => ({ parameter, ...call(`derive${parameter}`) })),
    step: { call: ({ t = 't' }) => `this.#wasm.step(${t}, dt);` },
    members: `readonly #memory = new platform.Memory({ initial: ${layout.pages} });
readonly #wasm = functionsIn(this.#memory);`,
    array: (name, size) => `new Float64Array(this.#memory.buffer, ${layout.addressOf(name)}, ${size})`,
    steps: () => stepsText(program, layout.addressOf),
  });
}

/** Bytes in hexadecimal digits, which compress better than base 64. */
const lines = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/.{120}/g, '$&\n');

/** Steps of many states, block by block. */
function stepsText({ model, watched }: MechanismProgram, addressOf: (array: string) => number): string {
  const [ns, size] = [model.size, watched.length];
  const note = watched.map((name, i) => {
    const most = i === 0 ? 'min' : 'max';
    return `worst.${name} = Math.${most}(worst.${name}, watched[${size} * k + ${i}]!);`;
  });
  return `const block = new Float64Array(this.#memory.buffer, ${addressOf('states')}, ${WORLDS * ns});
const watched = new Float64Array(this.#memory.buffer, ${addressOf('worst')}, ${WORLDS * size});
for (let first = 0; first < count; first += ${WORLDS}) {
  const worlds = Math.min(${WORLDS}, count - first);
  block.set(states.subarray(${ns} * first, ${ns} * (first + worlds)));
  for (let k = 0; k < worlds; k++) watched.set([1, 0, 0, 0], ${size} * k);
  this.#wasm.steps(worlds, n, this.time, dt);
  for (let k = 0; k < worlds; k++) {
    ${note.join('\n')}
  }
  worst.isFinite &&= isFiniteArray(block, 0, ${ns} * worlds);
  states.set(block.subarray(0, ${ns} * worlds), ${ns} * first);
}`;
}
