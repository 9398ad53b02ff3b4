import { describe, expect, it } from 'vitest';
import {
  automatic,
  blockLDL,
  dense,
  dormandPrince,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
} from '../../../runtime/index.js';
import { Distance2D, PointOnCycloid } from '../../../generated/index.js';
import { compile } from '../../../src/toolkit.js';
import { thrown } from '../fixtures/thrown.js';

const plane = (): World => new World({ space: 2 });
const bob = (world: World): ReturnType<World['addParticle']> => world.addParticle({ mass: 1, position: [1, 0] });
/** Returns the message of a step in which an infinite force acts on a particle. */
function messageUnderInfiniteForce(world: World, particle: ReturnType<typeof bob>): string {
  world.addForce({
    apply: () => {
      particle.applyForce([1 / 0, 0]);
    },
  });
  return thrown(() => {
    world.step(0.25);
  }).message;
}

describe('errors of steps', () => {
  it('a state that stops being finite: names body, constraint and step, and goes back', () => {
    const here = plane();
    bob(here);
    const particle = here.addParticle({ mass: 1, position: [0, 2], velocity: [1, 1] });
    here.step(0.25);
    // No point of a cycloid is higher than twice the radius.
    here.add(new PointOnCycloid({ p: particle, radius: 1 }));
    expect(
      thrown(() => {
        here.step(0.25);
      }),
    ).toEqual({
      code: 'E_STATE_NOT_FINITE',
      message:
        'In step 2, from t = 0.25 s, the state of particle #2 became infinite or NaN. ' +
        'The first value or derivative that is not finite is that of PointOnCycloid #1 (p.x == radius * acos(1 - p.y / radius) - sqrt(p.y * (2 * radius - p.y))) at t = 0.25 s, with p = [0.25, 2.25], radius = 1. ' +
        'Look for a configuration where its formula has no value: the root of a negative number, or a curve beyond its points.',
    });
    expect(here.time).toBe(0.25);
    expect([...particle.position]).toEqual([0.25, 2.25]);
    particle.position[1] = 1.25;
    here.step(0.25);
    expect(Number.isFinite(particle.position[0])).toBe(true);
  });

  it.each([velocityStep(), rk4(), rattle()])('a place that was set to NaN, with $name', (integrator) => {
    const world = new World({ space: 2, integrator });
    const body = world.addBody({ mass: 1, inertia: 1, position: [0, 0] });
    body.position[0] = NaN;
    expect(
      thrown(() => {
        world.step(0.1);
      }),
    ).toEqual({
      code: 'E_STATE_NOT_FINITE',
      message: 'The state of body #1 was infinite or NaN before step 1. Look at what sets its position or velocity.',
    });
  });

  it.each([true, false])('an inequality that stops being finite, with friction: %s', (hasFriction) => {
    const spec = { summary: 'Ends at x = 0.', space: 2, inputs: { p: 'point' }, C: 'p.y >= sqrt(p.x)' } as const;
    const rough = { ...spec, params: { mu: { default: 0.5 } }, friction: { slip: 'p.x', coefficient: 'mu' } } as const;
    const Bowl = compile('Bowl', hasFriction ? rough : spec).Bowl;
    for (const integrator of [velocityStep(), velocityStep({ theta: 1 / 2 }), rk4(), dormandPrince()]) {
      const warnings: string[] = [];
      const here = new World({ space: 2, integrator, onWarning: ({ code }) => warnings.push(code) });
      const particle = here.addParticle({ mass: 1, position: [-1, 2], velocity: [1, 1] });
      here.add(new Bowl({ p: particle }));
      const { code, message } = thrown(() => {
        here.step(0.25);
      });
      expect(code).toBe('E_STATE_NOT_FINITE');
      expect(message).toMatch(/not finite is that of Bowl #1 \(.*\) at t = .* with p = \[-1, 2\]/);
      expect(warnings).toEqual([]);
      expect([...particle.position]).toEqual([-1, 2]);
    }
  });

  it('a force that is not finite', () => {
    const here = plane();
    expect(messageUnderInfiniteForce(here, bob(here))).toBe(
      'In step 1, from t = 0 s, the state of particle #1 became infinite or NaN. ' +
        'Force #1 on particle #1 is infinite or NaN at t = 0 s. Look at what it computes there.',
    );
  });

  it.each([false, true])(
    'a force that is not finite is not the fault of the constraints on its body: projection %s',
    (projection) => {
      const warnings: string[] = [];
      const here = new World({ space: 2, projection, onWarning: ({ message }) => warnings.push(message) });
      const particle = bob(here);
      here.add(new Distance2D({ a: here.ground.point([0, 0]), b: particle, length: 1 }));
      expect(messageUnderInfiniteForce(here, particle)).toContain('Force #1 on particle #1 is infinite or NaN');
      expect(warnings).toEqual([]);
    },
  );

  it.each([
    ['rk4', rk4()],
    ['semiImplicitEuler', semiImplicitEuler()],
    ['velocityStep', velocityStep()],
    ['rattle', rattle()],
    ['dormandPrince', dormandPrince()],
  ])('names the row that is not finite first, with its inputs, not those that follow: %s', (_, integrator) => {
    const here = new World({ space: 2, integrator });
    const [upper, lower] = [0, 1].map((x) => here.addParticle({ mass: 1, position: [x, 1], velocity: [0, 8] }));
    // Added first, and finite as long as its body is.
    here.add(new Distance2D({ a: upper!, b: lower!, length: 1 }));
    here.add(new PointOnCycloid({ p: upper!, radius: 1 }));
    upper!.position[1] = 2.5;
    const { message } = thrown(() => {
      here.step(0.25);
    });
    expect(message).toMatch(
      /In step 1, .* that of PointOnCycloid #1 \(.*\) at t = 0(\.25)? s, with p = \[-?[0-9.e-]+, [0-9.]+\], radius = 1\./,
    );
  });

  it.each([
    ['automatic', automatic()],
    ['blockLDL', blockLDL()],
    ['dense', dense()],
  ])('a row without slope, as a rod of length zero has, does no harm: %s', (_, solver) => {
    const here = new World({ space: 2, integrator: semiImplicitEuler(), solver, feedback: false });
    const particle = here.addParticle({ mass: 1, position: [0, 0], velocity: [2, 0] });
    here.add(new Distance2D({ a: here.ground.point([0, 0]), b: particle, length: 1 }));
    here.step(0.25);
    expect([...particle.position]).toEqual([0.5, 0]);
  });
});
