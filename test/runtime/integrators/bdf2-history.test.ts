import { Coincident2D, Distance2D, Pendulum, Spring2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { bdf2, dormandPrince, gravity, World, type Integrator } from '../../../runtime/index.js';

/** A world, what is read of it at the end, and a change of it halfway. */
interface Case {
  readonly world: World<2>;
  readonly change: () => void;
  /** Sets what {@link change} changes to what it is. */
  readonly keep?: () => void;
  readonly read: () => readonly number[];
}

/** A particle on a spring, whose mass is made five times as large. */
function heavier(integrator: Integrator): Case {
  const world = new World({ space: 2, integrator, forces: [gravity([0, -9.81])] });
  const p = world.addParticle({ mass: 1, position: [1.2, 0] });
  world.addForce(new Spring2D({ a: world.ground.point([0, 0]), b: p, stiffness: 40, restLength: 1 }));
  const change = (): void => void (p.mass = 5);
  return { world, change, read: () => [...p.position, ...p.velocity] };
}

/** A bar on a pin and a spring, whose inertia is made six times as large. */
function moreInertia(integrator: Integrator): Case {
  const world = new World({ space: 2, integrator, forces: [gravity([0, -9.81])] });
  const bar = world.addBody({ mass: 1, inertia: 0.2, position: [0.5, 0] });
  const pin = world.add(new Coincident2D({ a: world.ground.point([0, 0]), b: bar.point([-0.5, 0]) }));
  world.addForce(new Spring2D({ a: world.ground.point([1, 1]), b: bar.point([0.5, 0]), stiffness: 30, restLength: 1 }));
  const change = (): void => void (bar.inertia = 1.2);
  return { world, change, read: () => [bar.orientation, bar.angularVelocity, ...pin.lambda] };
}

/** A pendulum in its own coordinate, with a spring, whose mass is made four times as large. */
function heavierBob(integrator: Integrator): Required<Case> {
  const world = new World({ space: 2, integrator, forces: [gravity([0, -9.81])] });
  const pendulum = world.addBody(new Pendulum({ mass: 1, length: 1 }, { theta: 1 }));
  world.addForce(new Spring2D({ a: world.ground.point([1, 0]), b: pendulum.points.bob, stiffness: 30, restLength: 1 }));
  const change = (): void => void (pendulum.params.mass = 4);
  const keep = (): void => void (pendulum.params.mass = 1);
  return { world, change, keep, read: () => [pendulum.coordinates.theta, pendulum.rates.theta] };
}

/** Two bobs on rods in a chain, of which the lower rod is cut. */
function cut(integrator: Integrator): Case {
  const world = new World({ space: 2, integrator, forces: [gravity([0, -9.81])] });
  const [a, b] = [1, 2].map((x) => world.addParticle({ mass: 1, position: [x, 0] }));
  const upper = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: a!, length: 1 }));
  const lower = world.add(new Distance2D({ a: a!, b: b!, length: 1 }));
  const change = (): void => {
    world.remove(lower);
  };
  return { world, change, read: () => [...a!.position, ...b!.position, ...b!.velocity, ...upper.lambda] };
}

/** A bob on a rod, which a spring pulls from then on. */
function pulled(integrator: Integrator): Case {
  const world = new World({ space: 2, integrator, forces: [gravity([0, -9.81])] });
  const p = world.addParticle({ mass: 1, position: [1, 0] });
  const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
  const change = (): void =>
    void world.addForce(new Spring2D({ a: world.ground.point([1, -1]), b: p, stiffness: 50, restLength: 0.1 }));
  return { world, change, read: () => [...p.position, ...p.velocity, ...rod.lambda] };
}

describe('what bdf2 remembers of the step before', () => {
  it.each(Object.entries({ heavier, moreInertia, heavierBob, cut, pulled }))(
    'is given up, to order 2: %s',
    (_, make) => {
      const exact = make(dormandPrince({ rtol: 1e-12, atol: 1e-12 }));
      exact.world.run({ until: 0.25 });
      exact.change();
      exact.world.run({ until: 0.5 });
      const errors = [60, 120, 240].map((steps) => {
        const { world, change, read } = make(bdf2());
        for (let i = 0; i < steps; i++) {
          if (i === steps / 2) change();
          world.step(0.5 / steps);
        }
        const right = exact.read();
        return Math.max(...read().map((value, i) => Math.abs(value - right[i]!)));
      });
      for (const i of [1, 2]) {
        expect(errors[i - 1]! / errors[i]!).toBeGreaterThan(3.7);
        expect(errors[i - 1]! / errors[i]!).toBeLessThan(4.4);
      }
    },
  );

  it('is given up by a world that takes over a snapshot from before the step with the change, to the same bits', () => {
    const end = (restored: boolean): readonly number[] => {
      const first = heavier(bdf2());
      for (let i = 0; i < 5; i++) first.world.step(0.01);
      first.change();
      const second = restored ? heavier(bdf2()) : first;
      if (restored) second.world.restore(first.world.snapshot());
      for (let i = 0; i < 5; i++) second.world.step(0.01);
      return second.read();
    };
    expect(end(true)).toEqual(end(false));
  });

  it('is kept where a parameter is set to what it is', () => {
    const end = (set: boolean): readonly number[] => {
      const { world, keep, read } = heavierBob(bdf2());
      for (let i = 0; i < 10; i++) {
        if (set) keep();
        world.step(0.01);
      }
      return read();
    };
    expect(end(true)).toEqual(end(false));
  });
});

it.each([3, 10, 500])('is of second order where every other step is shorter, by the factor %i', (factor) => {
  const lossOf = (rate: number): number => {
    const world = new World({ space: 2, integrator: bdf2(), forces: [gravity([0, -9.81])] });
    const bob = world.addParticle({ mass: 1, position: [1, 0] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    while (world.time < 2) {
      world.step(1 / rate);
      world.step(1 / rate / factor);
    }
    return -world.energy().total;
  };
  // Steps of 1/60 s alone lose 0.068 J.
  expect(lossOf(60)).toBeLessThan(0.07);
  expect(lossOf(60)).toBeGreaterThan(4 * lossOf(120));
});
