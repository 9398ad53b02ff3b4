import { Coincident3D, Hinge } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  collide,
  dormandPrince,
  gravity,
  rattle,
  semiImplicitEuler,
  velocityStep,
  World,
  type CollideOptions,
  type Integrator,
  type RigidBody3D,
} from '../../../runtime/index.js';
import { heightOfAxis, MOMENTS, TOP } from '../fixtures/tippe-top.js';
import { throwBodies } from '../standing/colliding-worlds.js';

const G = 9.81;
const BRICK = [5 / 12, 17 / 12, 20 / 12];
const CASES = [velocityStep, semiImplicitEuler].flatMap((integrator) =>
  [60, 240].map((rate) => ({ integrator, rate })),
);
const named = CASES.map(({ integrator, rate }) => [integrator.name, rate, integrator()] as const);

function freeBody(integrator: Integrator, inertia: readonly number[], angularVelocity: readonly number[]) {
  const world = new World({ space: 3, integrator });
  return { world, body: world.addBody({ mass: 1, inertia, position: [0, 0, 0], angularVelocity }) };
}

/** Angular momentum about the centre of mass, in world axes. */
function spinOf(body: RigidBody3D): number[] {
  const rate = body.localAngularVelocity;
  return [...body.vectorToWorldFrame(body.inertia.map((row) => row.reduce((sum, I, c) => sum + I * rate[c]!, 0)))];
}

/** The range of the energy, relative to that at the beginning, in steps until `until`. */
function energies(world: World, until: number, rate: number): { least: number; most: number } {
  const start = world.energy().total;
  const range = { least: 1, most: 1 };
  world.run({
    until,
    dt: 1 / rate,
    onStep: () => {
      const energy = world.energy().total / start;
      range.least = Math.min(range.least, energy);
      range.most = Math.max(range.most, energy);
    },
  });
  return range;
}

const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(...Array.from(a, (x, i) => x - b[i]!));

describe.each(named)('a free body under %s at 1/%i s', (_, rate, integrator) => {
  // The splitting is of second order: (ω h)² at 10 rad/s and 1/60 s is 0.03, and the energy swings by
  // less than a hundredth of that. The angular momentum is exact, but for rounding in each step.
  it('keeps its energy to 1e-3 at 10 rad/s, and its angular momentum to rounding', () => {
    const { world, body } = freeBody(integrator, BRICK, [6, 8, 1]);
    const L = spinOf(body);
    const { least, most } = energies(world, 60, rate);
    expect(least).toBeGreaterThan(1 - 1e-3);
    expect(most).toBeLessThan(1 + 1e-3);
    expect(distance(spinOf(body), L)).toBeLessThan(1e-11 * Math.hypot(...L));
  });

  it.each([20, 150, 600, 3000])('has no more energy than its angular momentum allows, at %i rad/s', (speed) => {
    const inertia = [1, 2, 2.5];
    const { world, body } = freeBody(
      integrator,
      inertia,
      [0.6, 0.79, 0.1].map((x) => speed * x),
    );
    const L = Math.hypot(...spinOf(body));
    const { most } = energies(world, 20, rate);
    expect(most).toBeLessThan(2.5);
    expect(world.energy().total).toBeLessThan(((L * L) / 2) * (1 + 1e-9));
    expect(Math.hypot(...spinOf(body)) / L).toBeCloseTo(1, 10);
  });

  it('turns exactly where two moments are equal, also given as a tensor in other axes', () => {
    const [a, c, turn, until] = [1, 1.8, 0.4, 7];
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const tilted = [
      [a, 0, 0],
      [0, a + (c - a) * sin * sin, (c - a) * sin * cos],
      [0, (c - a) * sin * cos, a + (c - a) * cos * cos],
    ];
    const world = new World({ space: 3, integrator });
    const body = world.addBody({ mass: 1, inertia: tilted, position: [0, 0, 0], angularVelocity: [3, 4, 5] });
    const axis = [0, sin, cos];
    const L = spinOf(body);
    const size = Math.hypot(...L);
    world.run({ until, dt: 1 / rate });
    // The axis goes round L at the rate |L| / a.
    const n = L.map((x) => x / size);
    const along = n.reduce((sum, x, i) => sum + x * axis[i]!, 0);
    const across = [0, 1, 2].map((i) => n[(i + 1) % 3]! * axis[(i + 2) % 3]! - n[(i + 2) % 3]! * axis[(i + 1) % 3]!);
    const phase = (size / a) * until;
    const expected = axis.map(
      (x, i) => along * n[i]! + Math.cos(phase) * (x - along * n[i]!) + Math.sin(phase) * across[i]!,
    );
    expect(distance(body.vectorToWorldFrame(axis), expected)).toBeLessThan(1e-9);
  });

  it('starts from a velocity that is set', () => {
    const { world, body } = freeBody(integrator, BRICK, [6, 8, 1]);
    world.run({ until: 1, dt: 1 / rate });
    body.angularVelocity.set([0, 0, 0]);
    const { orientation } = body;
    const before = [...orientation];
    world.run({ until: 2, dt: 1 / rate });
    expect([...body.angularVelocity]).toEqual([0, 0, 0]);
    expect(distance(orientation, before)).toBeLessThan(1e-14);
  });
});

