import { describe, expect, it } from 'vitest';
import {
  assemble,
  conjugateGradient,
  dense,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Integrator,
  type Stepper,
  type WorldOptions,
  type WorldWarning,
} from '../../../runtime/index.js';
import { Distance2D } from '../fixtures/index.js';
import { pinnedNet, potentialScale } from '../fixtures/pinned-net.js';
import { bracedSquare, chain, G } from '../fixtures/scenes.js';
import { someOf } from '../../support/scope.js';

interface Survival {
  /**
   * Largest rise of the total energy above that of the start, and below it the change at the end,
   * relative to the potential scale.
   */
  readonly rise: number;
  readonly change: number;
  /** Largest violation after any step. */
  readonly violation: number;
  readonly world: World;
}

function survive(n: number, seconds: number, options: Partial<WorldOptions>, rate = 240): Survival {
  const world = pinnedNet(n, options);
  const start = world.energy().total;
  const scale = potentialScale(n);
  let rise = 0;
  let violation = 0;
  let change = 0;
  for (let k = 0; k < seconds * rate; k++) {
    world.step(1 / rate);
    change = (world.energy().total - start) / scale;
    rise = Math.max(rise, change);
    violation = Math.max(violation, world.residual().position);
  }
  return { rise, change, violation, world };
}

/** Wraps an integrator so that the world does not check its steps. */
function unguarded(integrator: Integrator): Integrator {
  return {
    name: 'unguarded',
    create: (): Stepper => {
      const stepper = integrator.create();
      return {
        step: (system, dt) => {
          stepper.step(system, dt);
        },
      };
    },
  };
}

describe('a net that folds flat', () => {
  it('blows up where nothing is done about it', () => {
    const world = pinnedNet(14, { integrator: unguarded(rk4()) });
    const start = world.energy().total;
    let worst = 0;
    for (let k = 0; k < 2 * 240 && worst < 0.1; k++) {
      try {
        world.step(1 / 240);
      } catch {
        worst = Infinity;
      }
      worst = Math.max(worst, (world.energy().total - start) / potentialScale(14));
    }
    expect(worst).toBeGreaterThan(0.1);
  });

  const WAYS = [
    ['the default settings', {}, 1e-5],
    ['projection', { projection: true }, 1.1e-10],
    ['rattle', { integrator: rattle() }, 1e-9],
    ['velocity steps with projection', { integrator: velocityStep(), projection: true }, 1.1e-10],
    ['conjugate gradients', { solver: conjugateGradient({ preconditioner: 'incompleteCholesky' }) }, 1e-4],
    ['the dense solver', { solver: dense() }, 1e-4],
  ] as const;
  it.each(someOf(WAYS, 2))('survives with %s', (_, options, limit) => {
    const n = 'solver' in options ? 6 : 12;
    const { rise, change, violation, world } = survive(n, 2, options);
    expect(rise).toBeLessThan(1e-4);
    expect(change).toBeGreaterThan(-0.1);
    expect(violation).toBeLessThan(limit);
    // It did fall, far below its middle.
    expect(world.energy().kinetic / potentialScale(n)).toBeGreaterThan(0.1);
  });

  it('counts the steps taken again, and warns once', () => {
    const heard: WorldWarning[] = [];
    const { world, change } = survive(12, 1.5, { onWarning: (warning) => heard.push(warning) }, 120);
    expect(world.stats.shortened).toBeGreaterThan(world.stats.fallbacks);
    expect(world.stats.fallbacks).toBeGreaterThan(0);
    expect(world.stats.fallbacks).toBeLessThan(5);
    expect(world.stats.projectionsFailed).toBe(0);
    // Each of them costs energy.
    expect(change).toBeGreaterThan(-1e-3);
    expect(heard.map(({ code }) => code)).toEqual(['W_NEAR_SINGULAR']);
    expect(heard[0]!.message).toMatch(
      /^At t = 1\.1\d* s constraints all but depended on each other, and the step was ill-conditioned\. /,
    );
  });

  it('gives the same bits every time, and after restoring', () => {
    const run = (world: World, steps: number): number[] => {
      for (let k = 0; k < steps; k++) world.step(1 / 120);
      return world.particles.flatMap(({ position, velocity }) => [...position, ...velocity]);
    };
    const world = pinnedNet(12);
    run(world, 100);
    const snapshot = world.snapshot();
    const expected = run(world, 75);
    expect(world.stats.fallbacks).toBeGreaterThan(0);
    world.restore(snapshot);
    expect(run(world, 75)).toEqual(expected);
    expect(run(pinnedNet(12), 175)).toEqual(expected);
  });
});

