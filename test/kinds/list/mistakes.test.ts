import { describe, expect, test } from 'vitest';
import { World, type Constraint } from '../../../runtime/index.js';
import type { ListType } from '../../../runtime/model/lists/list-type.js';
import { compile, diagnose, explain, verify } from '../../../src/toolkit.js';
import { LIST_SPECS } from './specs.js';
import { inFull } from '../../support/scope.js';

const ring = {
  summary: 'For a test.',
  space: 2,
  inputs: { p: { kind: 'point', count: 'any' } },
} as const;

describe('a mistake in a formula over lists is told once, with its place', () => {
  test.each([
    ['p == 0', 'E_SHAPE', 'p'],
    ['norm(p[i]) == 1', 'E_INDEX', 'p[i]'],
    ['sum(i, norm(p[i+x])) == 1', 'E_INDEX', 'p[i+x]'],
    ['sum(i, i * p[i].x) == 1', 'E_INDEX', 'i'],
    ['sum(i, 2) == 1', 'E_INDEX', 'sum(i, 2)'],
    ['sum(f in faces, p[f[0]].x) == 1', 'E_UNKNOWN_NAME', 'faces'],
    ['sum(i, q[i]) == mean(p)', 'E_INDEX', 'i'],
    ['sum(i, p[i]) == 1', 'E_SHAPE', undefined],
    ['min(i, p[i]) >= 0', 'E_ARGUMENT_SHAPE', undefined],
    ['sum(i, sum(j, dot(p[i], p[j]))) == 1', 'E_INDEX', undefined],
    ['sum(k, 1:n, p[0].x) == 1', 'E_INDEX', undefined],
    ['sum(k, 1:2, p[k].x) == 1', 'E_INDEX', 'p[k]'],
    ['sum(p, p) == 1', 'E_ARGUMENT_COUNT', undefined],
    ['sum(i, foo(p[i])) == 1', 'E_UNKNOWN_FUNCTION', 'foo'],
    ['sum(i, sum(j, sum(k, p[k].x) + p[j].x) + p[i].x) == 1', 'E_FORMULA_SIZE', undefined],
  ] as const)('%s', (C, code, part) => {
    const found = diagnose({ ...ring, C });
    expect(found.map((one) => one.code)).toEqual([code]);
    const [{ formula, span }] = found as [(typeof found)[number]];
    expect(formula).toBe(C);
    if (part !== undefined) expect(C.slice(span!.start, span!.end)).toBe(part);
  });

  test('an input that no formula uses', () => {
    const found = diagnose({ ...ring, inputs: { ...ring.inputs, q: 'point' }, C: 'mean(p).x == 0' });
    expect(found.map(({ code, field }) => [code, field])).toEqual([['E_UNUSED_INPUT', 'inputs.q']]);
  });

  test('indices into what is no list', () => {
    const found = diagnose({ ...ring, params: { f: { kind: 'indices', of: 'x', arity: 3 } }, C: 'mean(p).x == 0' });
    expect(found.map(({ code, field }) => [code, field])).toEqual([['E_UNKNOWN_NAME', 'params.f.of']]);
  });
});

describe('an instance', () => {
  const world = new World({ space: 3 });
  const a = world.addParticle({ mass: 1, position: [1, 0, 0] });
  const make =
    (name: 'Area' | 'Volume' | 'Rope', options: object, className: string = name) =>
    (): Constraint =>
      new (compile(name, LIST_SPECS[name])[className] as unknown as new (options: object) => Constraint)(options);

  test.each([
    ['without its list', make('Area', { area: 1 }), /E_INPUT_MISSING/],
    ['with a point for a list', make('Area', { p: a, area: 1 }), /E_LIST/],
    ['with an empty list', make('Area', { p: [], area: 1 }), /E_LIST_LENGTH/],
    ['with a number in its list', make('Rope', { p: [a, 3], length: 1 }, 'Rope3D'), /'p\[1\]' of Rope3D/],
    ['with an index beyond its list', make('Volume', { p: [a], faces: [[0, 0, 1]], volume: 1 }), /E_LIST_INDEX/],
    ['with pairs for triangles', make('Volume', { p: [a], faces: [[0, 0]], volume: 1 }), /E_LIST/],
    ['with another parameter', make('Area', { p: [a], radius: 1 }), /E_OPTION_UNKNOWN/],
  ])('%s is refused', (_, construct, expected) => {
    let message = '';
    try {
      construct();
    } catch (error) {
      message = `${(error as { code?: string }).code}: ${(error as Error).message}`;
    }
    expect(message).toMatch(expected);
  });

  test('gives forces by index', () => {
    const rope = make('Rope', { p: [a, a], length: 1 }, 'Rope3D')();
    expect(rope.forceOn('p' as never, 1)).toHaveLength(3);
    expect(() => rope.forceOn('p' as never)).toThrow("Input 'p' of Rope3D is a list of 2");
    expect(() => rope.forceOn('p' as never, 2)).toThrow('0 to 1');
  });
});

inFull('a fault in any kernel is found by the proof', () => {
  const type = compile('Area', LIST_SPECS.Area).Area.type as unknown as ListType;
  const [sum] = type.sums;
  const broken = (kernel: typeof type.outer.kernel, at: 6 | 7 | 8 | 9): typeof kernel => {
    return (...args) => {
      kernel(...args);
      args[at][0]! *= 1.001;
    };
  };
  for (const at of [6, 7, 8, 9] as const) {
    const faulty = { ...type, sums: [{ ...sum!, kernel: broken(sum!.kernel, at) }] };
    expect(verify({ type: faulty } as never, { samples: 8 }).pass).toBe(false);
  }
  expect(verify({ type } as never, { samples: 8 }).pass).toBe(true);
});

test.each(['text', 'tex', 'html', 'json'] as const)('is explained as %s', (format) => {
  for (const [name, spec] of Object.entries(LIST_SPECS)) {
    if (name !== 'Area' && name !== 'Lowest') continue;
    expect(explain(name, spec, format)).toMatch(/S.?_?\{?1|f.?_?\{?1/);
  }
});

test('an error shows the first entries of a long list, and counts the others', () => {
  const world = new World({ space: 2 });
  const p = Array.from({ length: 64 }, (_, i) => world.addParticle({ mass: 1, position: [10 - i, 0] }));
  const { Roots } = compile('Roots', { ...ring, params: { total: 'scalar' }, C: 'sum(i, sqrt(p[i].x)) == total' });
  world.add(new (Roots as unknown as new (options: object) => Constraint)({ p, total: 1 }));
  expect(() => {
    world.step(0.01);
  }).toThrow(/with p\[0\] = \[10, 0\], .*p\[7\] = \[3, 0\], 56 more inputs, total = 1\b/);
});
