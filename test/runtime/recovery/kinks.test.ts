import { expect, test } from 'vitest';
import { compile } from 'holonomic/toolkit';
import {
  gravity,
  rattle,
  semiImplicitEuler,
  velocityStep,
  World,
  type Integrator,
  type Particle,
} from '../../../runtime/index.js';

/** A bead on two slopes of a half, which meet where `C` has its kink, let go half a metre above. */
function slide(integrator: Integrator, kink: number, dt: number): { world: World; bead: Particle; reach: number } {
  const C = 'p.y == abs(p.x - kink) / 2';
  const { Valley } = compile('Valley', {
    summary: 'For a test.',
    space: 2,
    inputs: { p: 'point' },
    params: { kink: { unit: 'm' } },
    C,
  });
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator, onWarning: () => undefined });
  const bead = world.addParticle({ mass: 1, position: [kink + 1, 0.5] });
  world.add(new Valley({ p: bead, kink }));
  let reach = 0;
  const onStep = (): void => {
    reach = Math.max(reach, kink - bead.position[0]);
  };
  world.run({ until: 1.4, dt, onStep });
  return { world, bead, reach };
}
const codesOf = ({ warnings }: World): string[] => warnings.map(({ code }) => code);

/*
 * At the kink the bead keeps its velocity along the other slope, by the cosine of the angle between them,
 * (1 − ¼)/(1 + ¼) = 0.6, and climbs to 0.36 of its height.
 */

test.each([1 / 60, 1 / 100, 1 / 240, 1 / 500, 1 / 1000])(
  'rattle() takes a kink as an impact, at steps of %d s, and says so',
  (dt) => {
    const { world, reach } = slide(rattle(), 0, dt);
    expect(reach).toBeCloseTo(0.36, 2);
    expect(world.stats.fallbacks).toBeGreaterThan(0);
    expect(codesOf(world)).toEqual(['W_UNSTABLE']);
    expect(world.warnings[0]!.message).toContain('kink of abs');
  },
);

test('rattle() meets no kink on a formula that has one elsewhere', () => {
  const { Valley } = compile('Valley', {
    summary: 'For a test.',
    space: 2,
    inputs: { p: 'point' },
    C: 'p.y == max(p.x, -1)^2 / 2',
  });
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: rattle() });
  world.add(new Valley({ p: world.addParticle({ mass: 1, position: [0.5, 0.125] }) }));
  world.run({ until: 2 });
  expect(world.stats.fallbacks).toBe(0);
  expect(world.warnings).toEqual([]);
});

test.each([
  ['velocityStep()', velocityStep, 0, 1 / 240],
  ['velocityStep()', velocityStep, 0, 1 / 1000],
  ['velocityStep({ order: 2 })', () => velocityStep({ order: 2 }), 0, 1 / 60],
  ['semiImplicitEuler()', semiImplicitEuler, 0, 1 / 60],
  ['semiImplicitEuler()', semiImplicitEuler, 3, 1 / 240],
])('%s has nothing to say of the kink that it takes rightly', (_, integrator, kink, dt) => {
  const { world, reach } = slide(integrator(), kink, dt);
  expect(reach).toBeGreaterThan(0.34);
  expect(reach).toBeLessThan(0.365);
  expect(codesOf(world)).toEqual([]);
});

test('a warning names a constraint that strays long after a kink', () => {
  const C = 'norm(a - b) == 1 + 5 * max(0, b.x)';
  const { Link } = compile('Link', { summary: 'x', space: 2, inputs: { a: 'point', b: 'point' }, C } as const);
  const world = new World({ space: 2, integrator: velocityStep(), onWarning: () => undefined });
  const a = world.addParticle({ mass: 1, position: [-1.1, 0], velocity: [10, 0] });
  const b = world.addParticle({ mass: 1000, position: [-0.1, 0], velocity: [10, 0] });
  world.add(new Link({ a, b }));
  for (let k = 0; k < 6; k++) world.step(1 / 60);
  a.velocity = b.velocity = [0, 0];
  for (let k = 0; k < 40; k++) world.step(1 / 60);
  expect(world.warnings).toEqual([]);
  a.velocity = [0, 1e5];
  world.step(1 / 60);
  expect(world.warnings).toMatchObject([{ code: 'W_ACCURACY', constraints: ['Link #1'] }]);
});
