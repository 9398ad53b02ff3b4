import { describe, expect, it } from 'vitest';
import { dormandPrince, gravity, World, type ImpactLaw } from '../../../runtime/index.js';
import { PointLineContact, PointPlaneContact } from 'holonomic/library';

const near = (actual: number, expected: number, tolerance = 1e-10): void => {
  expect(Math.abs(actual - expected), `${actual} against ${expected}`).toBeLessThan(tolerance);
};
const integratorOf = (impacts: ImpactLaw) => dormandPrince({ rtol: 1e-10, atol: 1e-12, impacts });

/** The mobility of a rod's end, and the rates with which it meets a floor: along it and towards it. */
interface Meeting {
  readonly tt: number;
  readonly nt: number;
  readonly nn: number;
  readonly t: number;
  readonly n: number;
}

/**
 * Routh's method: the impulse of the contact grows, and slip and approach change with it in straight
 * lines. A slip that stops is followed by sticking. Poisson's law says where it ends.
 */
function routh({ tt, nt, nn, t, n }: Meeting, mu: number, e: number): { t: number; n: number } {
  const ratio = Math.abs(nt) / tt;
  expect(ratio).toBeLessThan(mu);
  let [slip, rate, impulse] = [t, n, 0];
  /** Goes on until the rate is zero, or by so much. */
  const go = (most: number): number => {
    const sign = Math.sign(slip);
    const stop = sign === 0 ? Infinity : -slip / (nt - sign * mu * tt);
    const gain = sign === 0 ? nn - (nt * nt) / tt : nn - sign * mu * nt;
    const part = Math.min(stop > 0 ? stop : Infinity, most, rate < 0 ? -rate / gain : Infinity);
    slip = part === stop ? 0 : slip + part * (sign === 0 ? 0 : nt - sign * mu * tt);
    rate += part * gain;
    if (Math.abs(rate) < 1e-15) rate = 0;
    impulse += part;
    return part;
  };
  while (rate < 0) go(Infinity);
  for (let rest = e * impulse; rest > 1e-15;) rest -= go(rest);
  return { t: slip, n: rate };
}

/** A rod of 1 kg and 2 m whose end, at `-r` from its centre, meets the floor with the rates of its fall. */
function rodOf(angle: number, t: number): { r: readonly [number, number]; meeting: Meeting } {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  return { r: [x, y], meeting: { tt: 1 + 3 * y * y, nt: -3 * x * y, nn: 1 + 3 * x * x, t, n: -1 } };
}

function fall(law: ImpactLaw, angle: number, t: number, mu: number, e: number) {
  const { r, meeting } = rodOf(angle, t);
  const world = new World({ space: 2, integrator: integratorOf(law) });
  const { ground } = world;
  const rod = world.addBody({ mass: 1, inertia: 1 / 3, position: [0, r[1] + 0.1], velocity: [t, -1] });
  const end = rod.point([-r[0], -r[1]]);
  world.add(new PointLineContact({ p: end, origin: ground.point([0, 0]), axis: ground.direction([1, 0]), mu, e }));
  const before = world.energy().total;
  world.run({ until: 0.1 + 1e-7 });
  expect(world.stats.impacts).toBe(1);
  const [along, up] = end.velocity as unknown as [number, number];
  return { meeting, t: along, n: up, gained: world.energy().total - before };
}

/** Rates after the impact turn with the rod for 1e-7 s. */
const TURNS = 1e-6;

