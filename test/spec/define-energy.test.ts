import { defineEnergy } from 'holonomic';
import { compile, derive, diagnose, explain, generate, verify } from 'holonomic/toolkit';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { evaluateEnergy, type EnergyType } from '../../runtime/index.js';
import { compileEnergyType, type CompiledEnergyClass } from '../../src/emit/energy/compile-energy.js';
import { encodeUnit } from '../../src/emit/wasm/files.js';
import { declareUnit } from '../../src/kinds/declare-unit.js';
import type { EnergyDerivation } from '../../src/derive/energy/derive-energy.js';

const SPRING = defineEnergy({
  summary: 'A spring.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { stiffness: { unit: 'N/m', min: 0 }, length: { unit: 'm', min: 0 } },
  V: 'stiffness / 2 * (norm(a - b) - length)^2',
});

const DAMPER = {
  summary: 'A spring that hardens, with a damper.',
  space: 2,
  inputs: { a: 'point', b: 'point' },
  params: { k: { min: 0 }, c: { min: 0 } },
  V: 'k * (norm(a - b) - 1)^4',
  damping: 'c / 2 * ddt(norm(a - b))^2',
} as const;

/** Code, place and sentence of each mistake of a spec like the spring's. */
const mistakes = (change: object): string[] =>
  diagnose({ ...SPRING, ...change }, { name: 'Spring' }).map(
    ({ code, field, message }) => `${code} ${field}: ${message}`,
  );

