import { describe, expect, it, test } from 'vitest';
import { compile } from 'holonomic/toolkit';
import { Coincident2D, Distance2D, HingeMotor, Motor } from '../../../generated/index.js';
import {
  assemble,
  dormandPrince,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  spring,
  velocityStep,
  World,
  type Integrator,
  type PointConnector,
} from '../../../runtime/index.js';
import { inFull } from '../../support/scope.js';

const FIXED: readonly (() => Integrator)[] = [semiImplicitEuler, rk4, rattle, velocityStep];
const DT = 1 / 240;

const quiet = (space: 2 | 3, integrator: Integrator): World =>
  new World({ space, forces: [gravity([0, -9.81, 0].slice(0, space))], integrator, onWarning: () => undefined });

/** Largest kinetic energy until `until`, and the codes of warnings, without those of accuracy. */
function run(world: World, until: number): { most: number; codes: string[]; message: string } {
  let most = 0;
  while (world.time < until) {
    world.step(DT);
    most = Math.max(most, world.energy().kinetic);
  }
  const warnings = world.warnings.filter(({ code }) => code !== 'W_ACCURACY');
  return { most, codes: warnings.map(({ code }) => code), message: warnings[0]?.message ?? '' };
}

/** A weight at the end of a rope that gets shorter by half a metre a second: none is left after 2 s. */
function winch(space: 2 | 3, relation: '==' | '<=', integrator: Integrator): World {
  const world = quiet(space, integrator);
  const C = `norm(a - b) ${relation} 1 - t/2`;
  const { Winch } = compile('Winch', { summary: 'Winds up.', space, inputs: { a: 'point', b: 'point' }, C });
  const b = world.addParticle({ mass: 1, position: [0, -1, 0].slice(0, space) });
  world.add(new Winch({ a: world.ground.point([0, 0, 0].slice(0, space)), b }));
  return world;
}

/** A four-bar linkage whose crank of 1.4 m cannot turn: its dead centre is 1.78 rad. */
function linkage(crank: number, integrator: Integrator): World {
  const world = quiet(2, integrator);
  const [coupler, rocker, base, angle] = [1, 1.1, 1.3, 0.6];
  const [x, y] = [crank * Math.cos(angle), crank * Math.sin(angle)];
  const diagonal = Math.hypot(base - x, y);
  const turn = Math.acos((coupler ** 2 + diagonal ** 2 - rocker ** 2) / (2 * coupler * diagonal));
  const along = Math.atan2(-y, base - x) + turn;
  const body = world.addBody({ mass: 1, inertia: 0.1, position: [x / 2, y / 2], angle });
  const pin = world.addParticle({ mass: 1, position: [x + coupler * Math.cos(along), y + coupler * Math.sin(along)] });
  world.add(new Coincident2D({ a: world.ground.point([0, 0]), b: body.point([-crank / 2, 0]) }));
  world.add(new Distance2D({ a: body.point([crank / 2, 0]), b: pin, length: coupler }));
  world.add(new Distance2D({ a: pin, b: world.ground.point([base, 0]), length: rocker }));
  world.add(new Motor({ theta: body.angle, base: world.ground.scalar(0), speed: 2 }));
  return world;
}

describe.each([2, 3] as const)('a rope that is wound up to nothing, in %i dimensions', (space) => {
  it.each(FIXED)('is told of once by %o, which keeps the energy bounded', (integrator) => {
    for (const relation of ['==', '<='] as const) {
      const world = winch(space, relation, integrator());
      const { most, codes, message } = run(world, 5);
      expect(codes, relation).toEqual(['W_OUT_OF_REACH']);
      expect(message).toMatch(
        /^At t = (1\.9|2)[.\d]* s Winch #1 drives the mechanism past where it can go\. .* Stop it/,
      );
      expect(world.warnings.find(({ code }) => code === 'W_OUT_OF_REACH')!.constraints).toEqual(['Winch #1']);
      expect(most).toBeLessThan(1);
    }
  });
});

