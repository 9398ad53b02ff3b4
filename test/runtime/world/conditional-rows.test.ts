import { Distance2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  BoundedConstraint,
  Constraint,
  dormandPrince,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type ConstraintSettings,
  type Integrator,
  type WorldWarning,
} from '../../../runtime/index.js';
import { compile } from '../../../src/toolkit.js';
import { thrown } from '../fixtures/thrown.js';

type Class = new (options: object, settings?: ConstraintSettings) => Constraint;
const classOf = (spec: object): Class =>
  Object.values(compile('Tried', { summary: 'Tried.', space: 2, ...spec } as never))[0] as never;

const Rope = classOf({ inputs: { a: 'point', b: 'point' }, params: { length: 'scalar' }, C: 'norm(a - b) <= length' });
const Floor = classOf({ inputs: { p: 'point' }, C: 'p.y >= 0' });
const Level = classOf({ inputs: { p: 'point' }, C: 'p.y' });
const Held = classOf({ inputs: { p: 'point' }, C: ['p.x', 'p.y'] });
const Pushed = classOf({ inputs: { p: 'point' }, C: 'p.y', maxForce: 5 });
const Brake = classOf({ inputs: { s: 'scalar' }, params: { most: { min: 0 } }, C: 'ddt(s)', maxForce: 'most' });

const STEPPING: readonly (readonly [string, Integrator])[] = [
  ['velocityStep', velocityStep()],
  ['rk4', rk4()],
  ['semiImplicitEuler', semiImplicitEuler()],
  ['rattle', rattle()],
  ['dormandPrince', dormandPrince()],
];

const G = 9.81;
const fallWorld = (integrator?: Integrator): World =>
  new World({ space: 2, forces: [gravity([0, -G])], ...(integrator && { integrator }), onWarning: () => undefined });

describe('rows that a world cannot take', () => {
  it('are largest forces on positions under dormandPrince', () => {
    const world = fallWorld(dormandPrince());
    const p = world.addParticle({ mass: 1, position: [0, 1] });
    expect(thrown(() => world.add(new Pushed({ p })))).toEqual({
      code: 'E_INTEGRATOR',
      message:
        'Tried holds positions with a largest force, and dormandPrince() knows that for rates only. ' +
        'Use velocityStep(), or rk4(), which leaves steps in which it acts to velocityStep().',
    });
    expect(world.constraints).toEqual([]);
    world.add(new Level({ p }, { hertz: 1 }));
  });

  it('are hard rows beside soft ones where springs are explicit', () => {
    for (const [name, integrator] of STEPPING) {
      const world = fallWorld(integrator);
      const p = world.addParticle({ mass: 1, position: [0, 0] });
      const add = (): unknown => world.add(new Held({ p }, { compliance: [0, 1e-3] }));
      if (name === 'velocityStep') add();
      else expect(thrown(add)).toMatchObject({ code: 'E_INTEGRATOR' });
    }
  });

  it('are slips of the wrong number', () => {
    const world = new World({ space: 3 });
    const p = world.addParticle({ mass: 1, position: [0, 0, 0] });
    const slip = { slip: ['p.x', 'p.y'], coefficient: 1 };
    const { type } = new (classOf({ space: 3, inputs: { p: 'point' }, C: 'p.z >= 0', friction: slip }))({ p });
    // Of a class that was written by hand: specs are refused.
    const oneSlip = new Constraint({ ...type, rows: 2, relations: ['>=', 'friction'] }, { p });
    expect(thrown(() => world.add(oneSlip))).toMatchObject({ code: 'E_CONSTRAINT' });
  });

  it('are bounds of a class that does not bring what solves within them', () => {
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [0, 0] });
    expect(new Floor({ p })).toBeInstanceOf(BoundedConstraint);
    expect(new Level({ p })).not.toBeInstanceOf(BoundedConstraint);
    for (const { type } of [new Floor({ p }), new Pushed({ p })]) {
      const made = new Constraint(type, { p });
      expect(thrown(() => world.add(made))).toMatchObject({
        code: 'E_CONSTRAINT',
        message:
          `${type.name} has inequalities, friction or a largest force, and its class does not extend BoundedConstraint. ` +
          'Generate it again: `holonomic generate`. In a class of your own, write `extends BoundedConstraint`.',
      });
      expect(world.constraints).toEqual([]);
    }
  });
});

