import { ownInTypeScript } from '../../emit/elementary/own-functions.js';
import type { MechanismProgram } from '../program.js';
import { CURVE_FUNCTIONS, curvesOf, curvesText, type ModuleCurve } from './curves.js';
import { moduleText, type ModuleHead } from './module-text.js';
import { gradientText } from './gradient-text.js';
import { encodeProgram, functionsAlone } from './wasm-code.js';
import { layOutMemory, WORLDS } from './wasm-memory.js';

/** The text of a module in TypeScript whose functions are in WebAssembly, in hexadecimal digits. */
export function textInWasm(program: MechanismProgram, head: ModuleHead): string {
  const { derived, adjoint } = program;
  const layout = layOutMemory(program);
  const curves = curvesOf(program);
  const exported = functionsAlone(program);
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
  const ofCurves = new Set<string>(CURVE_FUNCTIONS.map(([name]) => name));
  const own = imports.filter(({ name }) => !ofCurves.has(name)).map(({ name }) => name);
  const text = `${ownInTypeScript(own)}

${curvesText(curves)}

interface Functions {
step(t: number, dt: number): void;
steps(count: number, n: number, t: number, dt: number): void;
${adjoint === undefined ? '' : 'stepBack(t: number, dt: number): void;'}
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
  return new platform.Instance(compiled, { ${['env: { memory }', ...importsOf(own, curves)].join(', ')} }).exports as Functions;
}`;
  const array = (name: string, size: number): string =>
    `new Float64Array(this.#memory.buffer, ${layout.addressOf(name)}, ${size})`;
  return moduleText(program, { ...head, declaresOwn: true }, [text], {
    prepare: call('prepare'),
    initial: call('initial'),
    assembly: call('assembly'),
    energy: call('energy'),
    residual: call('residual'),
    derived: derived.map(({ parameter }) => ({ parameter, ...call(`derive${parameter}`) })),
    step: { call: ({ t = 't' }) => `this.#wasm.step(${t}, dt);` },
    members: `readonly #memory = new platform.Memory({ initial: ${layout.pages} });
readonly #wasm = functionsIn(this.#memory);`,
    array,
    steps: () => stepsText(program, layout.addressOf),
    gradient:
      adjoint &&
      ((given) =>
        gradientText(program, head.className, given, {
          // It steps the first world of a block.
          y: array('states', program.model.size),
          lambda: '',
          array,
          step: ({ t }) => `this.#wasm.steps(1, 1, ${t!}, dt);`,
          stepBack: ({ t }) => `this.#wasm.stepBack(${t!}, dt);`,
          prepareBack: call('prepareBack').call,
          derivedBack: adjoint.derived.map(({ parameter }) => ({ parameter, ...call(`derive${parameter}Back`) })),
        })),
  });
}

/** What the functions import: curves are found by the numbers that stand for them. */
function importsOf(own: readonly string[], curves: readonly ModuleCurve[]): string[] {
  const list = curves.map(({ handle, name }) => `[${handle}, ${name}] as const`);
  const read = CURVE_FUNCTIONS.map(([name, what]) => `${name}: (of: number, s: number) => curves.get(of)!.${what}(s)`);
  const ofCurves = `...((curves) => ({ ${read.join(', ')} }))(new Map([${list.join(', ')}]))`;
  const ofRuntime = [...own, ...(curves.length > 0 ? [ofCurves] : [])];
  return ofRuntime.length > 0 ? [`holonomic: { ${ofRuntime.join(', ')} }`] : [];
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
