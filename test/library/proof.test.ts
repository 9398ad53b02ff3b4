import { describe, expect, it } from 'vitest';
import { rigidBody2DType } from '../../runtime/model/bodies/generated/rigid-body-2d.js';
import { rigidBody3DType } from '../../runtime/model/bodies/generated/rigid-body-3d.js';
import { verifyBodyType } from '../../src/verify/body/verify-body.js';
import { formatReport, losses, verifyType } from '../../src/verify/index.js';
import { verifyEnergyType } from '../../src/verify/energy/verify-energy.js';
import { LIBRARY_BODIES, LIBRARY_ENERGIES, LIBRARY_TYPES } from '../support/library.js';
import { IS_FULL, someOf } from '../support/scope.js';

/**
 * Configurations at which each class is proven: 10, or in `npm run test:full` as many as show the
 * faults of test/mutation in branches.
 */
const SAMPLES = IS_FULL ? 25 : 10;

describe('every class of the library, against differences and 64 digits', () => {
  it.each(someOf(LIBRARY_TYPES, 30).map((type) => [type.name, type] as const))('%s', (_, type) => {
    const report = verifyType(type, { samples: SAMPLES });
    // Few configurations do not reach every branch.
    if (IS_FULL) expect(report.warnings).toEqual([]);
    expect(report.pass, formatReport(report)).toBe(true);
    expect(report.referenceSamples).toBe(SAMPLES);
    expect(losses(report)).toEqual([]);
  });
});

describe('every energy of the library, against differences and 64 digits', () => {
  it.each(someOf(LIBRARY_ENERGIES, 8).map((type) => [type.name, type] as const))('%s', (_, type) => {
    const report = verifyEnergyType(type, { samples: IS_FULL ? 15 : 4, referenceSamples: IS_FULL ? 15 : 2 });
    if (IS_FULL) expect(report.warnings).toEqual([]);
    expect(report.pass, formatReport(report)).toBe(true);
  });
});

describe('every body of the library and the rigid bodies, against differences, Lagrange and 64 digits', () => {
  it.each([...LIBRARY_BODIES, rigidBody2DType, rigidBody3DType].map((type) => [type.name, type] as const))(
    '%s',
    (_, type) => {
      const report = verifyBodyType(type, { samples: IS_FULL ? 15 : 5 });
      expect(report.warnings).toEqual([]);
      expect(report.pass, formatReport(report)).toBe(true);
    },
  );
});
