import { expect, it } from 'vitest';
import { compile } from '../../src/kinds/compile.js';
import { formatReport, verifyType } from '../../src/verify/index.js';
import type { ConstraintType } from '../../runtime/index.js';

const typeOf = (C: string, space: 2 | 3 = 2): ConstraintType => {
  const inputs = Object.fromEntries(
    Object.entries({ theta: 'scalar', a: 'point', b: 'point', c: 'point', d: 'point' } as const).filter(([name]) =>
      new RegExp(`\\b${name}\\b`).test(C),
    ),
  );
  const Class = compile('Angle', { summary: 'An angle.', space, inputs, C }).Angle as { type: ConstraintType };
  return Class.type;
};
const OPTIONS = { samples: 30, referenceSamples: 5 };
const FORMULAS = [
  ['theta == atan2(a.y, a.x)', 2],
  ['2 * atan2(a.y, a.x) == atan2(b.y, b.x)', 2],
  ['angle(a - b, c - b) == theta', 2],
  ['dihedral(a, b, c, d) == theta', 3],
] as const;

it.each(FORMULAS)('%s is proven at its cuts, from both sides', (C, space) => {
  const type = typeOf(C, space);
  expect(type.periods).toEqual([2 * Math.PI]);
  const { singular } = verifyType(type, OPTIONS);
  expect(singular?.faults).toEqual([]);
  expect(singular!.evaluated).toBeGreaterThan(0);
});

it.each(FORMULAS)('%s fails without its period', (C, space) => {
  const { periods, ...type } = typeOf(C, space);
  const report = verifyType(type, OPTIONS);
  expect(periods).toBeDefined();
  expect(report.pass).toBe(false);
  expect(formatReport(report)).toContain('row 1 jumps by whole turns, and has no period');
});

it('a period that the formula does not have fails', () => {
  const type = typeOf('theta == atan2(a.y, a.x) / 2');
  expect(type.periods).toBeUndefined();
  expect(verifyType(type, OPTIONS).singular?.faults).toEqual([]);
  const report = verifyType({ ...type, periods: [2 * Math.PI] }, OPTIONS);
  expect(report.pass).toBe(false);
  expect(formatReport(report)).toContain('which is no multiple of its period');
});

it('rates, limits, and angles that cannot reach their cut have none', () => {
  for (const C of ['ddt(theta) == ddt(atan2(a.y, a.x))', '-1 <= atan2(a.y, a.x) <= 1', 'norm(a) == 2'])
    expect(verifyType(typeOf(C), OPTIONS).singular?.faults ?? []).toEqual([]);
});