test.each([
  // Its Jacobian vanishes where the rope is gone: a velocity that obeys the drive has no bound there.
  ['a square', 'dot(a - b, a - b) == 1 - t/2', 2],
  ['a rate that grows', 'norm(a - b) == 2 - exp(t)', Math.log(2)],
])('a rod that is driven beyond nothing by %s is at rest there', (_, C, end) => {
  const { Winch } = compile('Winch', { summary: 'Winds up.', space: 2, inputs: { a: 'point', b: 'point' }, C });
  for (const integrator of [...FIXED, dormandPrince]) {
    const world = quiet(2, integrator());
    const b = world.addParticle({ mass: 1, position: [0, -1] });
    world.add(new Winch({ a: world.ground.point([0, 0]), b }));
    run(world, end + 0.1);
    const { most, codes } = run(world, 5);
    expect(codes).toEqual(['W_OUT_OF_REACH']);
    expect(most).toBeLessThan(0.1);
  }
});

test('an adaptive integrator says what drives too far, in own steps and in those of a world', () => {
  const world = winch(2, '<=', dormandPrince());
  expect(() => world.run({ until: 5 })).toThrow(/Winch #1 drives the mechanism past where it can go/);
  expect(world.time).toBeGreaterThan(1.9);
  expect(world.time).toBeLessThan(2.1);
});

describe('a motor past a dead centre', () => {
  it.each([...FIXED, dormandPrince])('is the one thing that %o reports', (integrator) => {
    const world = linkage(1.4, integrator());
    const { most } = run(world, 0.8);
    expect(world.warnings.map(({ code }) => code)).toEqual(['W_OUT_OF_REACH']);
    expect(world.warnings[0]!.message).toContain('Motor #1 drives the mechanism past where it can go');
    expect(Math.abs(world.warnings[0]!.time - 0.592)).toBeLessThan(0.02);
    expect(most).toBeLessThan(300);
  });

  it.each([...FIXED, dormandPrince])('is nothing that %o reports of a crank that turns', (integrator) => {
    const world = linkage(0.5, integrator());
    run(world, 3);
    expect(world.warnings.map(({ code }) => code)).toEqual([]);
  });
});

inFull('a chain pulled by a handle beyond its length is at rest in the end, and comes back', () => {
  for (const integrator of FIXED) {
    const world = quiet(2, integrator());
    let last = world.ground.point([0, 0]) as ConstructorParameters<typeof Distance2D>[0]['a'];
    for (let i = 1; i <= 4; i++) {
      const next = world.addParticle({ mass: 1, position: [i / 4, i % 2 === 1 ? -Math.sqrt(3) / 4 : 0] });
      world.add(new Distance2D({ a: last, b: next, length: 0.5 }));
      last = next;
    }
    const hand = world.handle((t) => [1.5 + 0.75 * Math.sin(t * 2), 0]);
    world.particles.at(-1)!.position.set([1, 0]);
    world.add(new Coincident2D({ a: last, b: hand }));
    assemble(world, { maxIterations: 100 });
    const { most, codes } = run(world, 2.5);
    expect(codes).toContain('W_OUT_OF_REACH');
    expect(most).toBeLessThan(500);
    expect(world.residual().position).toBeLessThan(1e-2);
  }
});

test.each([
  ['an angle that follows the time', 'theta == 2*t'],
  ['an angle that swings', 'theta == 0.6*sin(3*t)'],
  ['an angle that starts with a jerk', 'theta == t^2'],
])('%s is within reach', (_, C) => {
  const { Drive } = compile('Drive', { summary: 'Turns.', space: 2, inputs: { theta: 'scalar' }, C });
  for (const integrator of [...FIXED, dormandPrince]) {
    const world = quiet(2, integrator());
    const body = world.addBody({ mass: 1, inertia: 0.1, position: [0, 0] });
    const bob = world.addParticle({ mass: 1, position: [0.5, -1] });
    world.add(new Coincident2D({ a: world.ground.point([0, 0]), b: body.point([0, 0]) }));
    world.add(new Distance2D({ a: body.point([0.5, 0]), b: bob, length: 1 }));
    world.add(new Drive({ theta: body.angle }));
    const { codes } = run(world, 2);
    expect(codes).toEqual([]);
  }
});

test('a motor of a hinge in space is named', () => {
  const world = quiet(3, rk4());
  const body = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0] });
  const { Stop } = compile('Stop', {
    summary: 'Stops a point.',
    space: 3,
    inputs: { p: 'point' },
    C: 'p.y <= 0.5',
  });
  const { Pin } = compile('Pin', {
    summary: 'Holds a hinge.',
    space: 3,
    inputs: { p: 'point', axis: 'direction' },
    C: ['p', 'axis.x', 'axis.y'],
  });
  const { ground } = world;
  world.add(new Pin({ p: body.point([0, 0, 0]), axis: body.direction([0, 0, 1]) }));
  world.add(new Stop({ p: body.point([1, 0, 0]) }));
  world.add(
    new HingeMotor({
      side: body.direction([1, 0, 0]),
      u: ground.direction([1, 0, 0]),
      w: ground.direction([0, 1, 0]),
      speed: 1,
    }),
  );
  run(world, 1);
  const { message } = world.warnings.find(({ code }) => code === 'W_OUT_OF_REACH')!;
  expect(message).toContain('HingeMotor #1 drives the mechanism past where it can go');
});

