import { describe, expect, it } from 'vitest';
import { derive, deriveAll } from '../../src/kinds/derive.js';
import { diagnosticsOf } from '../../src/diagnostics/index.js';
import { compile } from '../../src/kinds/compile.js';
import { fileText } from '../../src/emit/file.js';
import { layOut } from '../../src/generate/lay-out.js';
import { declareDerived } from '../../src/kinds/declare.js';
import type { AnyDerivation, DerivationOf } from '../../src/kinds/kind.js';
import { explain } from '../../src/kinds/explain.js';
import { LIMITS } from '../../src/syntax/limits.js';
import { verify } from '../../src/kinds/verify.js';
import { inFull, IS_FULL, someOf } from '../support/scope.js';

const BASE = { summary: 'A hostile formula.', space: 2, inputs: { s: 'scalar' } };
const repeat = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const nested = (step: (x: string) => string, count: number, start = 's'): string =>
  repeat(count, () => step).reduce((text, f) => f(text), start);
/**
 * Builds `a0 = s`, `a1 = step(a0)`, …. With the names written out, the text is exponentially long
 * where a step has its argument twice.
 */
const chain = (step: (x: string) => string, count: number): object => ({
  ...BASE,
  where: Object.fromEntries(repeat(count, (i) => [`a${i}`, i === 0 ? 's' : step(`a${i - 1}`)])),
  C: `a${count - 1} + s`,
});
const matrix = (size: number, entry: (i: number, j: number) => string): string =>
  `[${repeat(size, (i) => `[${repeat(size, (j) => entry(i, j)).join(', ')}]`).join(', ')}]`;
const points = (count: number): Record<string, string> => Object.fromEntries(repeat(count, (i) => [`x${i}`, 'point']));
const matrixPower = (exponent: number): object => ({
  ...BASE,
  where: {
    A1: matrix(8, (i, j) => `s^${(i + j) % 3} + ${8 * i + j}`),
    ...Object.fromEntries(repeat(exponent - 1, (k) => [`A${k + 2}`, `A${k + 1} * A1`])),
  },
  C: `A${exponent}[1, 1]`,
});

/**
 * Formulas of a given size. Their derivation, emission or text is superlinear if something follows
 * paths through the graph.
 */
const FORMULAS: Readonly<Record<string, (n: number) => object>> = {
  'nested roots': (n) => ({ ...BASE, C: nested((x) => `sqrt(1 + ${x})`, n) }),
  'nested logarithms': (n) => ({ ...BASE, C: nested((x) => `log(2 + ${x})`, n) }),
  'nested exponentials': (n) => ({ ...BASE, C: nested((x) => `exp(${x})`, n) }),
  'nested magnitudes': (n) => ({ ...BASE, C: nested((x) => `abs(1 - ${x})`, n) }),
  'nested sines': (n) => ({ ...BASE, C: nested((x) => `sin(1 + ${x})`, n) }),
  'nested quotients': (n) => ({ ...BASE, C: nested((x) => `1/(1 + ${x})`, n) }),
  'nested inverse functions': (n) => ({ ...BASE, C: nested((x) => `acsc(2 + ${x})`, n) }),
  'nested powers': (n) => ({ ...BASE, C: nested((x) => `(1 + s)^(${x})`, n) }),
  'nested fractional powers': (n) => ({ ...BASE, C: nested((x) => `(${x} + 1)^1.23456789`, n) }),
  'nested conditionals': (n) => ({ ...BASE, C: [...repeat(n, (i) => `s > ${i} ? s + ${i}`), 's * s'].join(' : ') }),
  tower: (n) => ({ ...BASE, C: repeat(n, () => 's').join('^') }),
  'sums twice': (n) => chain((x) => `${x} + ${x}`, n),
  squares: (n) => chain((x) => `${x} * ${x} + s`, n),
  'logistic map': (n) => chain((x) => `${x} * (1 - ${x})`, n),
  'sine times cosine': (n) => chain((x) => `sin(${x}) * cos(${x})`, n),
  'angle of itself': (n) => chain((x) => `atan2(${x}, 1 + ${x})`, n),
  'greatest of itself': (n) => chain((x) => `max(${x} * s, ${x} + 1)`, n),
  'conditional of itself': (n) => chain((x) => `(${x} > 1 ? ${x} * s : s - ${x})`, n),
  'long numbers': (n) => chain((x) => `(${x} + 1/3) * 0.123456789123456789123456789`, n),
  'power of a matrix': matrixPower,
  'product of matrices': (n) => ({
    ...BASE,
    inputs: { x: 'point', y: 'point', z: 'point' },
    space: 3,
    where: { A: '[[x.x, x.y, x.z], [y.x, y.y, y.z], [z.x, z.y, z.z]]' },
    C: `(${repeat(n, () => 'A').join(' * ')})[1, 1]`,
  }),
  'long sum': (n) => ({ ...BASE, C: repeat(n, (i) => `sin(${i + 1} * s)`).join(' + ') }),
  'long product': (n) => ({ ...BASE, C: repeat(n, (i) => `(s + ${i + 1})`).join(' * ') }),
  'product of powers': (n) => ({ ...BASE, C: repeat(n, (i) => `(s + ${i + 1})^30`).join(' * ') }),
  'product of choices': (n) => ({ ...BASE, C: repeat(n, (i) => `(s > ${i} ? s + ${i} : 0)`).join(' * ') }),
  'least of many': (n) => ({ ...BASE, C: `min(${repeat(n, (i) => `s * ${i} + ${i * i}`).join(', ')})` }),
  'length of many': (n) => ({ ...BASE, C: `hypot(${repeat(n, (i) => `s + ${i}`).join(', ')})` }),
  'cross products': (n) => ({
    ...BASE,
    space: 3,
    inputs: { a: 'point', b: 'point', c: 'direction' },
    where: {
      v0: 'cross(a, b)',
      ...Object.fromEntries(repeat(n, (i) => [`v${i + 1}`, `cross(v${i}, ${'abc'.charAt(i % 3)})`])),
    },
    C: `v${n}`,
  }),
  'normalised cross products': (n) => ({
    ...BASE,
    space: 3,
    inputs: { a: 'point', c: 'point' },
    where: { v0: 'a', ...Object.fromEntries(repeat(n, (i) => [`v${i + 1}`, `normalize(cross(v${i}, c))`])) },
    C: `v${n}.x`,
  }),
  'angles between vectors': (n) => {
    const count = Math.min(n, 31);
    const angle = (i: number): string => `atan2(norm(cross(x${i}, x${i + 1})), dot(x${i}, x${i + 1}))`;
    return { ...BASE, space: 3, inputs: points(count + 1), C: repeat(count, angle).join(' + ') };
  },
  'rates of nested roots': (n) => ({ ...BASE, C: `ddt(${nested((x) => `sqrt(1 + ${x})`, n)}) == 1` }),
  'a deep body': (n) => ({
    summary: 'A hostile body.',
    space: 2,
    coordinates: { s: {} },
    params: { m: { min: 0 } },
    points: { p: { at: `[s, ${nested((x) => `sqrt(1 + ${x}^2)`, n)}]`, mass: 'm' } },
  }),
};

