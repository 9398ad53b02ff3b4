import { describe, expect, it } from 'vitest';
import { formatReport, verifyType } from '../../src/verify/index.js';
import { LIBRARY_TYPES } from '../support/library.js';

describe('every class of the library, at 100 configurations against differences and 64 digits', () => {
  it('holds what the library promises', () => {
    expect(LIBRARY_TYPES.map((type) => type.name).sort()).toEqual([
      'Angle2D',
      'Angle3D',
      'Coincident2D',
      'Coincident3D',
      'Distance2D',
      'Distance3D',
      'DistanceSquared2D',
      'DistanceSquared3D',
      'DrivenPoint2D',
      'DrivenPoint3D',
      'EqualLength2D',
      'EqualLength3D',
      'Helix',
      'Midpoint2D',
      'Midpoint3D',
      'PointOnCircle',
      'PointOnCircleDistance',
      'PointOnCycloid',
      'PointOnEllipse',
      'PointOnLemniscate',
      'PointOnLine2D',
      'PointOnLine3D',
      'PointOnParabola',
      'PointOnPlane',
      'PointOnSphere',
      'PointOnSphereDistance',
      'RotatingWire',
      'TetrahedronVolume',
      'Torus',
      'TriangleArea2D',
      'TriangleArea3D',
    ]);
  });

  it.each(LIBRARY_TYPES.map((type) => [type.name, type] as const))('%s', (_, type) => {
    const report = verifyType(type);
    expect(report.warnings).toEqual([]);
    expect(report.pass, formatReport(report)).toBe(true);
    expect(report.referenceSamples).toBe(100);
  });
});
