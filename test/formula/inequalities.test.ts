import { describe, expect, it } from 'vitest';
import { evaluateConstraint, type Constraint } from '../../runtime/index.js';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { diagnosticsOf } from '../../src/diagnostics/index.js';
import { compile, derive, explain, verify } from '../../src/toolkit.js';

type Class = new (options: never) => Constraint;
const BASE = { summary: 'Tried.', space: 2 } as const;

/** Compiles a spec for one class. */
function classOf(spec: object): Class & { readonly type: ConstraintType } {
  return Object.values(compile('Tried', { ...BASE, ...spec } as never))[0] as never;
}

const faultsOf = (spec: object): { code: string; field: string | undefined; message: string }[] =>
  diagnosticsOf(() => derive('Tried', { ...BASE, ...spec } as never)).map(({ code, field, message }) => ({
    code,
    field,
    message,
  }));

describe('an inequality', () => {
  it('is held at C >= 0, whichever way it is written', () => {
    for (const C of [
      'norm(a - b) <= length',
      'length >= norm(a - b)',
      'length - norm(a - b) >= 0',
      '0 <= length - norm(a - b)',
    ]) {
      const Rope = classOf({ inputs: { a: 'point', b: 'point' }, params: { length: 'scalar' }, C });
      expect(Rope.type.relations).toEqual(['>=']);
      const inputs = { a: { value: [0, 0], velocity: [0, 0] }, b: { value: [3, 4], velocity: [1, 0] } };
      const found = evaluateConstraint(Rope as never, { inputs, params: { length: 6 } });
      const J = found.J as Readonly<Record<string, readonly (readonly number[])[]>>;
      expect(found.C[0]).toBeCloseTo(1, 15);
      expect(found.Cdot[0]).toBeCloseTo(-0.6, 15);
      expect(J['b']![0]![1]).toBeCloseTo(-0.8, 15);
      expect(verify(Rope as never, { samples: 40 }).pass).toBe(true);
    }
  });

  it('with two bounds is two rows', () => {
    const { type } = classOf({
      inputs: { theta: 'scalar' },
      params: { low: 'scalar', high: 'scalar' },
      C: 'low <= theta <= high',
    });
    expect(type.rows).toBe(2);
    expect(type.relations).toEqual(['>=', '>=']);
    expect(type.constantJ).toEqual({
      theta: [
        [0, 0, 1],
        [1, 0, -1],
      ],
    });
    const reversed = classOf({
      inputs: { theta: 'scalar' },
      params: { low: 'scalar', high: 'scalar' },
      C: 'high >= theta >= low',
    });
    expect(reversed.type.constantJ).toEqual({
      theta: [
        [0, 0, -1],
        [1, 0, 1],
      ],
    });
  });

  it('of vectors is one row per component', () => {
    const { type } = classOf({ inputs: { p: 'point' }, params: { low: 'vector' }, C: ['p >= low', 'p.x == p.y'] });
    expect(type.relations).toEqual(['>=', '>=', '==']);
  });

  it('may be one of rates', () => {
    const { type } = classOf({ inputs: { s: 'scalar' }, C: 'ddt(s) >= 0' });
    expect([type.levels, type.relations]).toEqual([['velocity'], ['>=']]);
  });

  it('is a condition before "?"', () => {
    const { type } = classOf({ inputs: { s: 'scalar' }, C: 's <= 1 ? s : 2 s - 1' });
    expect(type.relations).toBeUndefined();
  });

  it('is wrong in verification if its sign is', () => {
    const right = classOf({ inputs: { p: 'point' }, C: 'p.y <= p.x^2' });
    const type: ConstraintType = {
      ...right.type,
      kernel: (...args) => {
        right.type.kernel(...args);
        const [count, , , , , , C] = args;
        for (let k = 0; k < count; k++) C[k]! *= -1;
      },
    };
    expect(verify({ type } as never, { samples: 20 }).pass).toBe(false);
  });

  it('is told of its units', () => {
    const C = 'norm(p) <= length + 1';
    expect(faultsOf({ inputs: { p: 'point' }, params: { length: { unit: 'm' } }, C })[0]!.code).toBe('E_UNIT_SUM');
    expect(faultsOf({ inputs: { p: 'point', s: 'scalar' }, params: { l: { unit: 'm' } }, C: 's <= l <= p.x' })).toEqual(
      [expect.objectContaining({ code: 'E_UNIT_COMPARE', field: 'C' })],
    );
  });

  it('that says the same as another is told, bounds on two sides are not', () => {
    const inputs = { s: 'scalar' };
    expect(faultsOf({ inputs, C: ['s >= 1', 's - 1 >= 0'] })[0]!.code).toBe('E_ROW_REPEATED');
    expect(faultsOf({ inputs, C: ['s >= 1', 's <= 2'] })).toEqual([]);
    expect(faultsOf({ inputs, C: ['s >= 1', 's >= 0'] })).toEqual([]);
  });

  it('is named in explanations and comments', () => {
    const spec = { ...BASE, inputs: { s: 'scalar' }, C: ['s >= 1', 'ddt(s) == 2'] } as never;
    const data = JSON.parse(explain('Tried', spec, 'json')) as { relations?: string[] } | { relations?: string[] }[];
    expect(JSON.stringify(data)).toContain('"relations":[">=","=="]');
    expect(explain('Tried', spec, 'html')).toContain('1 of 2 rows C ≥ 0');
  });
});