describe('an oblique impact of a rod', () => {
  it.each([
    ['sticks', Math.PI / 4, 0.5, 0.8, 0.9],
    ['slips on', Math.PI / 4, 5, 0.8, 0.6],
    ['stops in the restitution', Math.PI / 4, 1.7, 0.8, 1],
    ['from the other side', Math.PI / 4, -0.4, 0.8, 0.7],
    ['steeply', 1.3, 0.8, 0.5, 0.5],
  ])("%s as in Routh's method with Poisson's law", (_, angle, slip, mu, e) => {
    const { meeting, t, n, gained } = fall('poisson', angle, slip, mu, e);
    const expected = routh(meeting, mu, e);
    near(t, expected.t, TURNS);
    near(n, expected.n, TURNS);
    expect(gained).toBeLessThan(0);
  });

  it("gains energy by Newton's law, and loses by Poisson's: Kane's paradox", () => {
    // A = [[5, −3], [−3, 5]] / 2, and det A = 4. The end comes with (0.5, −1), and sticks.
    const newton = fall('newton', Math.PI / 4, 0.5, 0.8, 0.9);
    near(newton.n, 0.9, TURNS);
    near(newton.t, 0, TURNS);
    // Impulses (0.4, 1): the work is (0.4 · 0.5 − 1 · (1 − 0.9)) / 2.
    near(newton.gained, 0.05);
    const poisson = fall('poisson', Math.PI / 4, 0.5, 0.8, 0.9);
    // Compression (1/16, 7/16); restitution 0.9 · 7/16 of the normal, with the rate 8/5 of it.
    near(poisson.n, 0.9 * (7 / 16) * (8 / 5), TURNS);
    near(poisson.gained, (0.5 * (8 / 5) * (0.9 * 7) ** 2) / 16 ** 2 - 0.203125);
  });

  it('is the same in space, across its axes', () => {
    const [angle, yaw, slip, mu, e] = [Math.PI / 4, 0.7, 5, 0.8, 0.6];
    const { r, meeting } = rodOf(angle, slip);
    const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
    const world = new World({ space: 3, integrator: integratorOf('poisson') });
    const { ground } = world;
    const rod = world.addBody({
      mass: 1,
      inertia: [1 / 3, 1 / 3, 1 / 3],
      position: [0, 0, r[1] + 0.1],
      velocity: [slip * c, slip * s, -1],
    });
    const end = rod.point([-r[0] * c, -r[0] * s, -r[1]]);
    const plane = {
      origin: ground.point([0, 0, 0]),
      u: ground.direction([1, 0, 0]),
      w: ground.direction([0, 1, 0]),
      normal: ground.direction([0, 0, 1]),
    };
    world.add(new PointPlaneContact({ p: end, ...plane, mu, e }));
    world.run({ until: 0.1 + 1e-7 });
    const expected = routh(meeting, mu, e);
    const [x, y, z] = end.velocity as unknown as [number, number, number];
    near(x * c + y * s, expected.t, TURNS);
    near(y * c - x * s, 0, TURNS);
    near(z, expected.n, TURNS);
  });
});

describe('both laws', () => {
  it.each(['newton', 'poisson'] as const)('give a particle the same, with and without friction: %s', (law) => {
    for (const mu of [0, 0.5]) {
      const world = new World({ space: 3, integrator: integratorOf(law) });
      const { ground } = world;
      const p = world.addParticle({ mass: 2, position: [0, 0, 1], velocity: [3, 4, -2] });
      const plane = {
        origin: ground.point([0, 0, 0]),
        u: ground.direction([1, 0, 0]),
        w: ground.direction([0, 1, 0]),
        normal: ground.direction([0, 0, 1]),
      };
      world.add(new PointPlaneContact({ p, ...plane, mu, e: 0.6 }));
      world.run({ until: 1 });
      // The friction takes μ (1 + e) 2 m/s of 5.
      const left = 1 - (mu * 1.6 * 2) / 5;
      near(p.velocity[0], 3 * left);
      near(p.velocity[1], 4 * left);
      near(p.velocity[2], 1.2);
    }
  });
});

describe("Poisson's law with two contacts", () => {
  const plank = (left: number, right: number, mu = 0) => {
    // What draws it up does not keep a contact that approaches.
    const world = new World({ space: 2, forces: [gravity([0, 1])], integrator: integratorOf('poisson') });
    const { ground } = world;
    // Its left end rests, and its right end comes down with 1 m/s.
    const rod = world.addBody({
      mass: 1,
      inertia: 1 / 3,
      position: [0, 0],
      velocity: [1.5 * mu, -0.5],
      angularVelocity: -0.5,
    });
    const ends = [-1, 1].map((x) => rod.point([x, 0]));
    [left, right].forEach((e, i) => {
      const line = { origin: ground.point([0, 0]), axis: ground.direction([1, 0]) };
      world.add(new PointLineContact({ p: ends[i]!, ...line, mu, e }));
    });
    world.run({ until: 1e-9 });
    expect(world.stats.impacts).toBe(1);
    return [...ends.map(({ velocity }) => velocity[1]), rod.velocity[0]];
  };

  it.each([
    // Impulses of the compression: 1/6, 1/3. A = [[4, −2], [−2, 4]].
    [0.5, 0.5, 0, 0.5],
    [1, 0.5, 1 / 3, 1 / 3],
    [0, 1, 0, 1],
    // 1/60 would not keep the left end from going down.
    [0.1, 1, 0, 1],
  ])('of %f and %f', (left, right, u, w) => {
    const [a, b] = plank(left, right) as [number, number];
    near(a, u, 1e-8);
    near(b, w, 1e-8);
  });

  it('has the friction of all impulses', () => {
    // 1/6 and 1/3 in the compression, and once more in the restitution: 1 in all, μ of which is friction.
    for (const e of [0, 0.1]) {
      const [left, right, along] = plank(e, 1, 0.6) as [number, number, number];
      near(left, 0, 1e-8);
      near(right, 1, 1e-8);
      near(along, 0.3, 1e-8);
    }
  });
});