test('stiff springs drive nothing: no step is tried ahead for them', () => {
  const world = quiet(2, velocityStep());
  const a = world.addParticle({ mass: 0.1, position: [0, 0] });
  const b = world.addParticle({ mass: 0.1, position: [1, 0] });
  world.addForce(spring({ a, b, stiffness: 1000, damping: 5, restLength: 0.5 }));
  const { Floor } = compile('Floor', { summary: 'A floor.', space: 2, inputs: { p: 'point' }, C: 'p.y >= -0.1' });
  for (const p of [a, b]) world.add(new Floor({ p }));
  for (let i = 0; i < 100; i++) world.step(1 / 240);
  expect(world.stats.evaluations).toBe(100);
});

test.each([
  [2, rk4, [0, -9.81]],
  [2, velocityStep, [0, -9.81]],
  [2, rattle, [0, -9.81]],
  [3, rk4, [0, -9.81]],
  [2, rk4, [0, 0]],
  [2, velocityStep, [0, 0]],
  [3, rk4, [0, 0]],
] as const)('an arm of %s links in a line, pushed together by a handle, is told to begin bent: %s', (n, make, g) => {
  const arm = (bend: number): World => {
    const world = new World({ space: 2, forces: [gravity(g)], integrator: make(), onWarning: () => undefined });
    let [end, x]: [PointConnector, number] = [world.ground.point([0, 0]), 0];
    for (let i = 1; i <= n; i++) {
      const y = i < n ? bend : 0;
      const length = Math.hypot(1, y - end.position[1]);
      const next = world.addParticle({ mass: 1, position: [++x, y] });
      world.add(new Distance2D({ a: end, b: next, length }));
      end = next;
    }
    const hand = world.handle([n, 0]);
    world.add(new Coincident2D({ a: end, b: hand }));
    for (let i = 1; i <= 60; i++) {
      hand.moveTo([n - i / 240, 0]);
      world.step(DT);
    }
    return world;
  };
  const said = arm(0).warnings.filter(({ code }) => /REACH|CONTRADICTION/.test(code));
  expect(said.length).toBeGreaterThan(0);
  for (const { message } of said) expect(message).toMatch(/To fold links that lie in a line, bend them a little first/);
  const bent = arm(0.1);
  expect(bent.warnings.filter(({ code }) => /REACH|CONTRADICTION/.test(code))).toEqual([]);
  expect(bent.residual().position).toBeLessThan(1e-4);
});
