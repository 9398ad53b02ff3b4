import { describe, expect, test } from 'vitest';
import { derive } from '../../src/kinds/derive.js';
import { diagnosticsOf } from '../../src/diagnostics/index.js';
import type { ConstraintSpec } from '../../src/spec/constraint-spec.js';
import { formatUnit } from '../../src/units/format-unit.js';

const BASE = {
  summary: 'A test.',
  space: 2,
  inputs: { a: 'point', b: 'point', u: 'direction', theta: 'scalar', x: { kind: 'scalar', unit: 'm' } },
  params: {
    length: { unit: 'm' },
    area: { unit: 'm^2' },
    angle: { unit: 'rad' },
    rate: { unit: 'rad/s' },
    n: { unit: '1' },
    centre: { kind: 'vector', unit: 'm' },
    plain: 'scalar',
  },
} as const;

/** Formula that uses all quantities, and breaks no rule. */
const USE_ALL =
  'x / length + n + angle + rate * t + area / length^2 + dot(a - b, u) / length + theta + centre.x / plain + x / plain';

const specOf = (C: string | readonly string[], where?: Readonly<Record<string, string>>): ConstraintSpec => ({
  ...BASE,
  C: [C, USE_ALL].flat(),
  ...(where && { where }),
});

const unitFaults = (spec: unknown): string[] =>
  diagnosticsOf(() => derive('Test', spec)).map(({ code, formula = '', span, message }) =>
    span === undefined ? `${code} ${message}` : `${code} ${formula.slice(span.start, span.end)}: ${message}`,
  );

const unitOf = (C: string): string => {
  const { spaces } = derive('Test', specOf(C));
  const row = spaces[2]!.units.rows[0];
  return row === undefined ? 'unknown' : `${formatUnit(row.value)}, ${formatUnit(row.lambda)}`;
};

test.each([
  ['norm(a - b) == length', 'm, N'],
  ['dot(a - b, a - b) == length^2', 'm², N/m'],
  ['cross(a, b) == area', 'm², N/m'],
  ['a.x * a.y * length == length * area', 'm³, N/m²'],
  ['dot(a, u) / length', '1, J'],
  ['theta - angle', 'rad, N·m'],
  ['theta + pi', 'rad, N·m'],
  ['length * theta - a.x', 'm, N'],
  ['ddt(theta) == rate', 'rad/s, N·m'],
  ['ddt(norm(a)) == length * rate', 'm/s, N'],
  ['ddt(x) - length / t', 'm/s, N'],
  ['sqrt(area) - a.x', 'm, N'],
  ['cbrt(length * area) - a[1]', 'm, N'],
  ['nthRoot(area, 2) - a.x', 'm, N'],
  ['a.x^(3/2) / length^0.5 - x', 'm, N'],
  ['(a.x / length)^n', '1, J'],
  ['2^n * a.x - length', 'm, N'],
  ['atan2(a.y, a.x)', 'rad, N·m'],
  ['acos(a.x / length) - sin(angle)', 'rad, N·m'],
  ['exp(a.x / length) + log(b.x / length) + tanh(theta)', '1, J'],
  ['hypot(a.x, a.y) == max(length, x, 0)', 'm, N'],
  ['min(a.x, 0) + abs(a.y)', 'm, N'],
  ['sign(a.x) * a.y', 'm, N'],
  ['a.x > 0 and theta < 1 ? a.x : 0', 'm, N'],
  ['normalize(a).x', '1, J'],
  ['perp(a).y - rotate(theta, b).x', 'm, N'],
  ['(rotate(theta) * a).x - centre.x', 'm, N'],
  ['([[length, 0], [0, length]] * a).x', 'm², N/m'],
  ['square(a.x) + cube(a.y) / length + pow(x, 2)', 'm², N/m'],
  ['[a.x, theta].y', 'rad, N·m'],
  ['a.x * plain', 'unknown'],
  ['a.x + plain', 'm, N'],
  ['0 == a.x + 0', 'm, N'],
])('%s is in %s', (C, unit) => {
  expect(unitOf(C)).toBe(unit);
});

