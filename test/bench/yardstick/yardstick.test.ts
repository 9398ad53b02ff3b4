import { describe, expect, it, test } from 'vitest';
import { derived, handWrittenOperations, YARDSTICKS } from '../../../bench/yardstick/cases.js';
import { distance2D as distance } from '../../../bench/yardstick/distance-2d.js';
import { drawConfiguration } from '../../../src/sampling/configuration.js';
import type { ConstraintType } from '../../../runtime/model/constraint-type.js';
import { batchEvaluations } from '../../../src/sampling/evaluation.js';
import { seededRandom } from '../../../src/sampling/random.js';

const SAMPLES = 200;
/**
 * Allowed error, relative to the largest entry of the quantity. Of 200 random samples some are near
 * enough to singular points to lose four digits.
 */
const TOLERANCE = 1e-10;

describe.each(YARDSTICKS.map((yardstick) => [yardstick.title, yardstick] as const))('%s', (_, yardstick) => {
  it('computes what the hand-written kernel does', () => {
    const { type } = derived(yardstick);
    const random = seededRandom(7);
    const samples = Array.from({ length: SAMPLES }, () => drawConfiguration(type, random));
    const ours = batchEvaluations(type, samples);
    const handWritten = batchEvaluations({ ...type, kernel: yardstick.handWritten }, samples);
    for (const quantity of ['C', 'Cdot', 'J', 'gamma'] as const)
      ours.forEach((sample, k) => {
        const scale = Math.max(1, ...sample[quantity].map(Math.abs));
        sample[quantity].forEach((value, entry) => {
          const error = Math.abs(handWritten[k]![quantity][entry]! - value) / scale;
          expect(error, `${quantity}[${entry}] of sample ${k}`).toBeLessThan(TOLERANCE);
        });
      });
  });
});

/**
 * Largest ratio of operations. It is a smoke alarm: the goal is the time, which
 * `npm run bench -- yardstick` measures.
 */
const MOST_OPERATIONS = 1.25;
/**
 * Largest ratio for joints in quaternions. Hand-written kernels double each component once, and
 * compute one Jacobian for the two rows of a hinge that are one linear function of two constants.
 * The derived kernels take the same time.
 */
const MOST_OF_QUATERNIONS = 1.35;

test.each(YARDSTICKS.map((yardstick) => [yardstick.title, yardstick] as const))(
  '%s takes hardly more operations than the hand-written kernel',
  (title, yardstick) => {
    const most = title.endsWith('quaternions') ? MOST_OF_QUATERNIONS : MOST_OPERATIONS;
    const { operations } = derived(yardstick, 'throw').derivation;
    expect(operations.kernel.total / handWrittenOperations(yardstick)).toBeLessThanOrEqual(most);
  },
);

test('without guards nothing is finite at a singular point, hand-written or derived; with them everything is', () => {
  const { type } = derived(distance);
  const same = { x: [0, 0, 0, 0], v: [1, 2, 0, 0], p: [1], t: 0 };
  const finite = (kernel: ConstraintType['kernel']): boolean => {
    const [at] = batchEvaluations({ ...type, kernel }, [same]);
    return [...at!.Cdot, ...at!.J, ...at!.gamma].some(Number.isFinite);
  };
  expect([distance.handWritten, derived(distance, 'throw').type.kernel, type.kernel].map(finite)).toEqual([
    false,
    false,
    true,
  ]);
});
