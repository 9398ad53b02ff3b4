import { describe, expect, it } from 'vitest';
import { deriveEnergy } from '../../../src/derive/energy/derive-energy.js';
import { compileEnergyType } from '../../../src/emit/energy/compile-energy.js';
import { expandEnergy } from '../../../src/formula/energy/expand-energy.js';
import type { Program, Value } from '../../../src/lower/program.js';
import { ProgramBuilder } from '../../../src/lower/program.js';
import { hessianEntries } from '../../../src/reference/hessian-entries.js';
import { checkEnergy } from '../../../src/self-check/energy-check.js';
import { describe as describeSpec, spacesOf } from '../../../src/spec/describe.js';
import { energyFormula, formulasOf } from '../../../src/spec/energy-spec.js';
import { checkEnergy as judgeEnergy } from '../../fuzz/check-energy.js';
import { BY_HAND, hessianByHand } from '../../../bench/hand/hessians.js';
import { seededRandom } from '../../../src/sampling/random.js';
import { ENERGIES } from '../../support/energies.js';
import { inFull, someOf } from '../../support/scope.js';

const all = Object.entries(ENERGIES).flatMap(([name, spec]) =>
  spacesOf(spec).map((space) => [`${name}${space}D`, spec, space] as const),
);

const builder = new ProgramBuilder();

/** A program with one output changed: its sign, its fifth digit, or another output in its place. */
function* mutants({ outputs, values }: Program): Generator<readonly [string, Program]> {
  for (const [k, value] of outputs.entries()) {
    const other = outputs[(k + 1) % outputs.length]!;
    if (value.kind === 'literal' && value.value === 0) continue;
    const changed: readonly (readonly [string, Value])[] = [
      ['sign', { kind: 'negation', id: 1e6, operand: value }],
      ['1e-5', { kind: 'binary', id: 1e6, operator: '*', left: value, right: builder.literal(1.00001) }],
      ...(other === value ? [] : [['swap', other] as const]),
    ];
    for (const [how, instead] of changed)
      yield [`output ${k + 1}, ${how}`, { outputs: outputs.map((one, i) => (i === k ? instead : one)), values }];
  }
}

describe.each(someOf(all, 12))('the derivation of %s', (name, spec, space) => {
  const derivation = deriveEnergy(name, spec, space);
  const { programs, inputs, params, derivatives } = derivation;

  it('agrees with Taylor arithmetic', () => {
    expect(derivation.warnings).toEqual([]);
    expect(derivation.checkedAt.length).toBeGreaterThanOrEqual(3);
  });

  it('is symmetric: one node is both entries', () => {
    const places = hessianEntries(inputs);
    for (const [e, [row, column]] of places.entries()) {
      const twin = places.findIndex(([r, c]) => r === column && c === row);
      if (twin >= 0) expect(derivatives.H[twin]).toBe(derivatives.H[e]);
    }
  });

  inFull('is found out where one entry is wrong', () => {
    const owner = { ...describeSpec(spec, space), formula: formulasOf(energyFormula(spec)) };
    const check = checkEnergy(owner, expandEnergy(name, spec, space));
    const parts = [
      [programs.energy, ['V', 'g']],
      [programs.hessian, ['H']],
      ...(programs.damping ? [[programs.damping, ['D', 'd']] as const] : []),
    ] as const;
    let count = 0;
    const missed: string[] = [];
    for (const [program, quantities] of parts) {
      expect(check.compare(program, quantities)).toEqual({});
      for (const [how, mutant] of mutants(program)) {
        count++;
        if (check.compare(mutant, quantities).wrong === undefined) missed.push(`${quantities.join()}: ${how}`);
      }
    }
    expect(missed).toEqual([]);
    expect(count).toBeGreaterThan(2 * params.length);
  });
});

it.each(BY_HAND)('of %s is the one by hand, with at most 1.6 of its operations', (name) => {
  const derivation = deriveEnergy(name, ENERGIES[name]!, 3);
  const { inputs, params, hessianKernel } = compileEnergyType(derivation);
  const { operations, kernel } = hessianByHand(name, inputs.length, Object.keys(ENERGIES[name]!.params!));
  expect(derivation.operations.hessian.total).toBeLessThanOrEqual(1.6 * operations);
  const random = seededRandom(7);
  const count = 20;
  const x = Float64Array.from({ length: 3 * count * inputs.length }, () => 2 * random() - 1);
  const p = Float64Array.from({ length: count * params.length }, () => 0.5 + random());
  const slots = Int32Array.from({ length: count * inputs.length }, (_, i) => 3 * i);
  const [derived, byHand] = [hessianKernel, kernel].map((hessian) => {
    const H = new Float64Array((count * 9 * inputs.length * (inputs.length + 1)) / 2);
    hessian(count, slots, x, p, 0, H);
    return H;
  }) as [Float64Array, Float64Array];
  const largest = byHand.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
  // Sums of a hundred terms in another order, of which the largest entries are made.
  for (const [e, entry] of byHand.entries()) expect(Math.abs(derived[e]! - entry)).toBeLessThan(1e-13 * largest);
});

it('of a quadratic energy depends on parameters alone', () => {
  const { operations, programs } = deriveEnergy('Grid', ENERGIES['Grid']!, 3);
  expect(operations.hessian.total).toBe(2);
  const loads = [...programs.hessian.values.values()].flatMap((value) => (value.kind === 'load' ? [value.name] : []));
  expect(programs.hessian.outputs.some((value) => value.kind === 'load' && value.name.includes('.'))).toBe(false);
  expect(loads).toContain('stiffness');
});