test.each([
  ['a.x + area', 'E_UNIT_SUM +: A length (m) cannot be added to an area (m²).'],
  ['a.x - theta', 'E_UNIT_SUM -: An angle (rad) cannot be subtracted from a length (m).'],
  ['norm(a) - 1', 'E_UNIT_SUM -: A number without a unit cannot be subtracted from a length (m).'],
  ['a.x + t', 'E_UNIT_SUM +: A length (m) cannot be added to a time (s).'],
  ['a - [1, 2]', 'E_UNIT_SUM -: A number without a unit cannot be subtracted from a length (m).'],
  [
    'norm([a.x, theta])',
    'E_UNIT_SUM [a.x, theta]: The components of this vector differ in unit: one is a length (m), one an angle (rad).',
  ],
  ['dot(a, [1, length])', 'E_UNIT_SUM [1, length]: dot adds a length (m) to an area (m²) here.'],
  ['cross([1, length], a)', 'E_UNIT_SUM a: cross adds a length (m) to an area (m²) here.'],
  [
    '[[1, length], [0, 1]] * a',
    'E_UNIT_SUM *: This product adds a length (m) to other quantities, such as an area (m²).',
  ],
  ['norm(a) == area', 'E_UNIT_COMPARE ==: The left side is a length (m), the right side an area (m²).'],
  ['a.x > 1 ? a.x : a.y', 'E_UNIT_COMPARE >: A length (m) is compared with a number without a unit.'],
  ['not (0 < a.x < theta) ? a.x : a.y', 'E_UNIT_COMPARE <: A length (m) is compared with an angle (rad).'],
  [
    'a.x > 0 ? a.x : area',
    'E_UNIT_COMPARE area: One result of the conditional is a length (m), the other an area (m²).',
  ],
  ['max(a.x, theta)', 'E_UNIT_COMPARE theta: max takes quantities of one unit, not a length (m) and an angle (rad).'],
  ['min(0, a.x, area)', 'E_UNIT_COMPARE area: min takes quantities of one unit, not a length (m) and an area (m²).'],
  [
    'hypot(a.x, 1)',
    'E_UNIT_COMPARE 1: hypot takes quantities of one unit, not a length (m) and a number without a unit.',
  ],
  [
    'atan2(a.y, theta)',
    'E_UNIT_COMPARE theta: atan2 takes quantities of one unit, not a length (m) and an angle (rad).',
  ],
  ['sin(a.x)', 'E_UNIT_ARGUMENT a.x: sin takes an angle, not a length (m).'],
  ['cos(theta * t)', 'E_UNIT_ARGUMENT theta * t: cos takes an angle, not a quantity in rad·s.'],
  ['exp(a.x)', 'E_UNIT_ARGUMENT a.x: exp takes a number without a unit, not a length (m).'],
  ['log(a.x / length, length)', 'E_UNIT_ARGUMENT length: log takes a number without a unit, not a length (m).'],
  ['acos(a.x)', 'E_UNIT_ARGUMENT a.x: acos takes a number without a unit, not a length (m).'],
  ['rotate(a.x, b)', 'E_UNIT_ARGUMENT a.x: rotate takes an angle, not a length (m).'],
  ['a.x^n', 'E_UNIT_POWER ^: The unit of a length (m) to this power is not known.'],
  ['2^a.x', 'E_UNIT_POWER a.x: An exponent is a number, not a length (m).'],
  ['pow(a.x, theta)', 'E_UNIT_POWER theta: The unit of a length (m) to this power is not known.'],
  ['ddt(a.x) - length', 'E_UNIT_SUM -: A length (m) cannot be subtracted from a speed (m/s).'],
])('%s is a mistake', (C, fault) => {
  expect(unitFaults(specOf(C))).toEqual([fault]);
});

