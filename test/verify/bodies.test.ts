import { expect, it } from 'vitest';
import type { BodyConnectorKernel, BodyType } from '../../runtime/model/bodies/body-type.js';
import { rigidBody3DType } from '../../runtime/model/bodies/generated/rigid-body-3d.js';
import { DoublePendulum, SprungPendulum } from '../../generated/bodies.js';
import { compile } from '../../src/kinds/compile.js';
import { verifyBodyType } from '../../src/verify/body/verify-body.js';
import { someOf } from '../support/scope.js';

const failing = (type: BodyType): string[] => {
  const { pass, quantities } = verifyBodyType(type, { samples: 4 });
  const names = Object.entries(quantities).flatMap(([name, quantity]) => (quantity.pass ? [] : [name]));
  expect(pass).toBe(names.length === 0);
  return names;
};

/** Copies the body with one entry of one of its results slightly wrong. */
function spoiled(type: BodyType, what: 'M' | 'Q' | 'T' | 'V' | 'moment' | 'weight'): BodyType {
  const off = (values: Float64Array, every: number, at = 0): void => {
    for (let i = at; i < values.length; i += every) values[i]! += 1e-6;
  };
  const nv = type.coordinates.reduce((sum, { rateSize }) => sum + rateSize, 0);
  switch (what) {
    case 'M':
    case 'Q':
      return {
        ...type,
        dynamics: (count, q, v, p, t, M, Q) => {
          type.dynamics(count, q, v, p, t, M, Q);
          if (what === 'M') off(M, nv * nv);
          else off(Q, nv);
        },
      };
    case 'T':
    case 'V':
      return {
        ...type,
        energy: (count, q, v, p, t, E) => {
          type.energy(count, q, v, p, t, E);
          off(E, 2, what === 'T' ? 0 : 1);
        },
      };
    case 'moment':
    case 'weight':
      return {
        ...type,
        weight: (count, q, p, t, moment, weight) => {
          type.weight(count, q, p, t, moment, weight);
          off(what === 'moment' ? moment : weight, what === 'moment' ? type.space : type.space * nv);
        },
      };
  }
}

it.each(someOf(['M', 'Q', 'T', 'V', 'moment', 'weight'] as const, 3))(
  'a wrong %s of a parametric body fails, and it alone',
  (what) => {
    expect(failing(spoiled(SprungPendulum.type, what))).toEqual([what]);
  },
);

it.each(someOf(['M', 'Q', 'T', 'V', 'moment', 'weight'] as const, 2))('a wrong %s of a rigid body fails', (what) => {
  expect(failing(spoiled(rigidBody3DType, what))).toContain(what);
});

it.each([8, 9, 10, 11].map((argument) => [['x', 'rate', 'bias', 'B'][argument - 8]!, argument] as const))(
  "a wrong %s of a body's connector fails",
  (_, argument) => {
    for (const type of [DoublePendulum.type, rigidBody3DType]) {
      const [first, ...rest] = type.connectors;
      const kernel: BodyConnectorKernel = (...args) => {
        first!.kernel(...args);
        const values = args[argument] as Float64Array;
        for (let i = 0; i < values.length; i++) values[i]! *= 1 + 1e-7;
      };
      expect(failing({ ...type, connectors: [{ ...first!, kernel }, ...rest] })).not.toEqual([]);
    }
  },
);

it('formulas that cannot be read fail, with a warning', () => {
  const { formula } = DoublePendulum.type;
  const type = { ...DoublePendulum.type, formula: { ...formula, where: {} } };
  const { pass, warnings } = verifyBodyType(type, { samples: 3 });
  expect(pass).toBe(false);
  expect(warnings[0]).toMatch(/could not be read/);
});

it.each(['M', 'Q', 'T', 'V', 'moment', 'weight'])(
  'a coordinate or a point may be called %s, as a quantity is',
  (name) => {
    for (const [coordinate, at] of [
      [name, 'p'],
      ['x', name],
    ] as const) {
      const { type } = compile('Slider', {
        summary: 'A slider.',
        space: 2,
        coordinates: { [coordinate]: { unit: 'm' } },
        params: { mass: { unit: 'kg' } },
        points: { [at]: { at: `[${coordinate}, 0]`, mass: 'mass' } },
      }).Slider;
      expect(failing(type)).toEqual([]);
      expect(verifyBodyType(type, { samples: 4 }).quantities).toHaveProperty([`${name} position`]);
    }
  },
);
