import { expect, it } from 'vitest';
import { compile } from '../../src/kinds/compile.js';
import { formatReport, verifyType } from '../../src/verify/index.js';

/** Formulas that overflow in a part of their range, or change within a fraction of a step. */
const STEEP = [
  'cosh(s / 1e-3) == w',
  'sinh(s / 1e-3) == w',
  'exp(1000 * s) + w',
  '(1e4 * s)^70 == w',
  's^-90 == w',
  'exp(s^2 * 300) == w',
  'sin(2000 * s) == w',
  'tan(40 * s) == w',
  'exp(exp(s)) == w',
  'tanh(s / 1e-2) == w',
  's + 1e-3 * sin(s / 1e-5) == w',
];

it.each(STEEP)('%s passes its proof, and a fault in it fails', (C) => {
  const { type } = compile('Steep', {
    summary: 'A steep curve.',
    space: 2,
    inputs: { s: 'scalar', w: 'scalar' },
    C,
  }).Steep;
  const report = verifyType(type, { samples: 40, referenceSamples: 10, seed: 2 });
  expect(report.pass, formatReport(report)).toBe(true);
  const kernel: typeof type.kernel = (count, slots, x, v, p, t, c, Cdot, J, gamma) => {
    type.kernel(count, slots, x, v, p, t, c, Cdot, J, gamma);
    for (let k = 0; k < count; k++) gamma[k]! *= 1.01;
  };
  const { pass, quantities } = verifyType({ ...type, kernel }, { samples: 40, referenceSamples: 0, seed: 2 });
  expect(pass).toBe(false);
  expect(quantities.gamma.pass).toBe(false);
});