const SQUARE =
  'one is the square of the other: square the latter, or take the sqrt of the former; the sqrt of dot(v, v) is norm(v)';

test.each([
  ['dot(a, a) == length', `${SQUARE}; or divide dot(a, a) by a length, such as 1 m`],
  ['a.x - area', `${SQUARE}; or divide area by a length, such as 1 m`],
  [
    'ddt(a.x) == length',
    'one is the rate of change of the other: a rate is ddt(x); or divide length by a time, such as 1 s',
  ],
  ['a.x + area * length', 'divide area * length by an area, such as 1 m²'],
  ['a.x / t == length * length * theta / t', 'divide length * length * theta / t by a length, such as 1 m'],
  ['dot(a, a) == 1', 'give the number a name, and under "params" its unit: m²'],
  [
    'a.x / length == area',
    'give the number a name, and under "params" its unit: m²; or divide area by an area, such as 1 m²',
  ],
  ['sin(a.x)', 'divide by a quantity of the same unit, such as 1 m'],
])('%s has the hint: %s', (C, hint) => {
  expect(diagnosticsOf(() => derive('Test', specOf(C))).map((fault) => fault.hint)).toEqual([hint]);
});

test('a fault is reported once, at its place, and not again at each use', () => {
  const spec = specOf(['d == area', 'd - theta'], { d: 'a.x + length + area' });
  expect(diagnosticsOf(() => derive('Test', spec))).toEqual([
    expect.objectContaining({ code: 'E_UNIT_SUM', field: 'where.d', span: { start: 13, end: 14 } }),
  ]);
});

test('units of names defined later are known', () => {
  expect(unitFaults(specOf('b.x - c', { c: 'd^2', d: 'a.x' }))).toEqual([
    'E_UNIT_SUM -: An area (m²) cannot be subtracted from a length (m).',
  ]);
});

test('a scalar is an angle unless it names a unit, and the message says how', () => {
  const spec = {
    summary: 'x',
    space: 2,
    inputs: { s: 'scalar', p: 'point' },
    params: { l: { unit: 'm' } },
    C: 's + p.x - l',
  };
  expect(diagnosticsOf(() => derive('Test', spec))[0]!.hint).toBe(
    "a scalar input is an angle unless it says otherwise: { kind: 'scalar', unit: 'm' }",
  );
  expect(unitFaults({ ...spec, inputs: { s: { kind: 'scalar', unit: 'm' }, p: 'point' } })).toEqual([]);
});

test('a spec that names no unit is not checked, and its units are shown only where they are certain', () => {
  const spec = { summary: 'x', space: 2, inputs: { a: 'point', s: 'scalar' }, params: { k: 'scalar' } };
  const rows = (C: string, params?: object): unknown =>
    derive('Test', { ...spec, ...(params && { params }), C: [C, '3 * s + a.x + k'] }).spaces[2]!.units.rows[0];
  expect(rows('norm(a) + dot(a, a)')).toBeUndefined();
  expect(rows('norm(a) - 1')).toBeUndefined();
  expect(rows('norm(a)')).toMatchObject({ value: { length: { n: 1n } } });
  expect(rows('a.x + s')).toMatchObject({ value: { length: { n: 1n } } });
  expect(rows('2 * s')).toBeUndefined();
});

const withUnit = (unit: string): unknown => ({
  summary: 'x',
  space: 2,
  inputs: { a: 'point' },
  params: { k: { unit } },
  C: 'a.x * k',
});

test.each([
  'm',
  '1',
  'rad/s',
  'kg m²',
  'kg·m²',
  'N m',
  'N/m',
  '1/m',
  'm⁻¹',
  's^-1',
  'Hz',
  'J',
  'Pa',
  'meter',
  'meters',
  'rad/sec',
  'kilogram',
  '1 / s',
])('the unit "%s" is known', (unit) => {
  expect(unitFaults(withUnit(unit))).toEqual([]);
});

