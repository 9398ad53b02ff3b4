import { describe, expect, it } from 'vitest';
import { collide, rattle, velocityStep, World, type WorldOptions } from '../../../runtime/index.js';

/*
 * A fast stick turns past a disc. Contacts are half-spaces at the places of a step, and at its end the stick is behind
 * some of them, and clear of the disc.
 */

const THROWS = [
  { position: [1.0605574741310242, -0.230166221330951], velocity: [-74.138116982829811, -1.0448781778313645], spin: -37.314522097499356 },
  { position: [-0.7406334565675973, -0.717581974490351], velocity: [38.43656127268288, 51.249193675466444], spin: 49.82790844041291 },
  { position: [1.157544965277214, -0.9469811036004596], velocity: [-21.807749300174297, 38.13353128644337], spin: 23.688727907691487 },
  { position: [-0.6425340031471727, -0.5588659171754802], velocity: [9.447051356289094, 18.616019430857158], spin: 13.873946906008733 },
] as const; // prettier-ignore

const WAYS: readonly (readonly [string, Partial<WorldOptions>])[] = [
  ['velocityStep', { integrator: velocityStep() }],
  ['velocityStep with projection', { integrator: velocityStep(), projection: true }],
  ['rattle', { integrator: rattle() }],
];

describe.each(WAYS)('what passes by, by %s,', (_, options) => {
  it.each(THROWS)('from $position moves by its velocity, and touches nothing', ({ position, velocity, spin }) => {
    const world = new World({ space: 2, ...options });
    const disc = world.addBody({ mass: 1, inertia: 0.02, position: [0, 0] });
    const stick = world.addBody({ mass: 1, inertia: 0.04, position, velocity, angularVelocity: spin });
    const collisions = collide(world, {
      shapes: [
        { body: disc, disc: 0.3 },
        { body: stick, box: [0.8, 0.2], restitution: 1 },
      ],
      friction: 0,
    });
    for (let k = 0; k < 8; k++) {
      const before = [...stick.position];
      const fast = Math.hypot(...stick.velocity);
      world.step(1 / 60);
      const faster = Math.max(fast, Math.hypot(...stick.velocity));
      const moved = Math.hypot(...stick.position.map((x, c) => x - before[c]!));
      expect(moved).toBeLessThan((1.001 * faster) / 60 + 1e-9);
      // The distance of the disc from the box in its axes.
      const [x, y] = stick.pointToLocalFrame(disc.position);
      const [dx, dy] = [Math.abs(x) - 0.4, Math.abs(y) - 0.1];
      const apart = Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(0, Math.max(dx, dy)) - 0.3;
      for (const { gap, force, impulse } of collisions.contacts)
        if (Math.hypot(...force, ...impulse) === 0) expect(Math.abs(gap - apart)).toBeLessThan(1e-6);
      expect(world.residual().position).toBeCloseTo(Math.max(0, -apart), 9);
    }
  });
});

it('contacts of what was removed are none', () => {
  const world = new World({ space: 2, forces: [], integrator: velocityStep() });
  const [a, b] = [0, 0.9].map((x) => world.addBody({ mass: 1, inertia: 1, position: [x, 0] }));
  const collisions = collide(world, { shapes: [a!, b!].map((body) => ({ body, disc: 0.5 })) });
  world.step(1 / 60);
  expect(collisions.contacts).toHaveLength(1);
  world.remove(b!);
  expect(collisions.contacts).toEqual([]);
});