/**
 * Time limit, ms: far above that of a derivation on an idle machine, and far below that of one that
 * follows paths.
 */
const PATIENCE = 10_000;

function check(spec: object): readonly AnyDerivation[] {
  let derivations: readonly AnyDerivation[] = [];
  const began = performance.now();
  const faults = diagnosticsOf(() => (derivations = deriveAll('Hostile', spec)));
  expect(performance.now() - began).toBeLessThan(PATIENCE);
  for (const { code } of faults)
    expect(['E_FORMULA_SIZE', 'E_FORMULA_DEPTH', 'E_FORMULA_TOKENS', 'E_NUMBER_SIZE', 'E_SPEC_SIZE']).toContain(code);
  for (const derivation of derivations) {
    if (derivation.kind === 'list') continue;
    const { expanded } = derivation;
    expect(expanded.graph.size).toBeLessThanOrEqual(LIMITS.nodes);
    expect(expanded.graph.steps).toBeLessThanOrEqual(LIMITS.graphSteps);
    if (derivation.kind === 'constraint')
      for (const { total } of Object.values(derivation.operations))
        expect(total).toBeLessThanOrEqual(LIMITS.operations);
  }
  return derivations;
}

describe.each(someOf(Object.entries(FORMULAS), 3))('%s', (_, formulas) => {
  it.each(IS_FULL ? [10, 64, 195] : [64])('of size %i are derived or refused', (size) => {
    check(formulas(size));
  });
});

describe('grows no faster than', () => {
  const sizeOf = (spec: object): { nodes: number; steps: number; operations: number } => {
    const [derivation] = check(spec);
    const { expanded, operations } = derivation as DerivationOf<'constraint'>;
    return { nodes: expanded.graph.size, steps: expanded.graph.steps, operations: operations.kernel.total };
  };
  it.each([
    ['linearly, with roots inside one another', 'nested roots', 25, 50, 1],
    ['with the square, with a chain that uses each name twice', 'sine times cosine', 20, 40, 2],
    ['linearly, with cross products of cross products', 'normalised cross products', 8, 16, 1],
    ['with the square, in a power tower', 'tower', 20, 40, 2],
    ['with the square, with factors of a product', 'long product', 15, 30, 2],
  ])('%s', (_, name, small, large, degree) => {
    const [a, b] = [sizeOf(FORMULAS[name]!(small)), sizeOf(FORMULAS[name]!(large))];
    const most = 1.5 * (large / small) ** degree;
    expect(b.nodes / a.nodes).toBeLessThan(most);
    expect(b.operations / a.operations).toBeLessThan(most);
    // A node that is the product of all slopes above it has as many children as there are levels.
    expect(b.steps / a.steps).toBeLessThan(1.5 * (large / small) ** (degree + 1));
  });
});

