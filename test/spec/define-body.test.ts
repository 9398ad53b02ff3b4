import { describe, expect, it } from 'vitest';
import { defineBody } from '../../src/index.js';
import { diagnosticsOf } from '../../src/diagnostics/index.js';
import { derive } from '../../src/kinds/derive.js';

const good = {
  summary: 'A point mass on a massless arm.',
  space: 2,
  coordinates: { theta: { unit: 'rad' } },
  params: { length: { min: 0 }, mass: { min: 0 } },
  points: { bob: { at: '[length * sin(theta), -length * cos(theta)]', mass: 'mass' } },
} as const;

/** Lists the faults of a body, one line each. */
const faults = (change: object): string[] =>
  diagnosticsOf(() => derive('Pendulum', { ...good, ...change })).map(({ code, field, message, hint }) =>
    [`${code} ${field ?? '-'}: ${message}`, hint].filter((part) => part !== undefined).join(' → '),
  );

it('returns the plain data with a mark', () => {
  expect(defineBody(good)).toEqual({ ...good, kind: 'body' });
  expect(faults({})).toEqual([]);
});

describe('mistakes in the structure', () => {
  it.each<[object, string]>([
    [
      { coordinates: {} },
      "E_SPEC_SIZE coordinates: A body needs at least one coordinate. → write { theta: { unit: 'rad' } }",
    ],
    [{ pionts: {} }, 'E_SPEC_UNKNOWN_FIELD pionts: There is no field "pionts" in a body. → did you mean "points"?'],
    [
      { points: { bob: { at: '[theta, length]', mas: 'mass' } } },
      'E_SPEC_UNKNOWN_FIELD points.bob.mas: There is no field "mas" in a point. → did you mean "mass"?',
    ],
    [
      { points: { bob: {} } },
      'E_SPEC_MISSING points.bob.at: The spec has no "points.bob.at". → it must be a formula, which is a text',
    ],
    [
      { coordinates: { theta: { min: 2, max: 1 } } },
      'E_PARAM_RANGE coordinates.theta.min: The smallest value, 2, is larger than the largest, 1.',
    ],
    [
      { angles: { bob: { of: 'theta' } } },
      'E_NAME_CLASH angles.bob: The name "bob" is already a point. → rename one of them',
    ],
    [
      { sample: { thet: [0, 1] } },
      'E_SAMPLE sample.thet: There is no coordinate or parameter "thet". → did you mean "theta"?',
    ],
    [
      { coordinates: { theta: { min: 0 } }, sample: { theta: [-1, 1] } },
      'E_SAMPLE sample.theta: The range goes beyond the values that the coordinate allows. → narrow it to lie between min and max',
    ],
  ])('%j', (change, fault) => {
    expect(faults(change)).toEqual([fault]);
  });
});

describe('mistakes in the formulas', () => {
  const at = (formula: string, mass = 'mass'): object => ({ points: { bob: { at: formula, mass } } });
  it.each<[object, string]>([
    [
      at('length * theta'),
      'E_BODY_SHAPE points.bob.at: The point "bob" must be a vector of 2 components, not a scalar. → write [x, y]',
    ],
    [
      { angles: { arm: { of: '[theta, theta]', inertia: '1' } } },
      'E_BODY_SHAPE angles.arm.of: The angle "arm" must be a scalar, not a vector of 2 components. → it is one number',
    ],
    [
      at('[length * theta, 0]', 'mass * theta'),
      'E_MASS points.bob.mass: This mass changes with a coordinate or with time. → masses and inertias are made of parameters and numbers; write one that varies into "kinetic"',
    ],
    [
      { ...at('[length * theta, 0]', '-2'), params: { length: { min: 0 } } },
      'E_MASS points.bob.mass: This mass is nowhere positive. → a mass is positive: check the sign',
    ],
    [
      { angles: { arm: { of: 'theta', inertia: '-mass * length^2 / 12' } } },
      'E_MASS angles.arm.inertia: This inertia is nowhere positive. → an inertia is positive: check the sign',
    ],
    [at('[length * thta, 0]'), 'E_UNKNOWN_NAME points.bob.at: There is nothing called "thta". → did you mean "theta"?'],
    [
      { coordinates: { theta: {}, phi: {} } },
      'E_MASSLESS coordinates.phi: Nothing that has a mass or an inertia moves with the coordinate "phi". → give a mass to a point that moves with it, or an inertia to an angle or a direction',
    ],
    [
      { directions: { u: { of: 'theta' } } },
      'E_BODY_SHAPE directions.u.of: The direction "u" must be a vector of 2 components, not a scalar. → write [x, y]',
    ],
    [
      { directions: { u: { of: '[3, 4]' } } },
      'E_BODY_SHAPE directions.u.of: The direction "u" must have length 1, but has length 5 somewhere. → write normalize(…)',
    ],
    [
      { directions: { bob: { of: '[1, 0]' } } },
      'E_NAME_CLASH directions.bob: The name "bob" is already a point. → rename one of them',
    ],
    [
      { energy: '[theta, 0]' },
      'E_BODY_SHAPE energy: The energy must be a scalar, not a vector of 2 components. → it is one number',
    ],
    [
      { where: { d: 'theta' } },
      'E_UNUSED_WHERE where.d: The quantity "d" is not used in any formula. → use it or remove it',
    ],
  ])('%j', (change, fault) => {
    expect(faults(change)).toEqual([fault]);
  });

  it('are refused where they speak of velocities', () => {
    expect(faults({ ...at('[length * theta, 0]'), energy: 'ddt(theta)' }).map((fault) => fault.split(' ')[0])).toEqual([
      'E_VELOCITY_LEVEL',
    ]);
  });

  it('carry the place in the formula', () => {
    const [fault] = diagnosticsOf(() => derive('Pendulum', { ...good, ...at('[length * thta, 0]') }));
    expect(fault).toMatchObject({ formula: '[length * thta, 0]', span: { start: 10, end: 14 } });
  });
});