test.each([
  ['metr', 'There is no unit "metr".', 'did you mean "meter"?'],
  ['metres', 'There is no unit "metres".', 'write "m"'],
  ['Meter', 'There is no unit "Meter".', 'write "m"'],
  ['Seconds', 'There is no unit "Seconds".', 'write "s"'],
  ['KiloGrams', 'There is no unit "KiloGrams".', 'write "kg"'],
  ['N/metre', 'There is no unit "metre".', 'write "m"'],
  ['Newton', 'There is no unit "Newton".', 'write "N"'],
  ['pascal', 'There is no unit "pascal".', 'write "Pa"'],
  ['degrees', 'Formulas calculate in SI units, and "degrees" is none of them.', 'give it in "rad"'],
  ['°', 'There is no unit "°".', 'write "rad"'],
  ['%', 'There is no unit "%".', 'write "1"'],
  ['meters per second', 'There is no unit "per".', 'write a quotient with "/", as in "m/s"'],
  ['Nm', 'There is no unit "Nm".', 'write "N m"'],
  ['constructor', 'There is no unit "constructor".', 'units are written m, rad/s, kg m^2, N/m, or 1'],
  ['__proto__', 'There is no unit "__proto__".', 'units are written m, rad/s, kg m^2, N/m, or 1'],
  ['deg', 'Formulas calculate in SI units, and "deg" is none of them.', 'give it in "rad"'],
  ['mm', 'Formulas calculate in SI units, and "mm" is none of them.', 'give it in "m"'],
  ['degC', 'Formulas calculate in SI units, and "degC" is none of them.', 'give it in "K"'],
  ['VAR', 'This is no unit.', 'units are written m, rad/s, kg m^2, N/m, or 1'],
  ['2 m', 'This is no unit.', 'a unit has no number before it: write "m"'],
  ['m + s', 'This is no unit.', 'units are written m, rad/s, kg m^2, N/m, or 1'],
])('the unit "%s" is a mistake', (unit, message, hint) => {
  expect(diagnosticsOf(() => derive('Test', withUnit(unit)))).toEqual([
    { code: 'E_UNIT', message, hint, field: 'params.k.unit', spec: 'Test' },
  ]);
});

test('only a scalar input names a unit', () => {
  const spec = { ...BASE, params: {}, inputs: { a: { kind: 'point', unit: 'm' } }, C: 'a.x' };
  expect(unitFaults(spec)).toEqual(['E_UNIT A point has no unit of its own.']);
});

const body = (change: object): unknown => ({
  summary: 'x',
  space: 2,
  coordinates: { theta: { unit: 'rad' } },
  params: { length: { unit: 'm' }, mass: { unit: 'kg' }, inertia: { unit: 'kg m^2' }, stiffness: { unit: 'N/m' } },
  where: { use: 'inertia * stiffness * length * mass' },
  points: { bob: { at: '[length * sin(theta), length]', mass: 'mass' } },
  energy: '0 * use',
  ...change,
});

