import { Attraction2D, Distance2D, DoublePendulum, Spring2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  bdf2,
  collide,
  dormandPrince,
  gravity,
  implicitMidpoint,
  World,
  type Integrator,
  type Particle,
} from '../../../runtime/index.js';
import { bodyOnSprings } from '../fixtures/body-on-springs.js';
import { inFull } from '../../support/scope.js';

/** An oscillator of 1,000 rad/s, let go 0.1 m from its place. */
function oscillator(): { world: World<2>; p: Particle<2> } {
  const world = new World({ space: 2, integrator: implicitMidpoint(), onWarning: () => undefined });
  const p = world.addParticle({ mass: 1, position: [1.1, 0] });
  world.addForce(new Spring2D({ a: world.ground.point([0, 0]), b: p, stiffness: 1e6, restLength: 1 }));
  return { world, p };
}

/** A planet of μ = 1 on an ellipse of half axis 1, at its pericentre. */
function planet(integrator: Integrator, eccentricity: number): { world: World<2>; p: Particle<2> } {
  const world = new World({ space: 2, integrator, onWarning: () => undefined });
  const speed = Math.sqrt((1 + eccentricity) / (1 - eccentricity));
  const p = world.addParticle({ mass: 1, position: [1 - eccentricity, 0], velocity: [0, speed] });
  world.addForce(new Attraction2D({ a: world.ground.point([0, 0]), b: p, massA: 1, massB: 1, G: 1 }));
  return { world, p };
}

describe('implicitMidpoint', () => {
  it('keeps the energy of an oscillation that no step resolves, which turns at 2/h atan(ωh/2)', () => {
    const { world, p } = oscillator();
    const h = 0.01;
    const energy = world.energy().total;
    let [angle, before] = [0, 0];
    for (let i = 0; i < 1000; i++) {
      world.step(h);
      const now = Math.atan2(-p.velocity[0] / 1000, p.position[0] - 1);
      angle += (now - before + 2 * Math.PI) % (2 * Math.PI);
      before = now;
      expect(Math.abs(world.energy().total / energy - 1)).toBeLessThan(2e-13);
    }
    // 2/h atan(5) = 274.680153389003 rad/s in place of 1,000.
    expect(Math.abs(angle / (1000 * h) - 274.680153389003)).toBeLessThan(1e-10);
  });

  inFull('brings a planet round a thousand times without a drift of energy, and with its angular momentum', () => {
    const orbits = 1000;
    const steps = 60;
    const errors = (integrator: Integrator, count: number): { energy: number[]; moment: number } => {
      const { world, p } = planet(integrator, 0.3);
      const energy: number[] = [];
      let moment = 0;
      for (let orbit = 0; orbit < count; orbit++) {
        let most = 0;
        for (let i = 0; i < steps; i++) {
          world.step((2 * Math.PI) / steps);
          // E = −μ / 2a, L² = μ a (1 − e²)
          most = Math.max(most, Math.abs(world.energy().total + 0.5));
          const L = p.position[0] * p.velocity[1] - p.position[1] * p.velocity[0];
          moment = Math.max(moment, Math.abs(L - Math.sqrt(1 - 0.3 ** 2)));
        }
        energy.push(most);
      }
      return { energy, moment };
    };
    const { energy, moment } = errors(implicitMidpoint({ tolerance: 1e-13 }), orbits);
    expect(moment).toBeLessThan(1e-11);
    // An error of second order that swings within each turn, and stays as it is.
    const largest = Math.max(...energy.slice(0, 20));
    expect(largest).toBeLessThan(5e-3);
    expect(Math.max(...energy.slice(-20)) / largest).toBeCloseTo(1, 3);
    const drifting = errors(bdf2(), 40).energy;
    expect(drifting.at(-1)! / drifting[0]!).toBeGreaterThan(5);
  });

  it.each(['planet', 'two pendulums', 'body in space'])('has order 2: %s', (what) => {
    const make = (integrator: Integrator): { world: World<2> | World<3>; values: () => number[] } => {
      if (what === 'planet') {
        const { world, p } = planet(integrator, 0.3);
        return { world, values: () => [...p.position, ...p.velocity] };
      }
      if (what === 'two pendulums') {
        const world = new World({ space: 2, integrator, forces: [gravity([0, -9.81])] });
        const lengths = { length1: 1, length2: 1, mass1: 1, mass2: 1 };
        const body = world.addBody(new DoublePendulum(lengths, { theta1: 1, theta2: 2 }));
        return { world, values: () => [body.coordinates.theta1, body.coordinates.theta2, body.rates.theta1] };
      }
      const { world, body } = bodyOnSprings(integrator);
      return { world, values: () => [...body.position, ...body.orientation, ...body.angularVelocity] };
    };
    const until = 0.5;
    const reference = make(dormandPrince({ rtol: 1e-12, atol: 1e-12 }));
    reference.world.run({ until });
    const exact = reference.values();
    const errors = [100, 200, 400].map((steps) => {
      const { world, values } = make(implicitMidpoint());
      for (let i = 0; i < steps; i++) world.step(until / steps);
      expect(world.stats.factorizations / steps).toBeLessThanOrEqual(4);
      return Math.max(...values().map((value, i) => Math.abs(value - exact[i]!)));
    });
    for (const k of [0, 1]) {
      expect(errors[k]! / errors[k + 1]!).toBeGreaterThan(3.9);
      expect(errors[k]! / errors[k + 1]!).toBeLessThan(4.1);
    }
  });

  it('comes back along its way with the velocities turned round', () => {
    const { world, p } = planet(implicitMidpoint({ tolerance: 1e-13 }), 0.3);
    for (let i = 0; i < 50; i++) world.step(0.05);
    for (const c of [0, 1]) p.velocity[c] = -p.velocity[c]!;
    for (let i = 0; i < 50; i++) world.step(0.05);
    expect(Math.hypot(p.position[0] - 0.7, p.position[1])).toBeLessThan(1e-11);
  });

  it('refuses constraints and shapes, with the remedy', () => {
    const world = new World({ space: 2, integrator: implicitMidpoint() });
    const p = world.addParticle({ mass: 1, position: [0, 1] });
    const rod = new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }, { name: 'rod' });
    expect(() => world.add(rod)).toThrow(
      expect.objectContaining({
        code: 'E_INTEGRATOR',
        message: expect.stringMatching(/'rod' is a constraint.*bdf2\(\)/s) as string,
      }),
    );
    expect(() => {
      collide(world, { shapes: [] });
    }).toThrow(/equations alone/);
    expect(() => implicitMidpoint({ tolerance: -1 })).toThrow(/Option 'tolerance' of implicitMidpoint/);
  });
});
