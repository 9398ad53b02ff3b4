import { expect, test } from 'vitest';
import { World, type ConstraintType } from '../../runtime/index.js';
import type { CompiledClass } from '../../src/emit/compile.js';
import { compileLeniently } from '../../src/kinds/compile.js';
import { compile, verify } from '../../src/toolkit.js';

/** For the plane and for space, with a unit that does not fit, and an input and a parameter too many. */
const SPEC = {
  summary: 'A test.',
  space: [2, 3],
  inputs: { p: 'point', q: 'point' },
  params: { h: { unit: 'm' }, b: { unit: 's' } },
  C: 'dot(p, p) == h',
} as const;

test('classes are made of specs with units that do not fit, and with more than they use', () => {
  expect(() => compile('Test', SPEC)).toThrow('is not used in any formula');
  const { classes, warnings } = compileLeniently('Test', SPEC);
  expect(Object.keys(classes)).toEqual(['Test2D', 'Test3D']);
  // Each is told once, and a unit of what is not used says nothing.
  expect(warnings.map(({ code, field, spec }) => [code, field, spec])).toEqual([
    ['E_UNUSED_INPUT', 'inputs.q', 'Test'],
    ['E_UNUSED_PARAM', 'params.b', 'Test'],
    ['E_UNIT_COMPARE', 'C', 'Test'],
  ]);
  for (const one of Object.values(classes))
    expect(verify(one as { type: ConstraintType }, { samples: 20 }).pass).toBe(true);
});

test('what is not used exerts no force', () => {
  const Test = compileLeniently('Test', SPEC).classes['Test2D'] as CompiledClass;
  const world = new World({ space: 2, forces: [] });
  const p = world.addParticle({ mass: 1, position: [2, 0], velocity: [0, 1] });
  const q = world.addParticle({ mass: 1, position: [1, 1], velocity: [0, 1] });
  world.add(new Test({ p, q, h: 4, b: 0 }));
  for (let k = 0; k < 100; k++) world.step(0.01);
  expect(Math.hypot(...p.position)).toBeCloseTo(2, 6);
  // One second at 1 m/s: it goes straight on.
  expect([...q.position]).toEqual([expect.closeTo(1, 9), expect.closeTo(2, 9)]);
});

test('other mistakes stay mistakes', () => {
  expect(() => compileLeniently('Test', { ...SPEC, C: 'dot(p, r) == h' })).toThrow('There is nothing called "r"');
  expect(() => compileLeniently('Test', { ...SPEC, C: 'h == 1' })).toThrow('does not depend on any input');
});