describe('settings of a constraint', () => {
  const world = new World({ space: 2 });
  const a = world.addParticle({ mass: 1, position: [0, 0] });
  const b = world.addParticle({ mass: 1, position: [1, 0] });
  const make =
    (settings: unknown): (() => unknown) =>
    () =>
      new Distance2D({ a, b, length: 1 }, settings as ConstraintSettings);

  it.each([
    [{ compliance: -1 }, 'E_NEGATIVE'],
    [{ compliance: [1, 2] }, 'E_OPTIONS'],
    [{ compliance: 'soft' }, 'E_NUMBER'],
    [{ hertz: 0 }, 'E_NOT_POSITIVE'],
    [{ hertz: 1, compliance: 1 }, 'E_OPTIONS'],
    [{ damping: 1 }, 'E_OPTIONS'],
    [{ stiffness: 1 }, 'E_OPTION_UNKNOWN'],
    [{ name: 5 }, 'E_NAME'],
    [null, 'E_OPTIONS'],
  ])('%j is refused', (settings, code) => {
    expect(thrown(make(settings))).toMatchObject({ code });
  });

  it('give it a name', () => {
    expect(new Distance2D({ a, b, length: 1 }, { name: 'rod' }).label).toBe("Distance2D 'rod'");
  });
});

describe.each(STEPPING)('%s', (_, integrator) => {
  it('keeps a soft row where its spring would, and counts its energy', () => {
    const world = fallWorld(integrator);
    const p = world.addParticle({ mass: 2, position: [0, 0] });
    const soft = world.add(new Level({ p }, { compliance: 1e-3, damping: 60 }));
    world.run({ until: 5, dt: 1 / 240 });
    const sag = 2 * G * 1e-3;
    expect(p.position[1]).toBeCloseTo(-sag, 12);
    expect(soft.forceOn('p' as never)[1]).toBeCloseTo(2 * G, 9);
    expect(world.energy().potential).toBeCloseTo(-2 * G * sag + (1e3 * sag ** 2) / 2, 12);
    expect(world.degreesOfFreedom()).toBe(2);
  });

  it('lets a soft inequality push, and not pull', () => {
    const world = fallWorld(integrator);
    const p = world.addParticle({ mass: 1, position: [0, 1] });
    const floor = world.add(new Floor({ p }, { hertz: 5, dampingRatio: 1 }));
    world.run({ until: 0.4, dt: 1 / 240 });
    // It falls freely until then, up to the error of the method.
    expect(p.velocity[1]).toBeCloseTo(-G * 0.4, 9);
    expect(floor.lambda[0]).toBe(0);
    world.run({ until: 5, dt: 1 / 240 });
    expect(p.position[1]).toBeCloseTo(-G / (10 * Math.PI) ** 2, 9);
  });

  it('stops a rope at its length, and leaves it slack otherwise', () => {
    const world = fallWorld(integrator);
    const p = world.addParticle({ mass: 1, position: [0.6, 0] });
    const rope = world.add(new Rope({ a: world.ground.point([0, 0]), b: p, length: 1 }));
    let longest = 0;
    world.run({
      until: 3,
      dt: 1 / 240,
      onStep: () => {
        longest = Math.max(longest, Math.hypot(p.position[0], p.position[1]));
      },
    });
    expect(longest).toBeLessThan(1 + 1e-3);
    expect(world.residual().position).toBeLessThan(1e-3);
    expect(rope.lambda[0]).toBeGreaterThan(0);
    expect(world.warnings.map(({ code }: WorldWarning) => code)).toEqual([]);
  });

  it('slows a brake by no more than its largest force', () => {
    const codes: string[] = [];
    const world = new World({ space: 2, integrator, onWarning: ({ code }) => codes.push(code) });
    const wheel = world.addBody({ mass: 1, inertia: 2, position: [0, 0], angularVelocity: 3 });
    const brake = world.add(new Brake({ s: wheel.angle, most: 4 }));
    world.run({ until: 1, dt: 1 / 240 });
    expect(wheel.angularVelocity).toBeCloseTo(1, 12);
    expect(brake.lambda[0]).toBeCloseTo(-4, 12);
    world.run({ until: 2, dt: 1 / 240 });
    expect(Math.abs(wheel.angularVelocity)).toBeLessThan(1e-12);
    expect(Math.abs(brake.lambda[0])).toBeLessThan(1e-9);
    expect(codes).toEqual([]);
  });
});

it('steps where inequalities act are counted, others are as before', () => {
  const world = fallWorld(rk4());
  const p = world.addParticle({ mass: 1, position: [0, 1] });
  world.add(new Floor({ p }));
  world.run({ until: 0.4, dt: 1 / 240 });
  expect(world.stats.withinBounds).toBe(0);
  expect(p.position[1]).toBeCloseTo(1 - (G * 0.16) / 2, 14);
  world.run({ until: 0.6, dt: 1 / 240 });
  expect(world.stats.withinBounds).toBeGreaterThan(30);
  expect(Math.abs(p.position[1])).toBeLessThan(1e-8);
});

it('a violated inequality counts among the residuals', () => {
  const world = fallWorld();
  const p = world.addParticle({ mass: 1, position: [0, -0.25] });
  world.add(new Floor({ p }));
  expect(world.residual().position).toBe(0.25);
});
