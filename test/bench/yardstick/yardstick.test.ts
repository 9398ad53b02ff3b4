import { describe, expect, it, test } from 'vitest';
import { derived, operationsByHand, YARDSTICKS } from '../../../bench/yardstick/cases.js';
import { drawConfiguration } from '../../../src/verify/configuration.js';
import { batchEvaluations } from '../../../src/verify/evaluation.js';
import { seededRandom } from '../../../src/verify/random.js';

const SAMPLES = 200;
/** Relative to the largest entry of the quantity; 200 random samples come near enough to singular points to lose four digits. */
const TOLERANCE = 1e-10;

describe.each(YARDSTICKS.map((yardstick) => [yardstick.title, yardstick] as const))('%s', (_, yardstick) => {
  it('is by hand what is derived', () => {
    const { type } = derived(yardstick);
    const random = seededRandom(7);
    const samples = Array.from({ length: SAMPLES }, () => drawConfiguration(type, random));
    const ours = batchEvaluations(type, samples);
    const byHand = batchEvaluations({ ...type, kernel: yardstick.byHand }, samples);
    for (const quantity of ['C', 'Cdot', 'J', 'gamma'] as const)
      ours.forEach((sample, k) => {
        const scale = Math.max(1, ...sample[quantity].map(Math.abs));
        sample[quantity].forEach((value, entry) => {
          const error = Math.abs(byHand[k]![quantity][entry]! - value) / scale;
          expect(error, `${quantity}[${entry}] of sample ${k}`).toBeLessThan(TOLERANCE);
        });
      });
  });
});

test('operations by hand and derived', () => {
  const counts = Object.fromEntries(
    YARDSTICKS.map((yardstick) => [
      yardstick.title,
      [operationsByHand(yardstick), derived(yardstick).derivation.operations.kernel.total],
    ]),
  );
  // By hand, derived. What is derived stays finite at singular points, at two operations for each divisor that can vanish. A smaller second number is progress: pin it.
  expect(counts).toEqual({
    'distance 2D': [23, 25],
    'distance 3D': [33, 35],
    circle: [14, 14],
    'circle by distance': [19, 21],
    ellipse: [21, 23],
    torus: [32, 34],
    'point on a helix': [18, 18],
    'four-bar loop': [40, 40],
    'angle 3D by acos': [118, 130],
    'angle 3D by atan2': [127, 135],
    'triangle area 3D': [108, 112],
    'tetrahedron volume': [125, 120],
    'point to triangle plane': [150, 156],
    'dihedral angle': [198, 204],
    'ball joint, quaternions': [226, 218],
    'hinge, quaternions': [598, 669],
  });
});
