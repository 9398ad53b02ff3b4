import { defineConstraint } from 'holonomic';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadLibrary } from '../../bench/library.js';

import { Pendulum } from '../../constraints-spec/bodies.js';
import { PointOnCurve } from '../../constraints-spec/curves.js';
import { Distance } from '../../constraints-spec/distance.js';
import { SpecError } from '../../src/diagnostics/index.js';
import { compileKernel } from '../../src/emit/compile.js';
import { encodeUnit } from '../../src/emit/wasm/files.js';
import type { FoundSpec } from '../../src/generate/load-specs.js';
import { declareUnit } from '../../src/kinds/declare-unit.js';
import { deriveAll } from '../../src/kinds/derive.js';
import type { AnyDerivation } from '../../src/kinds/kind.js';
import { RUNTIME_FUNCTIONS } from '../../src/primitives/index.js';
import { Drafts } from '../fuzz/drafts.js';
import { specOf } from '../fuzz/specs.js';
import { exercise } from '../support/exercise.js';
import { IS_FULL } from '../support/scope.js';
import { compareCall, lastTurn, type WasmDifference, type WasmFunctions } from '../support/wasm-calls.js';
import type { Argument } from '../support/c-calls.js';

/** What WebAssembly has, what it lacks, choices, and names of the kernel's own variables. */
const Functions = defineConstraint({
  summary: 'Calls what WebAssembly has and what it lacks.',
  space: 2,
  inputs: { int: 'point', count_: 'point', k2: 'scalar' },
  params: { g: 'vector', width: {} },
  where: { d: 'int - count_' },
  C: [
    'norm(d) > 1 and not (k2 < 0 or k2 == 2) ? sin(k2) : atan2(d[1], d[2])',
    'min(d[1], d[2], k2) + max(k2, width) * sign(d[1]) * abs(d[2])',
    'erf(k2) + floor(3 * k2) + mod(width, 2) + cbrt(width) ^ k2 + exp(-norm(g)) + cosh(t)',
  ],
});

const { WebAssembly: platform } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Memory: new (pages: { initial: number }) => { readonly buffer: ArrayBuffer };
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: WasmFunctions };
  };
};
const memory = new platform.Memory({ initial: 1 });

/** Compares all functions of a class, for two turns and for one. */
function compare(derivation: AnyDerivation, samples: number): WasmDifference[] {
  const unit = declareUnit(derivation, true);
  const module = new platform.Module(encodeUnit(unit).bytes);
  const holonomic = Object.fromEntries(RUNTIME_FUNCTIONS);
  const { exports } = new platform.Instance(module, { env: { memory }, holonomic });
  const differences: WasmDifference[] = [];
  exercise(derivation, samples, (kernel) => {
    const inJavaScript = compileKernel(kernel) as (...args: Argument[]) => void;
    return (...args) => {
      for (const one of [args, lastTurn(kernel, args)])
        differences.push(...compareCall(kernel, one, exports, memory.buffer, inJavaScript));
      inJavaScript(...args);
    };
  });
  for (const one of unit.functions) {
    // The entries of J that never change.
    if (one.parameters.length !== 2) continue;
    const inJavaScript = compileKernel({ ...one, type: 'JdotKernel' }) as (...args: Argument[]) => void;
    const J = new Float64Array(3 * 300).fill(7);
    differences.push(...compareCall(one, [3, J], exports, memory.buffer, inJavaScript));
  }
  return differences;
}

async function specs(): Promise<readonly Pick<FoundSpec, 'name' | 'spec'>[]> {
  const own = { name: 'Functions', spec: Functions };
  if (!IS_FULL)
    return [
      own,
      { name: 'Distance', spec: Distance },
      { name: 'PointOnCurve', spec: PointOnCurve },
      { name: 'Pendulum', spec: Pendulum },
    ];
  return [own, ...(await loadLibrary())];
}

it('computes what JavaScript computes, to the bit', async () => {
  const derived = (await specs()).flatMap(({ name, spec }) => deriveAll(name, spec));
  expect(derived.flatMap((one) => compare(one, IS_FULL ? 15 : 5)).slice(0, 10)).toEqual([]);
  if (IS_FULL) expect(derived.length).toBeGreaterThan(100);
}, 300_000);

it('computes what JavaScript computes for random formulas', () => {
  let compared = 0;
  for (const draft of fc.sample(new Drafts(), { seed: 1, numRuns: IS_FULL ? 40 : 6 })) {
    let derived: readonly AnyDerivation[];
    try {
      const spec = specOf(draft);
      // Energies have no kernels in WebAssembly.
      if ('V' in spec) continue;
      derived = deriveAll('Random', spec);
    } catch (error) {
      // Refused, such as a formula without a derivative.
      expect(error).toBeInstanceOf(SpecError);
      continue;
    }
    expect(derived.flatMap((one) => compare(one, 3)).slice(0, 5), JSON.stringify(specOf(draft))).toEqual([]);
    compared++;
  }
  expect(compared).toBeGreaterThan(IS_FULL ? 20 : 3);
}, 300_000);
