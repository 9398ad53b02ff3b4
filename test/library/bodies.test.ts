import { describe, expect, it } from 'vitest';
import { gravity, rk4, World } from '../../runtime/index.js';
import {
  BeadOnCycloid,
  BeadOnHelix,
  BeadOnParabola,
  DoublePendulum,
  Lever,
  Link,
  Pendulum,
  SliderCrank,
  SprungPendulum,
} from '../../generated/bodies.js';
import { Coincident2D, Distance2D } from '../../generated/distance.js';
import { PointOnLine2D } from '../../generated/line-and-plane.js';

const G = 9.81;
const planar = (): World => new World({ space: 2, forces: [gravity([0, -G])], integrator: rk4() });

describe('bodies of the library in motion', () => {
  it('a pendulum keeps its energy and swings with its period', () => {
    const world = planar();
    const swing = world.addBody(new Pendulum({ length: 1, mass: 2 }, { theta: 1e-3 }));
    const { total } = world.energy();
    const period = 2 * Math.PI * Math.sqrt(1 / G);
    world.run({ until: period, dt: period / 2000 });
    // T = 2π √(l/g) (1 + θ₀²/16 + …)
    expect(swing.coordinates.theta).toBeCloseTo(1e-3, 9);
    expect(world.energy().total).toBeCloseTo(total, 10);
  });

  it('a bead on a cycloid swings through both halves in a time that does not depend on the width', () => {
    for (const start of [0.1, 2.5]) {
      const world = planar();
      const bead = world.addBody(new BeadOnCycloid({ radius: 0.5, mass: 2 }, { phi: start }));
      world.run({ until: 2, dt: 1 / 1000 });
      // The arc s = 4 r sin(φ/2) obeys s̈ = −g s / (4 r).
      const arc = Math.sin(start / 2) * Math.cos(2 * Math.sqrt(G / 2));
      expect(Math.sin(bead.coordinates.phi / 2)).toBeCloseTo(arc, 8);
      expect(bead.points.bead.position[1]).toBeCloseTo(0.5 * (1 - Math.cos(bead.coordinates.phi)), 14);
    }
  });

  it('a bead slides on a link as on a rigid body', () => {
    const [length, mass, theta] = [2, 3, 0.4];
    const positions = [true, false].map((parametric) => {
      const world = planar();
      const bead = world.addParticle({ mass: 1, position: [0.3 * Math.cos(theta), 0.3 * Math.sin(theta)] });
      if (parametric) {
        const link = world.addBody(new Link({ length, mass }, { x: 0, y: 0, theta }));
        world.add(new Coincident2D({ a: link.points.middle, b: world.ground.point([0, 0]) }));
        world.add(new PointOnLine2D({ p: bead, origin: link.points.tail, normal: link.directions.normal }));
        expect([...link.directions.axis.direction]).toEqual([Math.cos(theta), Math.sin(theta)]);
      } else {
        const bar = world.addBody({ mass, inertia: (mass * length ** 2) / 12, position: [0, 0], angle: theta });
        world.add(new Coincident2D({ a: bar.point([0, 0]), b: world.ground.point([0, 0]) }));
        world.add(new PointOnLine2D({ p: bead, origin: bar.point([-1, 0]), normal: bar.direction([0, 1]) }));
      }
      world.run({ until: 0.5 });
      return [...bead.position];
    });
    expect(positions[0]![0]).toBeCloseTo(positions[1]![0]!, 12);
    expect(positions[0]![1]).toBeCloseTo(positions[1]![1]!, 12);
    expect(Math.hypot(...positions[0]!)).toBeLessThan(0.2);
  });

  it('a double pendulum moves as two particles on two rods do', () => {
    const world = planar();
    const one = world.addBody(
      new DoublePendulum({ length1: 1, length2: 0.7, mass1: 1, mass2: 2 }, { theta1: 0.9, theta2: -0.4 }),
    );
    const other = planar();
    const at = (l: number, theta: number): [number, number] => [l * Math.sin(theta), -l * Math.cos(theta)];
    const [a, d] = [at(1, 0.9), at(0.7, -0.4)];
    const bob1 = other.addParticle({ mass: 1, position: a });
    const bob2 = other.addParticle({ mass: 2, position: [a[0] + d[0], a[1] + d[1]] });
    other.add(new Distance2D({ a: other.ground.point([0, 0]), b: bob1, length: 1 }));
    other.add(new Distance2D({ a: bob1, b: bob2, length: 0.7 }));
    for (const w of [world, other]) w.run({ until: 1, dt: 1 / 2000 });
    [...one.points.bob2.position].forEach((x, i) => {
      expect(Math.abs(x - bob2.position[i]!)).toBeLessThan(1e-7);
    });
  });

  it('links joined end to end swing like a compound pendulum', () => {
    // One link held at its tail: θ̈ = −(3 g / 2 l) sin, so that small swings have ω² = 3 g / 2 l.
    const world = planar();
    const hang = -Math.PI / 2;
    const link = world.addBody(
      new Link({ length: 2, mass: 3 }, { x: Math.sin(1e-4), y: -Math.cos(1e-4), theta: hang + 1e-4 }),
    );
    world.add(new Coincident2D({ a: link.points.tail, b: world.ground.point([0, 0]) }));
    const quarter = Math.PI / 2 / Math.sqrt((3 * G) / 4);
    world.run({ until: quarter, dt: quarter / 1000 });
    expect(link.coordinates.theta - hang).toBeCloseTo(0, 9);
  });

  it('a bead on a parabola and one on a helix keep their energy', () => {
    const world = planar();
    world.addBody(new BeadOnParabola({ curvature: 2, mass: 1 }, { x: 1 }));
    const space = new World({ space: 3, forces: [gravity([0, 0, -G])], integrator: rk4() });
    const bead = space.addBody(new BeadOnHelix({ radius: 1, pitch: 1, mass: 1 }, { phi: 0 }));
    for (const w of [world, space]) {
      const { total } = w.energy();
      w.run({ until: 1, dt: 1 / 1000 });
      expect(w.energy().total).toBeCloseTo(total, 8);
    }
    // φ̈ = −g h / (r² + h²), h the rise per radian
    const h = 1 / (2 * Math.PI);
    expect(bead.coordinates.phi).toBeCloseTo((-0.5 * G * h) / (1 + h * h), 9);
  });

  it('a slider-crank keeps its energy, and the piston its line', () => {
    const world = planar();
    const params = { crank: 0.5, rod: 1.5, crankInertia: 0.3, rodMass: 1, rodInertia: 0.2, pistonMass: 2 };
    const engine = world.addBody(new SliderCrank(params, { phi: 0.4 }, { phi: 8 }));
    const { total } = world.energy();
    world.run({ until: 1, dt: 1 / 4000 });
    expect(world.energy().total).toBeCloseTo(total, 8);
    expect(engine.points.piston.position[1]).toBeCloseTo(0, 12);
  });

  it('a lever in balance stays so, and a spring of a body pulls', () => {
    const world = planar();
    const seesaw = world.addBody(new Lever({ left: 1, right: 2, inertia: 3 }, { theta: 0 }));
    const child = world.addParticle({ mass: 2, position: [-1, 0] });
    const other = world.addParticle({ mass: 1, position: [2, 0] });
    world.add(new Coincident2D({ a: seesaw.points.leftEnd, b: child }));
    world.add(new Coincident2D({ a: seesaw.points.rightEnd, b: other }));
    world.run({ until: 0.5, dt: 1 / 500 });
    expect(seesaw.coordinates.theta).toBeCloseTo(0, 9);

    const free = new World({ space: 2, integrator: rk4() });
    const mass = free.addBody(new SprungPendulum({ stiffness: 4, restLength: 1, mass: 1 }, { theta: 0, r: 1.2 }));
    free.run({ until: 1, dt: 1 / 1000 });
    // r − 1 = 0.2 cos 2t
    expect(mass.coordinates.r).toBeCloseTo(1 + 0.2 * Math.cos(2), 9);
  });
});