describe.each(named)('a held body under %s at 1/%i s', (_, rate, integrator) => {
  function gyroscope(speed: number, inertia: readonly number[], projection = false) {
    const world = new World({ space: 3, integrator, forces: [gravity([0, 0, -G])], projection });
    const body = world.addBody({
      mass: 0.5,
      inertia,
      position: [0.05, 0, 0],
      orientation: [Math.SQRT1_2, 0, Math.SQRT1_2, 0],
      angularVelocity: [speed, 0, 0],
    });
    world.add(new Coincident3D({ a: body.point([0, 0, -0.05]), b: world.ground.point([0, 0, 0]) }));
    return { world, body };
  }

  // Steps are of first order, and the gyroscope nods a little: within a few hundredths of m g r / I ω. It
  // sinks as steps lose energy, with projection somewhat faster.
  it.each([
    [300, [1e-3, 1e-3, 1.8e-3], false],
    [300, [1e-3, 1e-3, 1.8e-3], true],
    [377, [1e-3, 1e-3, 1.8e-3], false],
    [300, [2e-3, 2e-3, 4e-4], false],
  ] as const)('goes round as a gyroscope at %i rad/s', (speed, inertia, projection) => {
    const { world, body } = gyroscope(speed, inertia, projection);
    const expected = (0.5 * G * 0.05) / (inertia[2] * speed);
    let [angle, last, most] = [0, 0, 0];
    const start = world.energy().total;
    world.run({
      until: 10,
      dt: 1 / rate,
      onStep: () => {
        const now = Math.atan2(body.position[1], body.position[0]);
        angle += Math.atan2(Math.sin(now - last), Math.cos(now - last));
        last = now;
        most = Math.max(most, world.energy().total / start);
      },
    });
    expect(angle / 10 / expected).toBeGreaterThan(0.99);
    expect(angle / 10 / expected).toBeLessThan(1.02);
    expect(most).toBeLessThan(1.001);
    expect(Math.abs(body.position[2])).toBeLessThan(projection ? 0.03 : 0.01);
    expect(world.residual().position).toBeLessThan(2e-3);
  });

  // The energy of mean velocities swings as the axes change places, by (ω h)² / 100 or so.
  it.each([10, 60, 300])('keeps turning about a hinge that is none of its axes, at %i rad/s', (speed) => {
    const world = new World({ space: 3, integrator });
    const orientation = [Math.cos(0.3), Math.sin(0.3), 0, 0];
    const body = world.addBody({
      mass: 1,
      inertia: [1, 2, 2.5],
      position: [0, 0, 0],
      orientation,
      angularVelocity: [0, 0, speed],
    });
    const { ground } = world;
    const axis = body.direction(body.vectorToLocalFrame([0, 0, 1]));
    const [u, w] = [ground.direction([1, 0, 0]), ground.direction([0, 1, 0])];
    world.add(new Hinge({ a: body.point([0, 0, 0]), b: ground.point([0, 0, 0]), axis, u, w }));
    const { least, most } = energies(world, 10, rate);
    expect(least).toBeGreaterThan(0.995);
    expect(most).toBeLessThan(1.005);
    expect(world.residual().position).toBeLessThan(1e-12);
  });

  it.each([5, 20, 60])('adds no energy in a chain of bodies at %i rad/s', (speed) => {
    const world = new World({ space: 3, integrator, onWarning: () => undefined });
    const bodies = [0, 1, 2, 3].map((n) =>
      world.addBody({
        mass: 1,
        inertia: [0.02, 0.1, 0.11],
        position: [n, 0, 0],
        velocity: [0, speed * (n - 1.5), 0],
        angularVelocity: [n === 0 ? speed : 0, 0, speed],
      }),
    );
    for (const [n, next] of bodies.slice(1).entries())
      world.add(new Coincident3D({ a: bodies[n]!.point([0.5, 0, 0]), b: next.point([-0.5, 0, 0]) }));
    expect(energies(world, 10, rate).most).toBeLessThan(1 + 1e-9);
  });

  it('goes on from a snapshot to the same bits', () => {
    const run = (restored: boolean): number[] => {
      const { world, body } = gyroscope(60, [1e-3, 1.2e-3, 1.8e-3]);
      world.run({ until: 1, dt: 1 / rate });
      const saved = world.snapshot();
      world.run({ until: 2, dt: 1 / rate });
      if (!restored) return [...body.orientation, ...body.angularVelocity];
      const other = gyroscope(60, [1e-3, 1.2e-3, 1.8e-3]);
      other.world.restore(JSON.parse(JSON.stringify(saved)) as typeof saved);
      other.world.run({ until: 2, dt: 1 / rate });
      return [...other.body.orientation, ...other.body.angularVelocity];
    };
    expect(run(true)).toEqual(run(false));
  });

  it('starts from a velocity that is set', () => {
    const { world, body } = gyroscope(60, [1e-3, 1.2e-3, 1.8e-3]);
    world.run({ until: 1, dt: 1 / rate });
    body.velocity.set([0, 0, 0]);
    body.angularVelocity.set([0, 0, 0]);
    world.step(1 / rate);
    // What gravity gives in a step, about the pivot.
    expect(Math.hypot(...body.angularVelocity)).toBeLessThan(G / 0.05 / rate);
    expect(world.energy().kinetic).toBeLessThan(0.25 * (G / rate) ** 2);
  });
});