describe('defineEnergy', () => {
  it('marks a spec, and knows its names', () => {
    expect(SPRING.kind).toBe('energy');
    expect(diagnose(SPRING)).toEqual([]);
    // @ts-expect-error -- there is no such input or parameter
    defineEnergy({ ...SPRING, sample: { c: [0, 1] } });
    expectTypeOf(compile('Spring', { ...SPRING, space: 2 } as const).Spring.type).toEqualTypeOf<EnergyType>();
    expectTypeOf(derive('Spring', SPRING).spaces[2]!).toExtend<EnergyDerivation>();
  });

  it.each([
    [{ V: 'stiffness * (a - b) * length' }, ['E_ENERGY_SHAPE V: An energy is a scalar, not a vector of 2 components.']],
    [
      { V: 'stiffness * norm(a - b) == length' },
      ['E_ENERGY_SHAPE V: An energy is a quantity, not an equation or an inequality.'],
    ],
    [{ V: 'stiffness * length * norm(ddt(a - b))' }, ['E_ENERGY_SHAPE V: An energy does not depend on rates.']],
    [{ V: 'stiffness * length^2', inputs: {} }, ['E_SPEC_SIZE inputs: An energy needs at least one input.']],
    [
      { V: 'stiffness * length^2 + 0 * dot(a, b)' },
      ['E_ENERGY_SHAPE V: This energy does not depend on any input, so that it exerts no force.'],
    ],
    [
      { V: 'stiffness * length^2 * floor(norm(a - b))' },
      ['E_ENERGY_SHAPE V: This energy has steps and no slope, so that it exerts no force.'],
    ],
    [
      { V: 'stiffness * length^2 * (norm(a - b) > length ? 1 : 0)' },
      ['E_ENERGY_SHAPE V: This energy has steps and no slope, so that it exerts no force.'],
    ],
    [{ V: ' ' }, ['E_FORMULA_EMPTY V: The formula is empty.']],
    [{ damping: '' }, ['E_FORMULA_EMPTY damping: The formula is empty.']],
    [
      { damping: 'stiffness * length * ddt(norm(a - b))' },
      ['E_ENERGY_SHAPE damping: This damping is linear in the rates: its force does not depend on them'],
    ],
    [{ damping: 'norm(a - b)' }, ['E_ENERGY_SHAPE damping: This damping does not depend on any rate.']],
    [
      { V: 'stiffness * norm(a - b)' },
      ['E_UNUSED_PARAM params.length: The parameter "length" is not used in any formula.'],
    ],
    [{ V: 'stiffness * norm(a - b) * lenght' }, ['E_UNKNOWN_NAME V: There is nothing called "lenght".']],
    [
      { V: 'stiffness * (norm(a - b) - length)' },
      ['E_UNIT_RESULT V: The energy must be an energy (J), not a force (N).'],
    ],
    [
      { damping: 'stiffness * length * ddt(norm(a - b))^2 / length' },
      ['E_UNIT_RESULT damping: The damping must be a quantity in N·m/s, not a quantity in N·m/s².'],
    ],
    [{ V: undefined }, ['E_SPEC_MISSING V: The spec has no "V".']],
    [{ energy: '1' }, ['E_SPEC_UNKNOWN_FIELD energy: There is no field "energy" in an energy.']],
    [{ C: 'a' }, ['E_SPEC_UNKNOWN_FIELD C: There is no field "C" in an energy.']],
    [{ singular: 'throw' }, ['E_SPEC_UNKNOWN_FIELD singular: There is no field "singular" in an energy.']],
    [
      { inputs: { a: 'point', b: { kind: 'point', count: 'any' } } },
      ['E_UNSUPPORTED inputs.b.count: An energy has no lists of inputs.'],
    ],
    [{ sample: { c: [0, 1] } }, ['E_SAMPLE sample.c: There is no input or parameter "c".']],
  ])('says what is wrong in %j', (change, expected) => {
    const found = mistakes(change);
    for (const [i, text] of expected.entries()) expect(found[i] ?? '').toContain(text);
    expect(found).toHaveLength(expected.length);
  });

  it('hints at the right field', () => {
    const hints = diagnose({ ...SPRING, potential: '1', dissipation: '2', formula: '3', C: '4', D: '5' }).map(
      ({ hint }) => hint,
    );
    expect(hints).toEqual(['write "V"', 'write "damping"', 'write "V"', 'write "V"', 'write "damping"']);
    expect(diagnose({ ...SPRING, kind: 'constraint', C: 'norm(a - b)' })[0]!.hint).toBe(
      'an energy is a spec of its own, defineEnergy({ …, V, damping })',
    );
    expect(diagnose({ ...SPRING, V: '' })[0]!.hint).toContain('V: "stiffness / 2 * norm(a - b)^2"');
    const [unknown] = diagnose({ ...SPRING, V: 'stiffness * norm(a - b) * lenght' });
    expect(unknown).toMatchObject({ hint: 'did you mean "length"?', span: { start: 26, end: 32 } });
  });

  it('takes damping alone: a dashpot, and dry friction', () => {
    const spec = {
      summary: 'A dashpot.',
      space: 2,
      inputs: { a: 'point', b: 'point' },
      params: { friction: { unit: 'N s/m', min: 0 } },
      where: { rate: 'ddt(norm(a - b))' },
      damping: 'friction / 2 * rate^2',
    } as const;
    const { Dashpot } = compile('Dashpot', defineEnergy(spec)) as Record<'Dashpot', CompiledEnergyClass>;
    const state = { a: { value: [0, 0] }, b: { value: [0, 2], velocity: [1, 3] } };
    const { V, gradient, damping } = evaluateEnergy(Dashpot, { inputs: state, params: { friction: 0.5 } });
    expect([V, ...gradient['a']!]).toEqual([0, 0, 0]);
    expect(damping).toEqual({ D: 2.25, gradient: { a: [0, -1.5], b: [-0, 1.5] } });
    expect(explain('Dashpot', spec)).toContain('friction / 2 * rate^2');
    expect(verify(Dashpot, { samples: 4 }).pass).toBe(true);
    expect(diagnose({ ...spec, damping: 'friction * abs(rate)', params: { friction: { unit: 'N' } } })).toEqual([]);
  });

  it('names a parameter that must not be zero', () => {
    const { Pull } = compile('Pull', {
      summary: 'Attracts.',
      space: 2,
      inputs: { a: 'point' },
      params: { scale: {} },
      V: '-1 / (1 + dot(a, a)) / scale',
    } as const);
    expect(Pull.type.params[0]).toMatchObject({ nonzero: true });
  });
});