describe('friction', () => {
  const FLOOR = {
    inputs: { p: 'point' },
    params: { mu: { default: 0.5, min: 0 }, e: { default: 0, min: 0, max: 1 } },
    C: 'p.y >= 0',
    friction: { slip: 'p.x', coefficient: 'mu' },
    restitution: 'e',
  };

  it('adds the rates that slip as rows', () => {
    const { type } = classOf(FLOOR);
    expect(type).toMatchObject({
      rows: 2,
      levels: ['position', 'velocity'],
      relations: ['>=', 'friction'],
      friction: 'mu',
      restitution: 'e',
    });
    expect(type.formula.C).toEqual(['p.y >= 0', 'ddt(p.x)']);
    expect(verify(classOf(FLOOR) as never, { samples: 20 }).pass).toBe(true);
  });

  it('has two rows in space, from a vector or a list', () => {
    for (const slip of ['[p.x, p.y]', ['p.x', 'ddt(p.y)']]) {
      const { type } = classOf({
        ...FLOOR,
        space: 3,
        C: 'p.z >= 0',
        friction: { slip, coefficient: 0.3 },
        params: {},
        restitution: 0,
      });
      expect(type.relations).toEqual(['>=', 'friction', 'friction']);
      expect(type.friction).toBe(0.3);
    }
  });

  it('takes a rate under "where" as it is', () => {
    const { type } = classOf({
      ...FLOOR,
      where: { slip: 'ddt(p.x)' },
      friction: { slip: '2 slip', coefficient: 'mu' },
    });
    expect(type.formula.C[1]).toBe('2 slip');
  });

  it.each([
    ['an equation', { C: 'p.y == 0' }, 'friction'],
    ['two inequalities', { C: ['p.y >= 0', 'p.x >= 0'] }, 'friction'],
    ['two rates in the plane', { friction: { slip: 'p', coefficient: 'mu' } }, 'friction.slip'],
    ['three rates in space', { space: 3, friction: { slip: 'p', coefficient: 'mu' } }, 'friction.slip'],
    ['one rate in space', { space: 3, friction: { slip: 'p.x', coefficient: 'mu' } }, 'friction.slip'],
    ['three rates', { friction: { slip: '[p.x, p.y, p.x + p.y]', coefficient: 'mu' } }, 'friction.slip'],
    ['a negative coefficient', { friction: { slip: 'p.x', coefficient: -1 } }, 'friction.coefficient'],
    ['an unknown parameter', { friction: { slip: 'p.x', coefficient: 'm' } }, 'friction.coefficient'],
    ['a vector', { params: { ...FLOOR.params, mu: 'vector' } }, 'friction.coefficient'],
    ['a restitution above 1', { restitution: 1.5, params: { mu: 'scalar' } }, 'restitution'],
    ['a largest force of an inequality', { maxForce: 3 }, 'maxForce'],
  ])('does not go with %s', (_, change, field) => {
    const faults = faultsOf({ ...FLOOR, ...change }).filter(({ code }) => code !== 'E_UNUSED_PARAM');
    expect(faults).toContainEqual(expect.objectContaining({ code: 'E_FRICTION', field }));
  });

  it('has one rate between scalars, in a class that serves both spaces', () => {
    const spec = { inputs: { s: 'scalar', n: 'scalar' }, C: 'n >= 0', friction: { slip: 's', coefficient: 0.5 } };
    expect(classOf({ ...spec, space: [2, 3] }).type.relations).toEqual(['>=', 'friction']);
    expect(faultsOf({ ...spec, space: 3 })).toContainEqual(
      expect.objectContaining({
        field: 'friction.slip',
        message: 'The slip has 1 component; a contact in space has two.',
      }),
    );
  });

  it('leaves the name of a constant to it, unless a formula uses the name', () => {
    expect(faultsOf({ ...FLOOR, C: 'p.y >= e' })).toContainEqual(
      expect.objectContaining({ code: 'E_NAME_RESERVED', field: 'params.e' }),
    );
  });
});

it('a largest force belongs to equations', () => {
  const { type } = classOf({
    inputs: { s: 'scalar' },
    params: { torque: { min: 0 } },
    C: 'ddt(s)',
    maxForce: 'torque',
  });
  expect(type.maxForce).toBe('torque');
});
