import { describe, expect, it } from 'vitest';
import { rigidBody2DType } from '../../runtime/model/bodies/generated/rigid-body-2d.js';
import { rigidBody3DType } from '../../runtime/model/bodies/generated/rigid-body-3d.js';
import { verifyBodyType } from '../../src/verify/body/verify-body.js';
import { formatReport, verifyType } from '../../src/verify/index.js';
import { LIBRARY_BODIES, LIBRARY_TYPES } from '../support/library.js';

describe('every class of the library, at 100 configurations against differences and 64 digits', () => {
  it('holds what the library promises', () => {
    expect(LIBRARY_TYPES.map((type) => type.name).sort()).toEqual([
      'Angle2D',
      'Angle3D',
      'AngleLock2D',
      'AngleLock3D',
      'Cam',
      'CogWheel',
      'Coincident2D',
      'Coincident3D',
      'Cylindrical',
      'Distance2D',
      'Distance3D',
      'DistanceSquared2D',
      'DistanceSquared3D',
      'DrivenAngle2D',
      'DrivenAngle3D',
      'DrivenPoint2D',
      'DrivenPoint3D',
      'EqualLength2D',
      'EqualLength3D',
      'Gear2D',
      'Gear3D',
      'Helix',
      'Hinge',
      'HingeGear',
      'HingeLock',
      'HingeMotor',
      'LinearMotor2D',
      'LinearMotor3D',
      'Midpoint2D',
      'Midpoint3D',
      'Motor2D',
      'Motor3D',
      'OscillatingMotor2D',
      'OscillatingMotor3D',
      'PlanetaryGear2D',
      'PlanetaryGear3D',
      'PointOnBodyEllipse',
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
      'Prismatic2D',
      'Prismatic3D',
      'Pulley2D',
      'Pulley3D',
      'RackAndPinion',
      'RollingSphere',
      'RollingWheel',
      'RotatingWire',
      'Screw',
      'Skate',
      'TetrahedronVolume',
      'Torus',
      'TriangleArea2D',
      'TriangleArea3D',
      'Universal',
      'Weld2D',
      'Weld3D',
    ]);
  });

  it.each(LIBRARY_TYPES.map((type) => [type.name, type] as const))('%s', (_, type) => {
    const report = verifyType(type);
    expect(report.warnings).toEqual([]);
    expect(report.pass, formatReport(report)).toBe(true);
    expect(report.referenceSamples).toBe(100);
  });
});

describe('every body of the library and the rigid bodies, against differences, Lagrange and 64 digits', () => {
  it('holds what the library promises', () => {
    expect(LIBRARY_BODIES.map((type) => type.name).sort()).toEqual([
      'BeadOnHelix',
      'BeadOnParabola',
      'DoublePendulum',
      'Lever',
      'Link',
      'Pendulum',
      'SliderCrank',
      'SprungPendulum',
    ]);
  });

  it.each([...LIBRARY_BODIES, rigidBody2DType, rigidBody3DType].map((type) => [type.name, type] as const))(
    '%s',
    (_, type) => {
      const report = verifyBodyType(type, { samples: 30 });
      expect(report.warnings).toEqual([]);
      expect(report.pass, formatReport(report)).toBe(true);
    },
  );
});