describe('an energy in the tools', () => {
  it('is the same to the bit in WebAssembly', async () => {
    const [derivation] = Object.values(derive('Damper', DAMPER).spaces) as readonly EnergyDerivation[];
    const { bytes } = encodeUnit(declareUnit(derivation!, false));
    const memory = new WebAssembly.Memory({ initial: 1 });
    const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
    const exported = instance.exports as Readonly<Record<string, (...given: number[]) => void>>;
    const slots = new Int32Array(memory.buffer, 0, 4);
    slots.set([0, 2, 2, 5]);
    const array = (at: number, size: number): Float64Array => new Float64Array(memory.buffer, at, size);
    const [x, v, p] = [array(64, 8), array(192, 8), array(320, 4)];
    x.set([0.1, 0.7, 1.3, -0.4, 9, 2.2, 0.3, 9]);
    v.set([1, 2, -3, 0.5, 9, 0.2, 4, 9]);
    p.set([3, 0.5, 7, 0.25]);
    const [V, g, H, D, d] = [array(512, 2), array(576, 8), array(704, 24), array(960, 2), array(1024, 8)];
    exported['damperEnergy']!(2, 0, 64, 320, 0, 512, 576);
    exported['damperHessian']!(2, 0, 64, 320, 0, 704);
    exported['damperDamping']!(2, 0, 64, 192, 320, 0, 960, 1024);
    const { energyKernel, hessianKernel, dampingKernel } = compileEnergyType(derivation!);
    const [V2, g2, H2, D2, d2] = [V, g, H, D, d].map(({ length }) => new Float64Array(length)) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]; // prettier-ignore
    energyKernel(2, slots, x, p, 0, V2, g2);
    hessianKernel(2, slots, x, p, 0, H2);
    dampingKernel!(2, slots, x, v, p, 0, D2, d2);
    expect([V, g, H, D, d].map((list) => [...list])).toEqual([V2, g2, H2, D2, d2].map((list) => [...list]));
    expect(V[1]).toBeGreaterThan(0);
    expect(D[1]).toBeGreaterThan(0);
  });

  it('is explained in every format', () => {
    expect(explain('Spring', SPRING)).toContain('force on a, b in N');
    expect(explain('Spring', SPRING, 'tex')).toContain('H');
    expect(explain('Spring', SPRING, 'html')).toContain('Blocks of the second derivatives');
    const [data] = JSON.parse(explain('Spring', SPRING, 'json')) as [Record<string, unknown>];
    expect(data).toMatchObject({ name: 'Spring', formula: { V: SPRING.V }, units: { a: 'N', b: 'N' } });
  });

  it('is written as a class in TypeScript, and in C', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'energy-'));
    try {
      const specs = join(folder, 'springs.ts');
      await writeFile(specs, `export const Spring = ${JSON.stringify(SPRING)};\n`);
      const made = await generate({ specs, out: join(folder, 'out') });
      expect(made.errors).toEqual([]);
      const text = await readFile(join(folder, 'out/springs.ts'), 'utf8');
      expect(text).toContain('export class Spring extends Energy<SpringInputs, SpringParams>');
      expect(text).toContain('const springHessian: HessianKernel = (count, slots, x, p, _t, H) => {');
      const c = await generate({ specs, out: join(folder, 'c'), target: 'c' });
      expect(c.errors).toEqual([]);
      const header = await readFile(join(folder, 'c/springs.h'), 'utf8');
      expect(header).toMatch(/Spring_entries = 12,.*\n.*Spring_parameters = 2,/);
      expect(header).toMatch(/Spring_H_b_b = 8/);
      expect(header).toContain('void springHessian(');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is proven by name', () => {
    expect(verify(SPRING, { name: 'Spring', samples: 4 })).toMatchObject({ name: 'Spring', pass: true });
  });
});
