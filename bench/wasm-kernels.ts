import { compileKernel } from '../src/emit/compile.js';
import { constraintKernel } from '../src/emit/kernel.js';
import { encodeUnit } from '../src/emit/wasm/files.js';
import { declareUnit } from '../src/kinds/declare-unit.js';
import { drawConfiguration } from '../src/sampling/configuration.js';
import { seededRandom } from '../src/sampling/random.js';
import type { ConstraintKernel } from '../runtime/model/constraint-type.js';
import { describeType } from '../src/emit/type-description.js';
import { deriveLibrary } from './library.js';
import { report } from './figures.js';
import { contest } from './measure.js';

const SHOWN = ['Distance2D', 'Distance3D', 'Coincident3D', 'Angle2D', 'Hinge', 'Weld3D', 'Cam'];

/** Constraints of a batch, and evaluations of a round. */
const [COUNT, REPEAT] = [1000, 200];

/** As much of the platform as this needs. */
const { WebAssembly: platform } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Memory: new (pages: { initial: number }) => { readonly buffer: ArrayBuffer };
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (
      module: object,
      imports: object,
    ) => { readonly exports: Readonly<Record<string, (...args: number[]) => void>> };
  };
};

/** Times kernels in WebAssembly against the same in JavaScript, over a batch with inputs of its own. */
export async function benchWasmKernels(): Promise<void> {
  const { constraints } = await deriveLibrary();
  const rows = SHOWN.map((name) => {
    const derivation = constraints.find(({ className }) => className === name)!;
    const type = describeType(derivation);
    const { bytes } = encodeUnit(declareUnit(derivation, false));
    const random = seededRandom(1);
    const drawn = Array.from({ length: COUNT }, () => drawConfiguration(type, random));
    const width = type.inputs.reduce((sum, { size }) => sum + size, 0);
    const starts = type.inputs.map((_, i) => type.inputs.slice(0, i).reduce((sum, { size }) => sum + size, 0));
    const slots = Int32Array.from(drawn.flatMap((_, k) => starts.map((start) => k * width + start)));
    const inputs = [
      slots,
      ...(['x', 'v', 'p'] as const).map((key) => Float64Array.from(drawn.flatMap((at) => at[key]))),
    ];
    const results = [type.rows, type.rows, type.rows * width, type.rows].map((n) => new Float64Array(n * COUNT));

    const kernel = compileKernel(constraintKernel(derivation)) as ConstraintKernel;
    const [s, x, v, p] = inputs as [Int32Array, Float64Array, Float64Array, Float64Array];
    const [C, Cdot, J, gamma] = results as [Float64Array, Float64Array, Float64Array, Float64Array];

    const memory = new platform.Memory({ initial: 64 });
    const { exports } = new platform.Instance(new platform.Module(bytes), { env: { memory } });
    let end = 0;
    const [ws, wx, wv, wp, wC, wCdot, wJ, wgamma] = [...inputs, ...results].map((array) => {
      const begin = end;
      end += 8 * Math.ceil(array.byteLength / 8);
      if (array instanceof Int32Array) new Int32Array(memory.buffer, begin, array.length).set(array);
      else new Float64Array(memory.buffer, begin, array.length).set(array);
      return begin;
    });
    const inWasm = exports[constraintKernel(derivation).name]!;
    const { times, ratios } = contest([
      () => {
        for (let i = 0; i < REPEAT; i++) kernel(COUNT, s, x, v, p, 0, C, Cdot, J, gamma);
      },
      () => {
        for (let i = 0; i < REPEAT; i++) inWasm(COUNT, ws!, wx!, wv!, wp!, 0, wC!, wCdot!, wJ!, wgamma!);
      },
    ]);
    const each = (time: number): string => `${((time * 1e6) / (REPEAT * COUNT)).toFixed(1)} ns`;
    return [name, each(times[0]!), each(times[1]!), (1 / ratios[1]!).toFixed(2), `${bytes.length} bytes`];
  });
  report(
    'wasm-kernels',
    'Batch kernels in JavaScript and in WebAssembly, per constraint (goal for Distance2D: 3.2 times)',
    [['class', 'JavaScript', 'WebAssembly', 'times as fast', 'module'], ...rows],
  );
}
