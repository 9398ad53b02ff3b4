import { describe, expect, it } from 'vitest';
import { diagnosticsOf } from '../../src/diagnostics/index.js';
import { expandConstraint } from '../../src/formula/expand.js';
import { doubles } from '../../src/symbolic/arithmetic-double.js';
import { evaluate } from '../../src/symbolic/evaluate.js';
import { formulaFaults, specOf } from './helpers.js';

const USE_ALL = 'theta + phi + length + a.x + b.x + u.x + axis.x';
const expand = (C: string, where = {}) => expandConstraint('Test', specOf([USE_ALL, C], where), 2);
const levels = (C: string, where = {}) => expand(C, where).rows.map((row) => row.level);

describe('the rate of an expression', () => {
  const values = new Map(
    Object.entries({ theta: 0.4, "theta'": -1.5, 'a.x': 2, 'a.y': 3, "a.x'": 0.5, "a.y'": -0.25, t: 0.7, length: 4 }),
  );
  const rows = (C: string, where = {}) => evaluate(doubles, expand(C, where).C.slice(1), values);

  it.each([
    ['ddt(theta)', [-1.5]],
    ['ddt(a)', [0.5, -0.25]],
    ['ddt(3 * a.x * a.y)', [3 * (0.5 * 3 + 2 * -0.25)]],
    ['ddt(length * theta * t)', [4 * (-1.5 * 0.7 + 0.4)]],
    ['ddt(theta) * ddt(a.x) == ddt(sin(t))', [-1.5 * 0.5 - Math.cos(0.7)]],
    ['dot(ddt(rotate(theta, [1, 0])), [1, 0])', [1.5 * Math.sin(0.4)]],
    // d/dt atan2(y, x) = (x ẏ − y ẋ)/(x² + y²): the branch cut is gone.
    ['ddt(atan2(a.y, a.x))', [(2 * -0.25 - 3 * 0.5) / 13]],
  ])('%s', (C, expected) => {
    rows(C).forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i]!, 14);
    });
  });

  it('may be named', () => {
    expect(rows('u_x', { w: 'ddt(a)', u_x: 'w.x * theta' })).toEqual([0.2]);
  });
});

describe('the level of a row', () => {
  it.each([
    ['a - b', ['position', 'position', 'position']],
    ['ddt(a)', ['position', 'velocity', 'velocity']],
    ['[a.x, ddt(a.y)]', ['position', 'position', 'velocity']],
    // A rate that only decides between branches makes no row of rates.
    ['ddt(theta) > 0 ? theta : 2 * theta', ['position', 'position']],
    ['theta * ddt(t)', ['position', 'position']],
    ['ddt(theta > 0 ? t : 2 * t) * phi', ['position', 'position']],
    ['ddt([theta, t].y) * phi', ['position', 'position']],
    ['ddt((theta - phi) + phi) == phi', ['position', 'velocity']],
    // One component of a cross product may be free of rates.
    ['[ddt(a).x, 0] * 1 == [phi, theta]', ['position', 'velocity', 'position']],
  ])('%s', (C, expected) => {
    expect(levels(C)).toEqual(expected);
  });
});

it('of a cross product with an axis has a component without a rate', () => {
  const spec = {
    summary: 'A ball that rolls on a floor.',
    space: 3,
    inputs: { p: 'point', q: 'point' },
    C: 'cross([0, 0, 1], ddt(p)) == ddt(q)',
  } as const;
  expect(expandConstraint('Test', spec, 3).rows.map(({ level }) => level)).toEqual([
    'velocity',
    'velocity',
    'velocity',
  ]);
});

it('is not decided by a name in whose formula inputs cancel', () => {
  expect(formulaFaults('ddt(x) == phi', { x: 't - theta + theta' })).toMatchObject([
    { code: 'E_VELOCITY_LEVEL', formula: 'ddt(x) == phi', span: { start: 4, end: 5 } },
  ]);
  expect(levels('ddt(x) == phi', { x: 't - theta' })).toEqual(['position', 'velocity']);
});

