import { Coincident2D, Distance2D, DrivenPoint2D, Motor, Skate } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { RigidBody2D } from '../../../runtime/model/bodies/rigid-body-2d.js';
import { joinBody } from '../../../runtime/world/add-and-remove.js';
import { Composed } from '../fixtures/bodies/composed.js';
import { HandWrittenPendulum } from '../fixtures/bodies/pendulum.js';
import { random } from '../fixtures/oracle.js';

interface Parts {
  readonly composed: Composed;
  readonly vector: () => number[];
  readonly body: () => RigidBody2D;
}

function parts(seed: number): Parts {
  const composed = new Composed(2);
  const next = random(seed);
  const vector = (): number[] => [2 * next(), 2 * next()];
  const body = (): RigidBody2D => {
    const made = new RigidBody2D({ mass: 1.5 + next(), inertia: 2 + next(), position: vector(), angle: 3 * next() });
    joinBody(composed.structure, made);
    return made;
  };
  return { composed, vector, body };
}

const particles = ({ composed, vector }: Parts): void => {
  const [a, b] = [0, 1].map(() => composed.structure.addParticle({ mass: 1, position: vector() }));
  composed.add(new Distance2D({ a: a!, b: b!, length: 1 }));
  composed.add(new Distance2D({ a: b!, b: composed.ground.point([5, 1]), length: 1 }));
  composed.add(new DrivenPoint2D({ p: a!, amplitude: [1, 2], frequency: 3 }));
};

const bodies = ({ composed, vector, body }: Parts): void => {
  const { structure, ground } = composed;
  const [one, two] = [body(), body()];
  const bead = structure.addParticle({ mass: 1, position: vector() });
  composed.add(new Coincident2D({ a: one.point(vector()), b: two.point(vector()) }));
  composed.add(new Distance2D({ a: one.point(vector()), b: bead, length: 1 }));
  composed.add(new Motor({ theta: one.angle, base: two.angle, speed: 3 }));
  composed.add(new Skate({ p: two.point(vector()), edge: two.direction([0.6, 0.8]) }));
  composed.add(new DrivenPoint2D({ p: one.point(vector()), amplitude: [1, 2], frequency: 3 }));
  composed.add(new Distance2D({ a: bead, b: ground.point(vector()), length: 1 }));
};

/** Motions that are prescribed, of points among others of the same constraints. */
const driven = (made: Parts): void => {
  bodies(made);
  const { composed, vector, body } = made;
  const bar = body();
  const path = composed.handle((t) => [Math.sin(3 * t), t]);
  composed.add(new Distance2D({ a: bar.point(vector()), b: path, length: 1 }));
  composed.add(new Distance2D({ a: path, b: composed.handle((t) => [2 + Math.cos(t), 0]), length: 1 }));
  composed.add(new Distance2D({ a: bar.point(vector()), b: composed.ground.point(vector()), length: 1 }));
  composed.add(new Distance2D({ a: path, b: bar.point(vector()), length: 1 }));
  composed.add(new Coincident2D({ a: bar.point(vector()), b: path }));
};

const parametric = (made: Parts): void => {
  bodies(made);
  const pendulum = new HandWrittenPendulum({ length: 2, mass: 1 }, { theta: 0.4 }, { theta: 1 });
  joinBody(made.composed.structure, pendulum);
  made.composed.add(new Distance2D({ a: pendulum.points.bob, b: made.composed.ground.point([3, 1]), length: 1 }));
};

describe('updated rates', () => {
  it.each([
    ['particles', particles],
    ['bodies', bodies],
    ['bodies and handles', driven],
    ['bodies with coordinates of their own', parametric],
  ] as const)('are those of an evaluation at other velocities and another time: %s', (_, build) => {
    for (const seed of [1, 2, 3]) {
      const made = parts(seed);
      build(made);
      const { composed, vector } = made;
      const { system, stores, state } = composed.structure;
      const before = composed.evaluate();
      for (let i = 0; i < state.v.length; i++) state.v[i]! += vector()[0]!;
      system.time += 0.1;
      system.all.updateRates(stores, state.v);
      const updated = [...system.all.rows.Cdot];
      const J = system.all.jacobian.slice();
      const { Cdot } = composed.evaluate();
      updated.forEach((rate, i) => {
        expect(Math.abs(rate - Cdot[i]!), `row ${i} for seed ${seed}`).toBeLessThan(1e-13);
        expect(Math.abs(rate - before.Cdot[i]!)).toBeGreaterThan(1e-6);
      });
      expect(J).toEqual(system.all.jacobian);
    }
  });
});
