import { Coincident2D, Coincident3D, Distance2D, DoublePendulum, Pendulum } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it } from 'vitest';
import { gravity, World } from '../../../../runtime/index.js';
import { BeadOnParabola } from '../../fixtures/bodies/bead-on-parabola.js';
import { HandWrittenPendulum } from '../../fixtures/bodies/pendulum.js';
import { PolarParticle } from '../../fixtures/bodies/polar-particle.js';
import { largestDifference } from '../../fixtures/oracle.js';
import { G } from '../../fixtures/scenes.js';

const { Perpendicular } = compile('Perpendicular', {
  summary: 'Keeps two directions at a right angle.',
  space: 3,
  inputs: { u: 'direction', w: 'direction' },
  C: 'dot(u, w)',
});

const { BeadOnTurningWire } = compile('BeadOnTurningWire', {
  summary: 'A bead on a straight wire through the origin that turns at a constant rate.',
  space: 2,
  coordinates: { r: { unit: 'm' } },
  params: { mass: 'scalar', rate: 'scalar' },
  points: { bead: { at: '[r * cos(rate * t), r * sin(rate * t)]', mass: 'mass' } },
});

describe('a pendulum of length 1', () => {
  /** Times at which each description gives the angle from the downward vertical. */
  const times = [1, 2, 3, 4, 5];
  const start = 1.2;
  const rate = -0.5;
  /** Mass and distance of a rigid body that swings like a point at distance 1: `I + m d² = m d`. */
  const [mass, d] = [2, 0.6];
  const inertia = mass * d * (1 - d);
  const dt = 1 / 1000;

  const particle = (): number[] => {
    const world = new World({ space: 2, forces: [gravity([0, -G])] });
    const position = [Math.sin(start), -Math.cos(start)];
    const velocity = [rate * Math.cos(start), rate * Math.sin(start)];
    const bob = world.addParticle({ mass, position, velocity });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    return times.map((until) => {
      world.run({ until, dt });
      return Math.atan2(bob.position[0], -bob.position[1]);
    });
  };

  const planar = (): number[] => {
    const world = new World({ space: 2, forces: [gravity([0, -G])] });
    const body = world.addBody({
      mass,
      inertia,
      position: [d * Math.sin(start), -d * Math.cos(start)],
      velocity: [d * rate * Math.cos(start), d * rate * Math.sin(start)],
      angle: start,
      angularVelocity: rate,
    });
    world.add(new Coincident2D({ a: body.point([0, d]), b: world.ground.point([0, 0]) }));
    return times.map((until) => {
      world.run({ until, dt });
      return body.angle.value;
    });
  };

  const parametric = (kind: typeof Pendulum | typeof HandWrittenPendulum): number[] => {
    const world = new World({ space: 2, forces: [gravity([0, -G])] });
    const pendulum = world.addBody(new kind({ length: 1, mass }, { theta: start }, { theta: rate }));
    return times.map((until) => {
      world.run({ until, dt });
      return pendulum.coordinates.theta;
    });
  };

  const spatial = (): number[] => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -G])] });
    // Swings in the xz plane, about −y.
    const body = world.addBody({
      mass,
      inertia: [1.3 * inertia, inertia, 0.9 * inertia],
      position: [d * Math.sin(start), 0, -d * Math.cos(start)],
      velocity: [d * rate * Math.cos(start), 0, d * rate * Math.sin(start)],
      orientation: [Math.cos(start / 2), 0, -Math.sin(start / 2), 0],
      angularVelocity: [0, -rate, 0],
    });
    const { ground } = world;
    const u = ground.direction([0, 1, 0]);
    world.add(new Coincident3D({ a: body.point([0, 0, d]), b: ground.point([0, 0, 0]) }));
    world.add(new Perpendicular({ u, w: body.direction([1, 0, 0]) }));
    world.add(new Perpendicular({ u, w: body.direction([0, 0, 1]) }));
    expect(world.degreesOfFreedom()).toBe(1);
    return times.map((until) => {
      world.run({ until, dt });
      return Math.atan2(body.position[0], -body.position[2]);
    });
  };

  it('swings alike as particle, planar body, parametric body and spatial body', () => {
    const expected = parametric(Pendulum);
    expect(Math.max(...expected) - Math.min(...expected)).toBeGreaterThan(0.5);
    expect(largestDifference(parametric(HandWrittenPendulum), expected)).toBeLessThan(1e-12);
    expect(largestDifference(particle(), expected)).toBeLessThan(1e-8);
    expect(largestDifference(planar(), expected)).toBeLessThan(1e-8);
    expect(largestDifference(spatial(), expected)).toBeLessThan(1e-8);
  });
});