describe.each(named)('a crate thrown under %s at 1/%i s', (_, rate, integrator) => {
  it.each([20, 150])('at %i rad/s comes down with no more energy than it had', (speed) => {
    const world = new World({
      space: 3,
      forces: [gravity([0, 0, -G])],
      integrator,
      onWarning: () => undefined,
    });
    const crate = world.addBody({
      mass: 1,
      inertia: [5 / 12, 17 / 12, 20 / 12],
      position: [0, 0, 3],
      angularVelocity: [0.6 * speed, 0.79 * speed, 0.1 * speed],
    });
    const shapes: CollideOptions['shapes'] = [
      { box: [200, 200, 1], at: [0, 0, -0.5] },
      { body: crate, box: [4, 2, 1] },
    ];
    collide(world, { shapes, friction: 0.5, restitution: 0.2 });
    const start = world.energy().total;
    let most = start;
    world.run({ until: 5, dt: 1 / rate, onStep: () => (most = Math.max(most, world.energy().total)) });
    // A free body swings by less than 5e-2 at 150 rad/s and 1/60 s.
    expect(most / start).toBeLessThan(speed > 100 ? 1.06 : 1.005);
  });
});

describe.each([
  ['velocityStep', velocityStep(), 1],
  ['velocityStep at θ = 1/2', velocityStep({ theta: 0.5 }), 1],
  ['semiImplicitEuler', semiImplicitEuler(), 1],
] as const)('torques on a spinning body under %s', (_, integrator, order) => {
  function end(chosen: Integrator, dt: number | undefined): number[] {
    const world = new World({ space: 3, integrator: chosen, forces: [] });
    const body = world.addBody({ mass: 1, inertia: BRICK, position: [0, 0, 0], angularVelocity: [3, 4, 0.5] });
    world.addForce({
      apply: ({ time }) => {
        body.applyTorque([Math.cos(time), 2, -body.angularVelocity[0]]);
      },
    });
    world.run(dt === undefined ? { until: 2 } : { until: 2, dt });
    return [...body.orientation, ...body.angularVelocity];
  }

  it('are followed at the order of the method', () => {
    const exact = end(dormandPrince({ rtol: 1e-12, atol: 1e-12 }), undefined);
    const errors = [200, 400, 800].map((rate) => distance(end(integrator, 1 / rate), exact));
    expect(errors[2]!).toBeLessThan(0.03);
    for (const i of [0, 1]) expect(Math.log2(errors[i]! / errors[i + 1]!)).toBeGreaterThan(order - 0.2);
  });
});