describe('arms and toggles', () => {
  it('passes the straight position between two supports that it can only just reach', () => {
    // Two rods of length 1 between supports 2 − 1e-9 apart, moved through their dead centre.
    for (const options of [{}, { integrator: rattle() }, { integrator: velocityStep() }, { projection: true }]) {
      const world = new World({ space: 2, onWarning: () => undefined, ...options });
      const knee = world.addParticle({ mass: 1, position: [1 - 5e-10, 0] });
      knee.position[1] = Math.sqrt(1 - knee.position[0] ** 2);
      for (const x of [0, 2 - 1e-9]) world.add(new Distance2D({ a: world.ground.point([x, 0]), b: knee, length: 1 }));
      world.run({ until: 1 });
      // It has one place on either side, and no degree of freedom.
      expect(Math.abs(knee.position[0] - 1)).toBeLessThan(1e-3);
      expect(Math.abs(knee.position[1])).toBeLessThan(2e-2);
      expect(Math.hypot(...knee.velocity)).toBeLessThan(0.5);
    }
  });

  it('keeps a stretched arm at rest under its weight', () => {
    const { world, particles } = chain([0, 0, 0, 0]);
    world.run({ until: 1 });
    expect(Math.abs(particles[3]!.position[1] + 4)).toBeLessThan(1e-12);
    expect(world.stats.fallbacks).toBe(0);
  });

  it('turns a parallelogram through its flat positions', () => {
    // Cranks on supports 2 apart, and a coupler of length 2: flat twice per turn, where the
    // mechanism could go on as an anti-parallelogram.
    const world = new World({ space: 2, onWarning: () => undefined });
    const w = 5;
    const [a, b] = [0, 2].map((x) => world.addParticle({ mass: 1, position: [x, 1], velocity: [-w, 0] })) as [
      ReturnType<World['addParticle']>,
      ReturnType<World['addParticle']>,
    ];
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: a, length: 1 }));
    world.add(new Distance2D({ a: world.ground.point([2, 0]), b, length: 1 }));
    world.add(new Distance2D({ a, b, length: 2 }));
    const start = world.energy().total;
    let worst = 0;
    world.run({
      until: 5,
      onStep: () => {
        worst = Math.max(worst, world.residual().position);
        expect(world.energy().total).toBeLessThan(start * (1 + 1e-6));
      },
    });
    expect(worst).toBeLessThan(1e-6);
    expect(world.energy().total).toBeGreaterThan(0.9 * start);
  });
});

describe('steps that are not ill-conditioned', () => {
  it.each([rk4(), semiImplicitEuler()])('redundant loops with $name', (integrator) => {
    const { world, corners } = bracedSquare({ integrator, forces: [gravity([0, -G])] });
    corners[0]!.velocity.set([0, 3]);
    assemble(world);
    world.run({ until: 2 });
    expect(world.stats.fallbacks).toBe(0);
    expect(world.warnings).toEqual([]);
  });

  it('stiff springs are none', () => {
    const { world, particles } = chain([1, 1.2, 2]);
    const tip = particles[2]!;
    // ω = 55/s, which RK4 barely resolves at 240 Hz: constraint forces change much from stage to
    // stage.
    world.addForce({
      apply: () => {
        tip.applyForce([-3000 * tip.position[0], -3000 * tip.position[1]]);
      },
    });
    world.run({ until: 2 });
    expect(world.stats.fallbacks).toBe(0);
  });

  it('a mass ratio of a million is none', () => {
    const { world, particles } = chain([1, 1.5]);
    particles[0]!.mass = 1e6;
    const start = world.energy().total;
    world.run({ until: 2 });
    expect(world.stats.fallbacks).toBe(0);
    expect(Math.abs(world.energy().total - start)).toBeLessThan(1e-8 * 1e6 * G);
    expect(world.residual().position).toBeLessThan(1e-8);
  });
});

describe.each([rk4(), semiImplicitEuler(), velocityStep(), rattle()])('$name', (integrator) => {
  it('moves bodies without constraints, and worlds without bodies', () => {
    const world = new World({ space: 2, integrator, projection: true, forces: [gravity([0, -8])] });
    world.step(0.5);
    assemble(world);
    const stone = world.addParticle({ mass: 3, position: [0, 0], velocity: [1, 0] });
    for (let k = 0; k < 4; k++) world.step(0.25);
    expect(stone.position[0]).toBeCloseTo(1, 14);
    expect(stone.velocity[1]).toBeCloseTo(-8, 14);
  });

  it('leaves what is at rest without gravity where it is', () => {
    const { world, particles } = chain([0.3, 2], { integrator, forces: [] });
    const before = particles.map(({ position }) => [...position]);
    world.run({ until: 1 });
    particles.forEach(({ position }, i) => {
      expect(Math.hypot(position[0] - before[i]![0]!, position[1] - before[i]![1]!)).toBeLessThan(1e-14);
    });
  });

  it('goes on with contradictory rods, and names them', () => {
    const world = new World({ space: 2, integrator, forces: [gravity([0, -G])], onWarning: () => undefined });
    const p = world.addParticle({ mass: 1, position: [0, -1.05] });
    for (const length of [1, 1.1]) world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length }));
    world.run({ until: 1 });
    // Half-way between the two demands.
    expect(p.position[1]).toBeCloseTo(-1.05, 3);
    const contradictions = world.warnings.filter(({ code }) => code === 'W_CONTRADICTION');
    expect(contradictions.map(({ constraints }) => constraints)).toEqual([['Distance2D #1', 'Distance2D #2']]);
  });
});