describe('what people write is accepted:', () => {
  it.each([
    [
      '64 rows',
      {
        ...BASE,
        inputs: { p: 'point', q: 'point', s: 'scalar' },
        C: repeat(64, (i) => `norm(p - q) * sin(${i + 1} * s) + p.x * q.y^${(i % 4) + 2}`),
      },
    ],
    [
      'a matrix of 8×8 times a vector',
      {
        ...BASE,
        inputs: Object.fromEntries(repeat(8, (i) => [`x${i}`, 'scalar'])),
        C: `${matrix(8, (i, j) => `sin(x${j}) * ${i + 1} + x${(i + j) % 8}^2`)} * [${repeat(8, (i) => `cos(x${i})`).join(', ')}]`,
      },
    ],
    ['a chain of 30 names', chain((x) => `sqrt(1 + ${x}^2) + sin(s) / (1 + ${x}^2)`, 30)],
    ['50 roots inside one another', FORMULAS['nested roots']!(50)],
    [
      '30 rotations',
      {
        ...BASE,
        inputs: { p: 'point', s: 'scalar' },
        C: `${repeat(30, (i) => `rotate(${i + 1} * s)`).join(' * ')} * p`,
      },
    ],
    ['the 6th power of a matrix', matrixPower(6)],
    ['a sum of 400 terms', FORMULAS['long sum']!(400)],
  ])('%s', (_, spec) => {
    expect(check(spec).length).toBe(1);
  });
});

describe('a refusal', () => {
  it.each([
    ['nested roots', 195, /more than 1500000 terms and factors/],
    ['product of choices', 200, /more than 16000 nodes, distinct subexpressions/],
    ['product of powers', 45, /more than 5000 operations in one function/],
  ])('names the size: %s', (name, size, message) => {
    expect(() => derive('Hostile', FORMULAS[name]!(size))).toThrow(message);
  });

  inFull('names the quantity under "where" by which the formula becomes too large', () => {
    const [fault] = diagnosticsOf(() => derive('Hostile', matrixPower(60)));
    expect(fault).toMatchObject({ code: 'E_FORMULA_SIZE', spec: 'Hostile' });
    expect(fault!.field).toMatch(/^where\.A\d+$/);
  });

  inFull('comes before the stack is exhausted', () => {
    for (const step of [
      (x: string) => `abs(1 - ${x})`,
      (x: string) => `(1 + s * ${x})`,
      (x: string) => `max(2, ${x})`,
    ]) {
      const [fault] = diagnosticsOf(() =>
        derive(
          'Hostile',
          chain((x) => nested(step, 100, x), 60),
        ),
      );
      expect(fault).toMatchObject({ code: 'E_FORMULA_SIZE' });
      expect(fault!.message).toContain('500 operations inside one another');
    }
  });
});

/** Results made from a derivation may be exponentially longer than it, too. */
const COMPOUND = [
  ['squares', 20],
  ['sums twice', 64],
  ['sine times cosine', 20],
  ['logistic map', 14],
  ['nested roots', 60],
  ['normalised cross products', 12],
  ['product of matrices', 16],
  ['conditional of itself', 40],
] as const;
describe.each(IS_FULL ? COMPOUND : COMPOUND.slice(0, 1))('%s of size %i', (name, size) => {
  const spec = FORMULAS[name]!(size);
  inFull('is explained, emitted and verified in proportion to its operations', async () => {
    const [derivation] = check(spec) as readonly DerivationOf<'constraint'>[];
    const { kernel, Jdot } = derivation!.operations;
    const most = 40_000 + 200 * (kernel.total + Jdot.total);
    for (const format of ['text', 'tex'] as const) expect(explain('Hostile', spec, format).length).toBeLessThan(most);
    // Each equation as text, TeX and MathML, and all of it once more.
    expect(explain('Hostile', spec, 'json').length).toBeLessThan(10 * most);
    const text = await layOut(
      fileText({ source: 'hostile.ts', hash: '0', classes: [declareDerived(derivation!, true)] }),
    );
    expect(text.length).toBeLessThan(most);
    const { Hostile } = compile('Hostile', spec) as unknown as Readonly<Record<string, never>>;
    const began = performance.now();
    verify(Hostile!, { samples: 2 });
    expect(performance.now() - began).toBeLessThan(PATIENCE);
  });
});