test.each([
  [{}, []],
  [
    { points: { bob: { at: '[sin(theta), length]', mass: 'mass' } } },
    ['E_UNIT_RESULT [sin(theta), length]: The point "bob" must be a length (m), not a number without a unit.'],
  ],
  [
    { points: { bob: { at: '[length * theta, length]', mass: 'mass * length' } } },
    ['E_UNIT_RESULT mass * length: A mass must be a mass (kg), not a quantity in kg·m.'],
  ],
  [
    { angles: { bar: { of: 'theta', inertia: 'mass * length' } } },
    ['E_UNIT_RESULT mass * length: A moment of inertia must be a moment of inertia (kg·m²), not a quantity in kg·m.'],
  ],
  [
    { angles: { bar: { of: 'length * theta', inertia: 'inertia' } } },
    ['E_UNIT_RESULT length * theta: The angle "bar" must be an angle (rad), not a length (m).'],
  ],
  [
    { energy: 'stiffness * length * theta + 0 * use' },
    ['E_UNIT_RESULT stiffness * length * theta + 0 * use: The energy must be an energy (J), not a force (N).'],
  ],
  [{ energy: 'stiffness * length^2 * theta^2 / 2 + 0 * use' }, []],
  [
    { energy: 'stiffness * length^2 + length * (1 + 0 * use)' },
    ['E_UNIT_SUM +: An energy (J) cannot be added to a length (m).'],
  ],
  [{ coordinates: { theta: { unit: 'red' } } }, ['E_UNIT There is no unit "red".']],
])('bodies: %j', (change, faults) => {
  expect(unitFaults(body(change))).toEqual(faults);
});

describe('units of friction, restitution and largest forces', () => {
  const units = { r: 'm', F: 'N', M: 'N m', w: 'rad/s' };
  /** Faults of a spec that has the parameters, and the inputs, that its fields name. */
  const faultsOf = (fields: object): string[] => {
    const names = new Set(JSON.stringify(fields).match(/[a-zA-Z]+/g));
    const used = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
      Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
    const params = used({ ...units, mu: undefined });
    const spec = {
      summary: 'A test.',
      space: 2,
      inputs: used({ p: 'point', theta: 'scalar' }),
      params: Object.fromEntries(Object.entries(params).map(([name, unit]) => [name, unit ? { unit } : 'scalar'])),
      ...fields,
    };
    return diagnosticsOf(() => derive('Test', spec)).map(({ code, field, message }) => `${code} ${field}: ${message}`);
  };

  test.each([
    ['a distance', { C: 'p.y >= r', friction: { slip: 'p.x', coefficient: 'mu' } }],
    [
      'an implicit equation over the norm of its gradient',
      {
        C: '(r^2 - dot(p, p)) / (2 * norm(p)) >= 0',
        friction: { slip: 'cross(normalize(p), ddt(p))', coefficient: 0.5 },
      },
    ],
    [
      'friction against rolling, whose coefficient is a length',
      { C: 'p.y >= 0', friction: { slip: 'theta', coefficient: 'r' } },
    ],
    ['equations of rates and of positions', { C: ['ddt(p.x) == 0', 'p.y == r'], maxForce: 'F' }],
    ['a torque', { C: 'ddt(theta) == w', maxForce: 'M' }],
    ['a largest force without a unit', { C: 'dot(p, p) == r^2', maxForce: 'mu' }],
  ])('fit: %s', (_, fields) => {
    expect(faultsOf(fields)).toEqual([]);
  });

  const FRICTION =
    'E_FRICTION friction.coefficient: Friction is at most the coefficient times the multiplier of C. That is';
  test.each([
    [
      { C: 'dot(p, p) <= r^2', friction: { slip: 'cross(normalize(p), ddt(p))', coefficient: 'mu' } },
      `${FRICTION} a quantity in N/m, friction a force (N), and the coefficient a number without a unit.`,
    ],
    [
      { C: 'p.y >= 0', friction: { slip: 'p.x', coefficient: 'r' } },
      `${FRICTION} a force (N), friction a force (N), and the coefficient a length (m).`,
    ],
    [
      { C: 'p.y >= 0', restitution: 'r' },
      'E_FRICTION restitution: Restitution is a ratio of two velocities, a number without a unit, not a length (m).',
    ],
    [
      { C: ['ddt(p.x) == 0', 'theta == 0'], maxForce: 'F' },
      'E_FRICTION maxForce: The multiplier of C is a torque (N·m), its largest size "F" a force (N).',
    ],
  ])('do not fit: %o', (fields, fault) => {
    expect(faultsOf(fields)).toEqual([fault]);
  });
});
