import { describe, expect, it } from 'vitest';
import { BeadOnCurve2D, BeadOnCurve3D, CamFollower, PointOnCurve2D, VaryingGear } from 'holonomic/library';
import { curve, evaluateConstraint, gravity, rattle, rk4, World, type Integrator } from '../../../runtime/index.js';

const rail = (x: number): number => 0.3 * Math.cos(x) + 0.1 * Math.sin(2 * x);
const path = curve.path({ points: Array.from({ length: 41 }, (_, i) => [-5 + i / 4, rail(-5 + i / 4)]) });

/** Largest errors of the energy of a bead in the first and in the last half of ten seconds. */
function energyErrors(integrator: Integrator, dt: number): readonly [number, number] {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator });
  world.addBody(new BeadOnCurve2D({ path, mass: 1 }, { s: 4 }));
  const { total } = world.energy();
  const worst = (until: number): number => {
    let error = 0;
    world.run({ until, dt, onStep: () => (error = Math.max(error, Math.abs(world.energy().total - total))) });
    return error;
  };
  return [worst(5), worst(10)];
}

describe('noncircular gears', () => {
  it('turn as equal ellipses do that roll on each other about foci', () => {
    const e = 0.4;
    const lead = (b: number): number => 2 * Math.atan2(e * Math.sin(b), 1 + e * Math.cos(b));
    const errorBy = (count: number): number => {
      const points = Array.from({ length: count }, (_, i): [number, number] => {
        const b = (2 * Math.PI * i) / count;
        return [b, lead(b)];
      });
      const world = new World({ space: 2, integrator: rk4() });
      const b = world.addBody({ mass: 1, inertia: 1e6, position: [0, 0], angularVelocity: 1 });
      const slowest = (1 - e) / (1 + e);
      const a = world.addBody({ mass: 1, inertia: 1e-6, position: [2, 0], angularVelocity: -slowest });
      world.add(new VaryingGear({ a: a.angle, b: b.angle, lead: curve({ points, periodic: 2 * Math.PI }) }));
      let worst = 0;
      const compare = (): void => {
        const turned = b.orientation;
        worst = Math.max(worst, Math.abs(a.orientation + turned - lead(turned)));
      };
      world.run({ until: 7, dt: 0.01, onStep: compare });
      // More than a turn: tan(a/2) = −(1 − e)/(1 + e) tan(b/2)
      expect(b.orientation).toBeGreaterThan(2 * Math.PI);
      expect(Math.tan(a.orientation / 2)).toBeCloseTo(-slowest * Math.tan(b.orientation / 2), 5);
      return worst;
    };
    const [coarse, fine] = [errorBy(32), errorBy(64)];
    expect(fine).toBeLessThan(5e-8);
    expect(coarse / fine).toBeGreaterThan(56);
  });
});

describe('a bead on a rail through points', () => {
  it('keeps its energy to 1e-8 J in 10 s', () => {
    expect(Math.max(...energyErrors(rk4(), 1e-3))).toBeLessThan(1e-10);
  });

  it('has an energy that does not drift by symplectic steps, and errors of their order', () => {
    const [first, last] = energyErrors(rattle(), 2e-3);
    expect(last / first).toBeLessThan(1.001);
    const [finer] = energyErrors(rattle(), 1e-3);
    expect(first / finer).toBeGreaterThan(3.9);
    expect(first / finer).toBeLessThan(4.1);
  });

  it('is told where the rail ends', () => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const slope = curve.path({
      points: [
        [0, 1],
        [1, 0.2],
        [2, 0],
      ],
    });
    world.addBody(new BeadOnCurve2D({ path: slope, mass: 1 }, { s: 0 }));
    expect(() => {
      for (let k = 0; k < 2000; k++) world.step(1e-3);
    }).toThrow(/a path from 0 to 2\.3/);
  });
});