it('takes an input that a difference has, too, by itself once', () => {
  // V = (a − b)² + a³: the second derivative by a, 2 + 6 a, is not 4 + 6 a.
  const spec = { summary: 'A test.', space: 2, inputs: { a: 'scalar', b: 'scalar' }, V: '(a - b)^2 + a^3' } as const;
  const { programs } = deriveEnergy('Test', spec, 2);
  expect(programs.hessian.outputs).toHaveLength(3);
  expect(deriveEnergy('Test', spec, 2).warnings).toEqual([]);
});

it.each([
  // The slope 1 / (x + 1.1) is made of another sum than the formula.
  'log1p(x.x + 0.1)',
  'asech([x.x, y.x, 0.1][2] - y.x / x.x)',
  'norm(cross([t, t, 1 / 3], lerp([t, y.x, y.x], [y.x, 0.5, y.x], 1e-3)))',
  'dihedral([-2 / 3, x.y, y.y], [y.y, x.y, y.x], [y.x, tau, y.y], [x.y, x.y, 1e-3])',
])('is right of %s, whose slopes are made of other sums', (V) => {
  const names = ['x', 'y'].filter((name) => V.includes(`${name}.`));
  const inputs = Object.fromEntries(names.map((name) => [name, 'point' as const]));
  expect(deriveEnergy('Test', { summary: 'A test.', space: 2, inputs, V }, 2).warnings).toEqual([]);
});

it('is right where factoring a slope would break up the sums that it is made of', () => {
  const inputs = { s: 'scalar', q: 'point', u: 'direction' } as const;
  const V = 'dot([q.y, u.z], [[u.z, h], [u.z, s + q.y]] * [s + q.y, s + q.y])';
  const spec = { summary: 'A test.', space: 3, inputs, params: { h: {} }, V } as const;
  expect(deriveEnergy('Test', spec, 3).warnings).toEqual([]);
});

it('keeps its digits where an input is in a sum and by itself, at scales far apart', () => {
  // Slopes by p + q and by q are some 1e5 each; that by the place of q, their sum, is 1e-4.
  const inputs = { p: 'point', q: 'point' } as const;
  const spec = { summary: 'A test.', space: 2, inputs, V: 'csc(dot(perp(q + p), q))' } as const;
  const type = compileEnergyType(deriveEnergy('Test', spec, 2));
  const x = [-0.0001749425112825234, 0.000121837063549894, 1.505535448676827, 135.34194756016794];
  expect(judgeEnergy(type, [{ x, v: [0, 0, 0, 0], p: [], t: 0 }])).toEqual([{ kind: 'right' }]);
});

describe('W_SINGULAR_STIFFNESS', () => {
  const warnings = (V: string, space: 2 | 3, inputs: Record<string, 'point' | 'direction' | 'scalar'>): string[] =>
    deriveEnergy('Test', { summary: 'A test.', space, inputs, V }, space).warnings.map(
      ({ code, message }) => `${code} ${message}`,
    );
  const chain = { a: 'point', b: 'point', c: 'point' } as const;

  it('tells of a rest shape without stiffness', () => {
    // In space the angle has no slope where it is 0: H is 0 there, and 4 k / l² a little beside it.
    expect(warnings('angle(b - a, c - b)^2', 3, chain)).toEqual([
      expect.stringMatching(
        /^W_SINGULAR_STIFFNESS The force vanishes at a = \[0, 0, 0\], b = \[1, 0, 0\], c = \[2, 0, 0\],/,
      ),
    ]);
    expect(warnings('acos(dot(u, w))^2', 3, { u: 'direction', w: 'direction' })).toHaveLength(1);
    // Second derivatives that are those of no side: 0 between −2 and 2; of all sides other ones.
    expect(warnings('abs(theta) * theta', 2, { theta: 'scalar' })).toHaveLength(1);
    expect(warnings('norm(a) * a.x', 2, { a: 'point' })).toHaveLength(1);
    expect(warnings('max(0, norm(b - a) - 1)^2 + angle(b - a, c - b)^2', 3, chain)).toHaveLength(1);
  });

  it('says nothing of shapes that are right, and of places where no energy rests', () => {
    expect(warnings('angle(b - a, c - b)^2', 2, chain)).toEqual([]);
    expect(warnings('norm(normalize(c - b) - normalize(b - a))^2', 3, chain)).toEqual([]);
    expect(warnings('dihedral(a, b, c, d)^2', 3, { ...chain, d: 'point' })).toEqual([]);
    expect(warnings('(norm(a - b) - 2)^2', 3, { a: 'point', b: 'point' })).toEqual([]);
    expect(warnings('norm(a - b)^3', 3, { a: 'point', b: 'point' })).toEqual([]);
    expect(warnings('-1 / norm(a - b)', 3, { a: 'point', b: 'point' })).toEqual([]);
    // Of one-sided springs the second derivatives jump, and those at the edge are those on one side.
    const pair = { a: 'point', b: 'point' } as const;
    expect(warnings('max(0, norm(b - a) - 1)^2', 3, pair)).toEqual([]);
    expect(warnings('3 * max(0, 1 - norm(b - a))^2', 2, pair)).toEqual([]);
    expect(warnings('max(0, a.x)^2 + max(0, -a.y)^2 + min(0, a.z)^2', 3, { a: 'point' })).toEqual([]);
    expect(warnings('theta > 0 ? theta^2 : 0', 2, { theta: 'scalar' })).toEqual([]);
    expect(warnings('theta^2 * (2 + cos(phi))', 2, { theta: 'scalar', phi: 'scalar' })).toEqual([]);
  });
});
