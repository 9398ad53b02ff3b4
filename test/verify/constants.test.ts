import { expect, it } from 'vitest';
import { evaluateConstraint } from '../../runtime/index.js';
import { compile, diagnose, verify } from '../../src/toolkit.js';
import { formatReport, verifyType } from '../../src/verify/index.js';

const specOf = (C: string) =>
  ({ summary: 'Has constants inside.', space: 2, inputs: { a: 'point', theta: 'scalar' }, C: `${C} + theta` }) as const;

/** Formulas with constants at kinks, jumps and edges of domains, where nothing moves. */
const CERTAIN = [
  'a.x == abs(0)',
  'a.x == abs(0) * a.y',
  'a.x + sign(0) * a.y',
  'a.x + mod(2, 1) * a.y',
  'a.x == atan2(0, -1)',
  'a.x == atan2(0, 0) + a.y',
  'a.x == nthRoot(0, 3) + a.y',
  'a.x == (0.1 + 0.2 == 0.3 ? 1 : 2) * a.y',
  'a.x == (0 < 0.1 - 0.1 ? a.y : 2 * a.y)',
  'a.x == sum(i, 1:4, floor(i / 2) * cos(i * a.y))',
  'a.x == sum(i, 1:4, mod(i, 2) * cos(i * a.y))',
  'a.x == sum(i, 1:4, (mod(i, 3) == 0 ? 1 : -1) * cos(i * a.y))',
  'a.x == sum(i, 1:4, (i / 3 < 1 ? 1 : -1) * cos(i * a.y))',
  'a.x == sum(i, 0:3, i^0.7 * cos(i * a.y))',
  'a.x == sum(i, 0:3, sqrt(i) * cos(i * a.y))',
  'a.x == sum(i, 0:3, abs(i - 2) * cos(i * a.y))',
  'a.x == sum(i, 0:3, atan2(sin(i * pi / 3), cos(i * pi / 3)) * cos(i * a.y))',
];

it.each(CERTAIN)('%s is proven without a warning', (C) => {
  expect(diagnose(specOf(C))).toEqual([]);
  const report = verify(specOf(C), { name: 'Certain', samples: 20, referenceSamples: 5 });
  expect(report.pass, JSON.stringify(report.quantities)).toBe(true);
  expect(report.warnings).toEqual([]);
});

/** Formulas with constants that rounding takes past a jump, with values that are meant. */
it.each([
  ['floor(tan(pi / 4))', 1],
  ['floor(7 * (1 / 7))', 1],
  ['mod(sin(1), hypot(sin(1)))', 0],
  ['(sqrt(3)^2 >= 3 ? 1 : 0)', 1],
  ['(sqrt(3)^2 < 3 ? 1 : 0)', 0],
  ['(2 * sin(pi / 6) >= 1 ? 1 : 0)', 1],
  ['(2 * sin(pi / 6) < 1 ? 1 : 0)', 0],
  ['(tan(pi / 4) == 1 ? 1 : 0)', 1],
] as const)('%s is %d', (constant, value) => {
  const C = `a.x == ${constant} * a.y`;
  expect(diagnose(specOf(C))).toEqual([]);
  const { type } = compile('Jump', specOf(C)).Jump;
  const { J } = evaluateConstraint({ type }, { inputs: { a: { value: [0.3, 0.7] }, theta: { value: 0 } } });
  expect(J['a']).toEqual([[1, 0 - value]]);
  expect(verify(specOf(C), { name: 'Jump', samples: 20, referenceSamples: 5 }).pass).toBe(true);
});

it.each(['a.x == abs(0) * a.y', 'a.x == sum(i, 0:3, i^0.7 * cos(i * a.y))'])('a fault in %s is found', (C) => {
  const { type } = compile('Certain', specOf(C)).Certain;
  const faulty: typeof type.kernel = (count, slots, x, v, p, t, c, Cdot, J, gamma) => {
    type.kernel(count, slots, x, v, p, t, c, Cdot, J, gamma);
    for (let k = 0; k < 3 * count; k += 3) J[k + 1]! += 1e-3;
  };
  const report = verifyType({ ...type, kernel: faulty }, { samples: 20, referenceSamples: 0 });
  expect(report.quantities.J.pass, formatReport(report)).toBe(false);
});
