import { describe, expect, test } from 'vitest';
import { compile } from 'holonomic/toolkit';
import {
  dormandPrince,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  xpbd,
  type Integrator,
  type WorldWarning,
} from '../../../runtime/index.js';

const INTEGRATORS: readonly (readonly [string, () => Integrator])[] = [
  ['rk4', rk4],
  ['semiImplicitEuler', semiImplicitEuler],
  ['rattle', rattle],
  ['velocityStep', velocityStep],
  ['velocityStep of order 2', () => velocityStep({ order: 2 })],
  ['xpbd', xpbd],
  ['dormandPrince', dormandPrince],
];
const jumpsOf = (world: World): readonly WorldWarning[] => world.warnings.filter(({ code }) => code === 'W_JUMP');

/** A bead that comes along the first axis from −1 m at 1 m/s, on what `C` says of the point `p`. */
function slide(C: string, integrator: Integrator): World {
  const { Step } = compile('Step', { summary: 'For a test.', space: 2, inputs: { p: 'point' }, C });
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator, onWarning: () => undefined });
  world.add(new Step({ p: world.addParticle({ mass: 1, position: [-1, 0], velocity: [1, 0] }) }));
  world.run({ until: 1.5 });
  return world;
}

describe.each(INTEGRATORS)('%s', (_, integrator) => {
  test.each([
    'p.y == (p.x > 0 ? 1 : 0)',
    'p.y == (p.x > 0 ? 0.01 : 0)',
    'p.y == 1 + floor(p.x)',
    'p.y == sign(p.x) + 1',
  ])('says where a bead passes a jump of its curve: %s', (C) => {
    const found = jumpsOf(slide(C, integrator()));
    expect(found).toHaveLength(1);
    expect(found[0]!.time).toBeCloseTo(1, 2);
    expect(found[0]!.constraints).toEqual(['Step #1']);
    expect(found[0]!.message).toContain(C);
  });

  test.each(['p.y == (p.x > 0 ? p.x^2 : 0)', 'p.y == max(0, p.x) / 5', 'p.y == smoothstep(0, 1, p.x) / 100'])(
    'is silent of a curve that has no jump: %s',
    (C) => {
      expect(jumpsOf(slide(C, integrator()))).toEqual([]);
    },
  );
});

test('a floor with a step is told of where a bead runs against it, and not where it falls off it', () => {
  expect(jumpsOf(slide('p.y >= (p.x > 0 ? 1 : 0)', velocityStep()))).toHaveLength(1);
  expect(jumpsOf(slide('p.y >= (p.x > 0 ? -1 : 0)', velocityStep()))).toEqual([]);
});

/** A wheel that turns at 2 rad/s until it has turned by a radian. */
function turn(C: string, integrator: Integrator): World {
  const { Turn } = compile('Turn', { summary: 'For a test.', space: 2, inputs: { theta: 'scalar' }, C });
  const world = new World({ space: 2, integrator, onWarning: () => undefined });
  world.add(new Turn({ theta: world.addBody({ mass: 1, inertia: 0.5, position: [0, 0], angularVelocity: 2 }).angle }));
  return world;
}

test.each(['ddt(theta) == (theta < 1 ? 2 : 0)', 'ddt(theta) == 2 * sign(1 - theta)'])(
  'a rate that jumps with the state is told of in own steps of dormandPrince(), which do not see it: %s',
  (C) => {
    const world = turn(C, dormandPrince());
    world.run({ until: 1.5 });
    expect(world.residual().velocity).toBeGreaterThan(0.5);
    expect(jumpsOf(world)).toHaveLength(1);
    expect(jumpsOf(world)[0]!.time).toBeCloseTo(0.5, 2);
    expect(jumpsOf(world)[0]!.message).toContain('no longer held');
  },
);

test('steps of a world bring the rate onto the constraint, and so do other integrators', () => {
  for (const integrator of [dormandPrince(), rk4(), velocityStep()]) {
    const world = turn('ddt(theta) == (theta < 1 ? 2 : 0)', integrator);
    for (let k = 0; k < 360; k++) world.step(1 / 240);
    expect(world.residual().velocity).toBeLessThan(1e-6);
    expect(world.warnings).toEqual([]);
  }
});

test.each(['ddt(theta) == max(0, 2 - theta)', 'ddt(theta) == 2 - clamp(theta - 1, 0, 0.2) * 10'])(
  'a rate that has a kink but no jump is followed: %s',
  (C) => {
    const world = turn(C, dormandPrince());
    world.run({ until: 3 });
    expect(world.residual().velocity).toBeLessThan(1e-3);
    expect(world.warnings).toEqual([]);
  },
);

test('jumps of minima over lists are found', () => {
  const { Ground } = compile('Ground', {
    summary: 'Keeps a point on steps.',
    space: 2,
    inputs: { p: 'point', posts: { kind: 'point', count: 'any' } },
    C: 'p.y == sum(i, p.x > posts[i].x ? posts[i].y : 0)',
  });
  const world = new World({ space: 2, integrator: velocityStep(), onWarning: () => undefined });
  const p = world.addParticle({ mass: 1, position: [-1, 0], velocity: [1, 0] });
  world.add(new Ground({ p, posts: [world.ground.point([0, 0.2]), world.ground.point([5, 1])] }));
  world.run({ until: 1.5 });
  expect(jumpsOf(world)).toHaveLength(1);
});
