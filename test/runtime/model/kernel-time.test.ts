import { describe, expect, it } from 'vitest';
import * as library from '../../../generated/index.js';
import { Constraint, dense, evaluateConstraint, World, type ConstraintType } from '../../../runtime/index.js';
import { compile } from '../../../src/toolkit.js';
import { thrown } from '../fixtures/thrown.js';

/** A hand-written `p.x == t²`, whose formula does not mention the time. */
const ramp: ConstraintType = {
  name: 'Ramp',
  summary: 'Moves a point along x.',
  space: 2,
  rows: 1,
  inputs: [{ name: 'p', kind: 'point', size: 2 }],
  params: [],
  formula: { C: ['p.x == ramp'], where: {}, sample: {} },
  kernel: (count, slots, x, v, _p, t, C, Cdot, J, gamma) => {
    for (let k = 0; k < count; k++) {
      C[k] = x[slots[k]!]! - t * t;
      Cdot[k] = v[slots[k]!]! - 2 * t;
      J[2 * k] = 1;
      J[2 * k + 1] = 0;
      gamma[k] = -2;
    }
  },
  jdotKernel: (_count, _slots, _x, _v, _p, _t, Jdot) => {
    Jdot.fill(0);
  },
};

function moved(type: ConstraintType): World {
  const world = new World({ space: 2, solver: dense() });
  world.add(new Constraint(type, { p: world.addParticle({ mass: 1, position: [0, 0] }) }));
  return world;
}

describe('a hand-written type', () => {
  it.each([{ dependsOnTime: true }, {}])('gets the time if it does not say that it reads none: %j', (says) => {
    const world = moved({ ...ramp, ...says });
    world.run({ until: 1.5, dt: 1 / 100 });
    // C = x − t² is kept zero, and its derivatives, by an acceleration of 2.
    expect(world.particles[0]!.position[0]).toBeCloseTo(2.25, 12);
    expect(world.particles[0]!.velocity[0]).toBeCloseTo(3, 12);
    expect(world.constraints[0]!.C[0]).toBeCloseTo(0, 12);
    const inputs = { p: { value: [0, 0] } };
    expect(evaluateConstraint({ type: { ...ramp, ...says } }, { inputs, time: 3 }).C).toEqual([-9]);
  });

  it('gets no number as time if it says that it reads none, so that a mistake shows', () => {
    const type = { ...ramp, dependsOnTime: false };
    const failed = thrown(() => {
      moved(type).step(1 / 100);
    });
    expect(failed.code).toBe('E_STATE_NOT_FINITE');
    expect(failed.message).toContain('that of Ramp #1');
    expect(evaluateConstraint({ type }, { inputs: { p: { value: [0, 0] } } }).C).toEqual([NaN]);
  });
});

describe('a derived type', () => {
  const types = Object.values(library).flatMap((entry) =>
    'type' in entry && 'kernel' in entry.type ? [entry.type] : [],
  );

  it('states whether its kernels read the time', () => {
    expect(types.length).toBeGreaterThan(50);
    const timed = types.filter(({ dependsOnTime }) => dependsOnTime).map(({ name }) => name);
    expect(timed).toEqual(['DrivenPoint2D', 'DrivenPoint3D', 'RotatingWire', 'DrivenAngle', 'OscillatingMotor']);
    // The parameter is called `t` if it is read, and `_t` if not.
    for (const { name, kernel, jdotKernel, dependsOnTime } of types) {
      const reads = [kernel, jdotKernel].some((f) => /^[^)]*[^\w]t\b/.test(String(f)));
      expect([name, dependsOnTime]).toEqual([name, reads]);
    }
  });

  it.each([
    ['p.x == sin(t)', true],
    // One formula does not mention the time; one mentions it, but its kernel does not read it.
    ['p.x == 1', false],
    ['p.x + t == 1 + t', false],
    ['p.x^2 * t == 1', true],
  ])('%s: %s', (C, expected) => {
    const { K } = compile('K', { summary: 'A test.', space: 2, inputs: { p: 'point' }, C } as const);
    expect(K.type.dependsOnTime).toBe(expected);
  });
});
