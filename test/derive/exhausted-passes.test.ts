import { expect, it } from 'vitest';
import { compile } from '../../src/kinds/compile.js';
import { formatReport } from '../../src/verify/index.js';
import { verify } from '../../src/kinds/verify.js';
import { IS_FULL } from '../support/scope.js';

const nested = (step: (x: string) => string, count: number): string =>
  Array.from({ length: count }).reduce<string>((text) => step(text), 's');

const PAIRS = [
  'pairs',
  { space: 2, inputs: { s: 'scalar' }, C: Array(34).fill('s').join('^'), sample: { s: [0.9, 1.1] } },
] as const;

/**
 * Expressions that passes leave once their steps are used up are computed as they stand, and must
 * be just as right.
 */
it.each([
  // Scales of nested quotients: more than the steps of choosing them.
  ['scales', { space: 2, inputs: { s: 'scalar' }, C: nested((x) => `sqrt(1 + ${x})`, 60), sample: { s: [1, 2] } }],
  // Pairs of factors: more than the steps of sharing them.
  ...(IS_FULL ? [PAIRS] : []),
  // A factor that cancels an entire term leaves no product without factors.
  ['terms', { space: 3, inputs: { p: 'point' }, C: 'log(acsc(1.1 + p.x^-3))', sample: { p: [0.6, 1.4] } }],
] as const)('%s', (_, spec) => {
  const { K } = compile('K', { summary: 'A formula.', ...spec } as never);
  const report = verify(K, { samples: 6, referenceSamples: 2 });
  expect(
    Object.values(report.quantities).every(({ pass }) => pass),
    formatReport(report),
  ).toBe(true);
});