// Of a world that rebounds with e = 1, spins would gain what the mean velocity of a turn in a step differs from
// that of the free rotation after the impact: as much as there is, at more than a radian a step.
it.each([1, 2, 4, 5, 8, 9, 12])('bodies that spin and rebound in full gain no energy: world %i', (seed) => {
  const { gain, turn, thrown, codes } = throwBodies({
    ...{ seed, space: 3, bodies: 3, speed: 3, spin: 20, spread: 0, mu: 0, e: 1, place: 'bin', joint: 'none' },
    ...{ integrator: 'velocityStep', rate: 60 },
  });
  expect([thrown, codes]).toEqual([undefined, []]);
  expect(turn).toBeGreaterThan(0.5);
  expect(gain).toBeLessThan(0.01);
});

// A sphere of 4 cm with its centre of mass 3 mm below its middle. Friction turns it over if it is fast, and it spins
// on, with the centre of mass above the middle: what it rises by comes from its spin. A slower one soon rolls, and
// stays up. Where it slips its way depends on the step, by 0.05 after a second at 1/960; where it ends does not.
it.each([
  [60, 0.5, 200],
  [240, 0.5, 200],
  [240, 0.1, 100],
  [960, 0.1, 100],
])('a tippe top at 1/%i s that leans by %d rad and spins at %d rad/s ends as by its equations', (rate, tilt, spin) => {
  const world = new World({ space: 3, integrator: velocityStep(), forces: [gravity([0, 0, -TOP.g])] });
  const { radius, below, mass, friction } = TOP;
  const body = world.addBody({
    mass,
    inertia: MOMENTS,
    position: [0, 0, radius - below * Math.cos(tilt)],
    orientation: [Math.cos(tilt / 2), Math.sin(tilt / 2), 0, 0],
    angularVelocity: [0, 0, spin],
  });
  collide(world, { shapes: [{ sphere: radius, body, at: [0, 0, below] }, { plane: [0, 0, 1] }], friction });
  const { most, least } = energies(world, 3, rate);
  expect(most).toBeLessThan(1 + 1e-9);
  expect(least).toBeGreaterThan(0.5);
  const height = body.vectorToWorldFrame([0, 0, 1])[2];
  expect(Math.abs(height - heightOfAxis(tilt, spin, 3))).toBeLessThan(0.01);
  expect(body.position[2]).toBeCloseTo(radius - below * height, 4);
});

// With the gyroscopic torque in the accelerations, rattle() gains 60 % in 20 s at 20 rad/s, and ends in an error
// at 150.
it.each([
  [10, 120, 1e-3],
  [20, 60, 2e-3],
  [150, 10, 1e-2],
])('rattle keeps the energy of free and held bodies at %i rad/s for %i s', (speed, until, bound) => {
  for (const isHeld of [false, true]) {
    const world = new World({ space: 3, integrator: rattle(), forces: isHeld ? [gravity([0, 0, -G])] : [] });
    const omega = [0.6, 0.79, 0.1].map((x) => x * speed);
    const body = world.addBody({ mass: 1, inertia: [1, 2, 2.5], position: [0, 0, 0], angularVelocity: omega });
    if (isHeld) {
      // ω × r of the centre about the pin.
      body.velocity.set([0, omega[2]! * 0.1, -omega[1]! * 0.1]);
      world.add(new Coincident3D({ a: body.point([-0.1, 0, 0]), b: world.ground.point([-0.1, 0, 0]) }));
    }
    const { least, most } = energies(world, until, 60);
    expect(least).toBeGreaterThan(1 - bound);
    expect(most).toBeLessThan(1 + bound);
    expect(world.residual().position).toBeLessThan(1e-14);
  }
});