describe('faults of ddt', () => {
  it.each([
    ['ddt(ddt(theta))', 'ddt(theta)', 'E_VELOCITY_LEVEL', 'This is a rate already: accelerations cannot be held.'],
    ['ddt(a - b * ddt(phi))', 'a - b * ddt(phi)', 'E_VELOCITY_LEVEL', 'This is a rate already: accelerations'],
    ['theta + ddt(length)', 'length', 'E_VELOCITY_LEVEL', 'This does not change, so its rate is always zero.'],
    ['ddt(theta, phi)', 'ddt(theta, phi)', 'E_ARGUMENT_COUNT', 'ddt takes 1 argument, not 2.'],
    ['ddt == theta', 'ddt', 'E_FUNCTION_AS_VALUE', 'The function "ddt" needs arguments.'],
    ['ddt(theta < 1)', 'theta < 1', 'E_CONDITION', 'A quantity is expected here'],
    ['ddt(t) == 1', 'ddt(t) == 1', 'E_ROW_CONSTANT', 'does not depend on any input'],
    // The level is that of what is written, not of what is left of it.
    ['ddt(t - theta + theta) == phi', 't - theta + theta', 'E_VELOCITY_LEVEL', 'Inputs cancel in "t - theta + theta"'],
    ['ddt(0 * theta + t) == phi', '0 * theta', 'E_VELOCITY_LEVEL', 'Inputs cancel in "0 * theta", or change nothing'],
    ['ddt(theta^(1 - 1) * t) == phi', 'theta^(1 - 1)', 'E_VELOCITY_LEVEL', 'its rate does not depend on them.'],
    ['ddt([t + theta - theta, phi]) == a', 't + theta - theta', 'E_VELOCITY_LEVEL', 'Inputs cancel in'],
    ['ddt(2 * (a.x - (a.x - t))) == phi', 'a.x - (a.x - t)', 'E_VELOCITY_LEVEL', 'Inputs cancel in'],
    ['ddt(sign(theta) + t) == phi', 'sign(theta) + t', 'E_VELOCITY_LEVEL', 'Inputs cancel in "sign(theta) + t"'],
    ['ddt([t, t * 0 * a.x].y + phi)', 't * 0 * a.x', 'E_VELOCITY_LEVEL', 'Inputs cancel in'],
  ])('%s', (C, marked, code, message) => {
    const [fault, ...others] = formulaFaults(C);
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ code, message: expect.stringContaining(message) as string });
    expect(C.slice(fault!.span!.start, fault!.span!.end)).toBe(marked);
  });

  it('sees a rate behind a name', () => {
    const [fault] = formulaFaults('ddt(w)', { w: 'ddt(theta)' });
    expect(fault).toMatchObject({ code: 'E_VELOCITY_LEVEL', span: { start: 4, end: 5 } });
  });
});

describe('a rate without an effect is a mistake, and not a row at position level', () => {
  it.each([
    ['ddt(a.x) * (length - length) + a.y', {}, 'ddt(a.x)'],
    ['theta + 0 * ddt(phi)', {}, 'ddt(phi)'],
    ['theta + ddt(phi) - ddt(phi)', {}, 'theta + ddt(phi)'],
    ['ddt(phi) == ddt(phi)', {}, 'ddt(phi)'],
    ['theta + ddt(phi)^0', {}, 'ddt(phi)'],
    ['dot(ddt(a), [0, 0]) + a.x', {}, 'ddt(a)'],
    ['theta + (1 > 2 ? ddt(phi) : phi)', {}, 'ddt(phi)'],
    ['[ddt(a.x), ddt(a.y)] - [a.x, ddt(a.y)]', {}, '[ddt(a.x), ddt(a.y)]'],
    ['still + theta', { still: 'ddt(phi) * (2 - 2)' }, 'ddt(phi)'],
  ])('%s', (C, where, marked) => {
    const [fault] = diagnosticsOf(() => expand(C, where));
    expect(fault).toMatchObject({ code: 'E_VELOCITY_LEVEL' });
    expect(fault!.formula!.slice(fault!.span!.start, fault!.span!.end)).toBe(marked);
  });

  it.each([
    ['[ddt(a.x), a.y]', ['position', 'velocity', 'position']],
    ['[[1, 0], [0, 1]] * [ddt(a.x), a.y]', ['position', 'velocity', 'position']],
    ['[ddt(a.x), a.y].y', ['position', 'position']],
    ['min(ddt(theta), 3)', ['position', 'velocity']],
  ])('components of another level stand beside it: %s', (C, expected) => {
    expect(levels(C)).toEqual(expected);
  });
});
