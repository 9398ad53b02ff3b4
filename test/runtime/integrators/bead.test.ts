import { describe, expect, it } from 'vitest';
import { World, type Force } from '../../../runtime/index.js';
import { PointOnCircleDistance, PointOnCircle, RotatingWire } from '../fixtures/index.js';

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0]! * b[0]! + a[1]! * b[1]!;

describe('a bead on a circular wire', () => {
  const angle = 0.7;
  const radius = 1.3;
  const speed = 2.1;
  const mass = 0.6;
  const f = [0.4, -3];
  const x = [radius * Math.cos(angle), radius * Math.sin(angle)];
  const v = [-speed * Math.sin(angle), speed * Math.cos(angle)];
  const push = (world: World): Force => ({
    apply: () => {
      world.particles[0]!.applyForce(f);
    },
  });

  it('has lambda = (−f·x − m v·v) / (x·x) for C = ½(x·x − r²)', () => {
    const world = new World({ space: 2, feedback: false });
    const bead = world.addParticle({ mass, position: x, velocity: v });
    world.addForce(push(world));
    const wire = world.add(new PointOnCircle({ p: bead, radius }));
    world.evaluate();
    const expected = (-dot(f, x) - mass * dot(v, v)) / dot(x, x);
    expect(Math.abs(expected)).toBeGreaterThan(0.1);
    expect(Math.abs(wire.lambda[0] - expected)).toBeLessThan(1e-12);
  });

  it('feels the same force whether the wire is ½(x·x − r²) or |x| − r', () => {
    const forces = [PointOnCircleDistance, PointOnCircle].map((Wire) => {
      const world = new World({ space: 2, feedback: false });
      const bead = world.addParticle({ mass, position: x, velocity: v });
      world.addForce(push(world));
      const wire = world.add(new Wire({ p: bead, radius }));
      world.evaluate();
      return { force: wire.forceOn('p'), lambda: wire.lambda[0] };
    });
    expect(Math.abs(forces[0]!.force[0] - forces[1]!.force[0])).toBeLessThan(1e-12);
    expect(Math.abs(forces[0]!.force[1] - forces[1]!.force[1])).toBeLessThan(1e-12);
    expect(Math.hypot(...forces[0]!.force)).toBeGreaterThan(0.4);
    // The multipliers differ by |x|, so the agreement of the forces is no accident.
    expect(forces[0]!.lambda / forces[1]!.lambda).toBeCloseTo(radius, 12);
  });
});

describe('a bead on a turning straight wire', () => {
  const w = 1.7;
  const r0 = 0.4;
  const outward = 0.3;
  const start = (): { world: World; wire: RotatingWire; bead: ReturnType<World['addParticle']> } => {
    const world = new World({ space: 2 });
    const bead = world.addParticle({ mass: 2, position: [r0, 0], velocity: [outward, w * r0] });
    const wire = world.add(new RotatingWire({ p: bead, pivot: world.ground.point([0, 0]), rate: w }));
    return { world, wire, bead };
  };

  it('moves as r = r0 cosh wt + (r0′/w) sinh wt', () => {
    const { world, bead } = start();
    world.run({ until: 2, dt: 1 / 1000 });
    const r = r0 * Math.cosh(2 * w) + (outward / w) * Math.sinh(2 * w);
    expect(Math.abs(bead.position[0] - r * Math.cos(2 * w))).toBeLessThan(1e-8);
    expect(Math.abs(bead.position[1] - r * Math.sin(2 * w))).toBeLessThan(1e-8);
  });

  it('is pushed by the wire with m 2w r′, the mixed derivative counted twice', () => {
    const { world, wire, bead } = start();
    world.run({ until: 1, dt: 1 / 1000 });
    world.evaluate();
    const radial = w * (r0 * Math.sinh(w) + (outward / w) * Math.cosh(w));
    const exact = 2 * 2 * w * radial;
    expect(exact).toBeGreaterThan(1);
    expect(Math.abs(wire.lambda[0] - exact)).toBeLessThan(1e-8);
    const force = wire.forceOn('p');
    expect(dot(force, bead.position)).toBeCloseTo(0, 8);
  });
});