describe('a double pendulum', () => {
  const until = 2;
  const dt = 1 / 2000;
  const bob = [1.5, 0];

  it('swings alike of two rods, of two angles, and of a parametric pendulum with a rod to a particle', () => {
    const rods = new World({ space: 2, forces: [gravity([0, -G])] });
    const first = rods.addParticle({ mass: 1, position: [Math.sin(1), -Math.cos(1)] });
    const position = [Math.sin(1) + 0.7, -Math.cos(1)];
    const second = rods.addParticle({ mass: 2, position });
    rods.add(new Distance2D({ a: rods.ground.point([0, 0]), b: first, length: 1 }));
    rods.add(new Distance2D({ a: first, b: second, length: 0.7 }));
    rods.run({ until, dt });

    const hybrid = new World({ space: 2, forces: [gravity([0, -G])] });
    const end = hybrid.addParticle({ mass: 2, position });
    const pendulum = hybrid.addBody(new Pendulum({ length: 1, mass: 1 }, { theta: 1 }));
    hybrid.add(new Distance2D({ a: pendulum.points.bob, b: end, length: 0.7 }));
    expect(hybrid.degreesOfFreedom()).toBe(2);
    hybrid.run({ until, dt });

    expect(largestDifference(end.position, bob)).toBeGreaterThan(0.1);
    expect(largestDifference(pendulum.points.bob.position, first.position)).toBeLessThan(1e-7);
    expect(largestDifference(end.position, second.position)).toBeLessThan(1e-7);

    const angles = new World({ space: 2, forces: [gravity([0, -G])] });
    const both = angles.addBody(
      new DoublePendulum({ length1: 1, length2: 0.7, mass1: 1, mass2: 2 }, { theta1: 1, theta2: Math.PI / 2 }),
    );
    angles.run({ until, dt });
    expect(largestDifference(both.points.bob1.position, first.position)).toBeLessThan(1e-7);
    expect(largestDifference(both.points.bob2.position, second.position)).toBeLessThan(1e-7);
  });
});

describe('a mass matrix that depends on the state', () => {
  it('moves a point in polar coordinates like a particle', () => {
    const world = new World({ space: 2, forces: [gravity([0, -G])] });
    const particle = world.addParticle({ mass: 2, position: [1, 0], velocity: [0.3, 2] });
    const polar = world.addBody(new PolarParticle({ mass: 2 }, { r: 1, phi: 0 }, { r: 0.3, phi: 2 }));
    world.run({ until: 1, dt: 1 / 1000 });
    expect(largestDifference(polar.points.place.position, particle.position)).toBeLessThan(1e-9);
    expect(largestDifference(polar.points.place.velocity, particle.velocity)).toBeLessThan(1e-9);
  });

  it('flings a bead along a wire that turns, r = r0 cosh wt', () => {
    const world = new World({ space: 2 });
    const bead = world.addBody(new BeadOnTurningWire({ mass: 2, rate: 1.5 }, { r: 0.4 }));
    world.run({ until: 1, dt: 1 / 500 });
    const r = 0.4 * Math.cosh(1.5);
    const rate = 0.4 * 1.5 * Math.sinh(1.5);
    const point = bead.points['bead']!;
    const [c, s] = [Math.cos(1.5), Math.sin(1.5)];
    expect(largestDifference(point.position, [r * c, r * s])).toBeLessThan(1e-10);
    expect(largestDifference(point.velocity, [rate * c - 1.5 * r * s, rate * s + 1.5 * r * c])).toBeLessThan(1e-10);
  });

  it('keeps the energy of a bead with weight and a spring of its own', () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -G])] });
    const bead = world.addBody(new BeadOnParabola({ mass: 1.5, k: 0.8, stiffness: 4 }, { u: 1.1 }));
    const { total, potential } = world.energy();
    expect(potential).toBeCloseTo(1.5 * G * 0.8 * 1.21 + 2 * 1.21, 12);
    const reached: number[] = [];
    world.run({ until: 3, dt: 1 / 1000, onStep: () => reached.push(bead.coordinates.u) });
    expect(Math.min(...reached)).toBeCloseTo(-1.1, 4);
    expect(Math.abs(world.energy().total - total)).toBeLessThan(1e-9);
  });
});