it('a bead on a closed path in space goes round', () => {
  const points = Array.from({ length: 24 }, (_, i) => [
    Math.cos((i * Math.PI) / 12),
    Math.sin((i * Math.PI) / 12),
    0.2,
  ]);
  const ring = curve.path({ points, closed: true });
  expect(ring.period).toBeCloseTo(48 * Math.sin(Math.PI / 24), 12);
  const world = new World({ space: 3, integrator: rk4() });
  const bead = world.addBody(new BeadOnCurve3D({ path: ring, mass: 1 }, { s: 0 }, { s: 1 }));
  world.run({ until: 20, dt: 0.01 });
  const { position } = bead.points.bead;
  expect(Math.hypot(position[0], position[1])).toBeCloseTo(1, 6);
  expect(world.energy().kinetic).toBeCloseTo(0.5 * (Math.PI / 24 / Math.sin(Math.PI / 24)) ** 2, 5);
});

it('a handle drives a point along a path', () => {
  const world = new World({ space: 2, integrator: rk4() });
  const p = world.addParticle({ mass: 1, position: path.point(2), velocity: path.derivative(2) });
  world.add(new PointOnCurve2D({ p, s: world.handle((t) => 2 + t), path }));
  world.run({ until: 2, dt: 1e-3 });
  path.point(4).forEach((x, c) => {
    expect(p.position[c]).toBeCloseTo(x, 8);
  });
});

describe('a cam', () => {
  const harmonic = (count: number, height: number) =>
    curve({
      points: Array.from({ length: count }, (_, i) => [
        (2 * Math.PI * i) / count,
        (height / 2) * (1 - Math.cos((2 * Math.PI * i) / count)),
      ]),
      periodic: 2 * Math.PI,
    });
  const build = (profile = harmonic(24, 0.1)) => {
    const world = new World({ space: 2, integrator: rk4() });
    const cam = world.addBody({ mass: 2, inertia: 0.01, position: [0, 0], angularVelocity: 10 });
    const tip = world.addParticle({ mass: 0.3, position: [0, 0] });
    return { world, cam, tip, lift: world.add(new CamFollower({ lift: tip.y, angle: cam.angle, profile })) };
  };

  it('lifts by the formula that its points have, and its turning pays for it', () => {
    const { world, cam, tip } = build();
    const { total } = world.energy();
    for (let k = 0; k < 2000; k++) world.step(1e-3);
    expect(cam.angle.value).toBeGreaterThan(6 * Math.PI);
    expect(tip.position[1]).toBeCloseTo(0.05 * (1 - Math.cos(cam.angle.value)), 8);
    expect(Math.abs(world.energy().total - total)).toBeLessThan(1e-10);
  });

  it('has a force that jumps neither at knots nor at the seam', () => {
    const { lift } = build();
    const profile = lift.params.profile;
    const gammaAt = (angle: number): number =>
      evaluateConstraint(CamFollower, {
        inputs: { lift: { value: 0, velocity: 0 }, angle: { value: angle, velocity: 10 } },
        params: { profile },
      }).gamma[0]!;
    for (let i = 0; i <= 24; i++) {
      const knot = (2 * Math.PI * i) / 24;
      expect(Math.abs(gammaAt(knot + 1e-12) - gammaAt(knot - 1e-12))).toBeLessThan(1e-9);
    }
  });

  it('takes another profile between steps', () => {
    const { lift, world } = build();
    const flat = harmonic(24, 0.02);
    lift.params.profile = flat;
    expect(lift.params.profile).toBe(flat);
    expect(() => {
      lift.params.profile = 3 as never;
    }).toThrow("Parameter 'profile' of CamFollower #1 is 3, not a curve.");
    world.step(1e-3);
  });

  it('goes on from a snapshot to the bit, and refuses one whose curve nobody made here', () => {
    const { world, lift } = build();
    world.step(1e-3);
    const saved = world.snapshot();
    const text = JSON.stringify(saved);
    for (let k = 0; k < 10; k++) world.step(1e-3);
    const after = JSON.stringify(world.snapshot());
    world.restore(saved);
    expect(JSON.stringify(world.snapshot())).toBe(text);
    for (let k = 0; k < 10; k++) world.step(1e-3);
    expect(JSON.stringify(world.snapshot())).toBe(after);
    const handle = JSON.parse(text) as { constraints: { params: Record<string, number> }[] };
    const [one] = handle.constraints;
    for (const key of Object.keys(one!.params)) one!.params[key] = 12345;
    expect(() => {
      world.restore(handle as never);
    }).toThrow(/profile/);
    expect(lift.params.profile.period).toBeCloseTo(2 * Math.PI, 14);
  });
});
