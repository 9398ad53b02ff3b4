import { defineConstraint } from 'holonomic';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it } from 'vitest';
import { dormandPrince, gravity, velocityStep, World } from '../../../runtime/index.js';
import { inFull, someOf } from '../../support/scope.js';
import { randomContact } from '../fixtures/random-contact.js';

const SEEDS = Array.from({ length: 60 }, (_, k) => 1 + k);
const UNTIL = 1;

describe('random bodies that fall into corners and drums, event by event', () => {
  inFull('move as by small steps at velocity level, which know no events', { timeout: 120_000 }, () => {
    const differences = someOf(SEEDS, 10).map((seed) => {
      const exact = randomContact(seed, dormandPrince({ rtol: 1e-8, atol: 1e-8 }));
      exact.world.run({ until: UNTIL });
      const small = randomContact(seed, velocityStep());
      small.world.run({ until: UNTIL, dt: 1 / 2000 });
      return Math.max(
        ...exact.bodies.map((body, k) => {
          const other = small.bodies[k]!;
          return Math.hypot(body.position[0] - other.position[0], body.position[1] - other.position[1]);
        }),
      );
    });
    // An impact of two corners at once, or one that is missed by little, is another motion.
    differences.sort((a, b) => a - b);
    expect(differences[Math.floor(0.5 * differences.length)]).toBeLessThan(0.02);
  });
});

describe('a particle with friction on a wave', () => {
  const spec = defineConstraint({
    summary: 'Keeps a point above a wave that moves.',
    space: 2,
    inputs: { p: 'point' },
    params: { mu: 'scalar', e: 'scalar', speed: 'scalar' },
    where: { slope: '0.5 * cos(p.x - speed * t)', n: 'sqrt(1 + slope^2)' },
    C: '(p.y - 0.5 * sin(p.x - speed * t)) / n >= 0',
    friction: { slip: '(ddt(p.x) + slope * ddt(p.y)) / n', coefficient: 'mu' },
    restitution: 'e',
  });

  it.each([
    ['bounces lower than C is rounded', 0.3, 0.6, 0],
    ['lands where the slope is that of friction', 0.5, 0, 1],
  ])('goes on where it %s', (_, mu, e, speed) => {
    const { Wave } = compile('Wave', spec);
    const at = (integrator: 'dormandPrince' | 'velocityStep'): number[] => {
      const isExact = integrator === 'dormandPrince';
      const world = new World({
        space: 2,
        forces: [gravity([0, -9.81])],
        integrator: isExact ? dormandPrince({ rtol: 1e-9, atol: 1e-9 }) : velocityStep(),
      });
      const p = world.addParticle({ mass: 1, position: [0, 2], velocity: [1, 0] });
      world.add(new Wave!({ p, mu, e, speed }));
      world.run(isExact ? { until: 3 } : { until: 3, dt: 1 / 1000 });
      return [...p.position];
    };
    const [exact, small] = [at('dormandPrince'), at('velocityStep')];
    expect(Math.hypot(exact[0]! - small[0]!, exact[1]! - small[1]!)).toBeLessThan(0.02);
  });
});
