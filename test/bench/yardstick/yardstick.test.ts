import { describe, expect, it, test } from 'vitest';
import { derived, operationsByHand, YARDSTICKS } from '../../../bench/yardstick/cases.js';
import { distance2D as distance } from '../../../bench/yardstick/distance-2d.js';
import { drawConfiguration } from '../../../src/sampling/configuration.js';
import type { ConstraintType } from '../../../runtime/model/constraint-type.js';
import { batchEvaluations } from '../../../src/sampling/evaluation.js';
import { seededRandom } from '../../../src/sampling/random.js';

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
      [
        operationsByHand(yardstick),
        derived(yardstick, 'throw').derivation.operations.kernel.total,
        derived(yardstick).derivation.operations.kernel.total,
      ],
    ]),
  );
  // By hand; derived without guards at singular points, as by hand; derived with guards, so that all stays finite there. A smaller number is progress: pin it.
  expect(counts).toEqual({
    'distance 2D': [23, 23, 25],
    'distance 3D': [33, 33, 35],
    circle: [14, 14, 14],
    'circle by distance': [19, 19, 21],
    ellipse: [21, 21, 21],
    torus: [32, 32, 34],
    'point on a helix': [18, 18, 18],
    'four-bar loop': [40, 40, 40],
    'angle 3D by acos': [118, 120, 130],
    'angle 3D by atan2': [127, 127, 134],
    'triangle area 3D': [108, 108, 111],
    'tetrahedron volume': [125, 120, 120],
    'point to triangle plane': [150, 152, 154],
    'dihedral angle': [198, 196, 203],
    'ball joint, quaternions': [226, 218, 218],
    'hinge, quaternions': [598, 597, 597],
  });
});

test('without guards nothing is finite at a singular point, by hand or derived; with them everything is', () => {
  const { type } = derived(distance);
  const same = { x: [0, 0, 0, 0], v: [1, 2, 0, 0], p: [1], t: 0 };
  const finite = (kernel: ConstraintType['kernel']): boolean => {
    const [at] = batchEvaluations({ ...type, kernel }, [same]);
    return [...at!.Cdot, ...at!.J, ...at!.gamma].some(Number.isFinite);
  };
  expect([distance.byHand, derived(distance, 'throw').type.kernel, type.kernel].map(finite)).toEqual([
    false,
    false,
    true,
  ]);
});
