import { describe, expect, it } from 'vitest';
import { Distance2D } from '../../../generated/index.js';
import {
  dormandPrince,
  gravity,
  rk4,
  type HolonomicRuntimeError,
  World,
  type Particle,
  type RunEvent,
} from '../../../runtime/index.js';
import { chain, G } from '../fixtures/scenes.js';
import { largestDifference } from '../fixtures/oracle.js';
import { readReference } from '../fixtures/reference.js';
import { thrown } from '../fixtures/thrown.js';

function falling(velocity = [1, 0], position = [0, 5], rtol = 1e-6): { world: World; ball: Particle } {
  const world = new World({ space: 2, forces: [gravity([0, -10])], integrator: dormandPrince({ rtol }) });
  return { world, ball: world.addParticle({ mass: 1, position, velocity }) };
}

describe('samples', () => {
  it('show multipliers and accelerations of their time, and change no bit of the motion', () => {
    const end = (samples: number[]): string => {
      const { world, particles } = chain([Math.PI / 2], { integrator: dormandPrince() });
      const rod = world.constraints[0]!;
      const { mass, position: x, velocity: v } = particles[0]!;
      let seen = 0;
      world.run({
        until: 2,
        samples,
        onSample: () => {
          seen++;
          // On a circle about the origin of radius l: m (v² / l − g y / l), and v̇ along the tangent.
          const l = Math.hypot(...x);
          const tension = (mass * (v[0] ** 2 + v[1] ** 2 - G * x[1])) / l;
          expect(Math.abs(rod.lambda[0])).toBeCloseTo(Math.abs(tension), 6);
          const [ax, ay] = particles[0]!.acceleration;
          expect((ax * x[1] - ay * x[0]) / l).toBeCloseTo((G * x[0]) / l, 6);
        },
      });
      expect(seen).toBe(samples.length);
      return [...x, ...v].join();
    };
    expect(end([0, 0.1, 0.77, 2])).toBe(end([]));
  });

  it('show the solution between steps, of fourth order', () => {
    const angles = [Math.PI / 2];
    const samples = Array.from({ length: 200 }, (_, i) => (i + 1) / 100);
    const exact: number[][] = [];
    const reference = chain(angles, { integrator: dormandPrince({ rtol: 1e-13, atol: 1e-13 }) });
    reference.world.run({
      until: 2,
      samples,
      onSample: () => exact.push([...reference.particles[0]!.position, ...reference.particles[0]!.velocity]),
    });
    const errorAt = (h: number): number => {
      const integrator = dormandPrince({ rtol: 1, atol: 1, initialStep: h, maxStep: h });
      const { world, particles } = chain(angles, { integrator });
      let worst = 0;
      let i = 0;
      world.run({
        until: 2,
        samples,
        onSample: () => {
          expect(world.time).toBe(samples[i]);
          const found = [...particles[0]!.position, ...particles[0]!.velocity];
          worst = Math.max(worst, largestDifference(found, exact[i++]!));
        },
      });
      expect(i).toBe(samples.length);
      return worst;
    };
    const order = Math.log2(errorAt(1 / 41.5) / errorAt(1 / 83));
    expect(order).toBeGreaterThan(3.7);
    expect(order).toBeLessThan(5.5);
    // The sampled states are compared with the pendulum's published ones.
    const published = readReference('pendulum_a01').states.find(({ t }) => t === 1.5)!;
    expect(exact[149]![1]).toBeCloseTo(published.q[1]!, 10);
  });

  it('change nothing, to the last bit', () => {
    const { world } = chain([0.5, 1], { integrator: dormandPrince(), feedback: false });
    const quiet = chain([0.5, 1], { integrator: dormandPrince(), feedback: false }).world;
    let count = 0;
    world.run({
      until: 1,
      samples: [0, 0.1, 0.1, 0.5, 1],
      onSample: () => {
        count++;
        world.evaluate();
        world.residual();
      },
      events: [{ function: () => 1 }],
    });
    quiet.run({ until: 1 });
    expect(count).toBe(5);
    const { q, v, integrator } = world.snapshot();
    expect({ q, v, integrator }).toEqual({
      q: quiet.snapshot().q,
      v: quiet.snapshot().v,
      integrator: quiet.snapshot().integrator,
    });
  });
});

describe('events', () => {
  it('are found where the function is zero', () => {
    const { world, ball } = falling();
    const event: RunEvent = { function: () => ball.position[1], terminal: true };
    expect(world.run({ until: 3, events: [event] })).toBe(event);
    expect(Math.abs(world.time - 1)).toBeLessThan(1e-14);
    expect(Math.abs(ball.position[1])).toBeLessThan(1e-14);
    expect(ball.velocity[1]).toBeCloseTo(-10, 13);
    // It is over, and does not occur again.
    expect(world.run({ until: 3, events: [{ ...event, direction: 1 }] })).toBeUndefined();
    expect(world.time).toBe(3);
  });

  it('can change the state: a ball that bounces', () => {
    const { world, ball } = falling();
    const times: number[] = [];
    world.run({
      until: 2.9,
      events: [
        {
          function: () => ball.position[1],
          direction: -1,
          onEvent: () => {
            times.push(world.time);
            ball.velocity[1] *= -0.5;
          },
        },
      ],
    });
    // Half the speed after each bounce: 1, then 1 + 1, then 1/2 later, and so on up to 3 s.
    expect(times.slice(0, 5).map((t) => Number(t.toFixed(10)))).toEqual([1, 2, 2.5, 2.75, 2.875]);
  });

  it('are told apart by direction, and found where two fall into one step', () => {
    const { world, ball } = falling([0, 10]);
    const counts = { up: 0, down: 0, both: 0 };
    const crossing = (name: keyof typeof counts, direction: -1 | 0 | 1): RunEvent => ({
      function: () => ball.position[1] - 9.9,
      direction,
      onEvent: () => counts[name]++,
    });
    world.run({ until: 2, events: [crossing('up', 1), crossing('down', -1), crossing('both', 0)] });
    expect(counts).toEqual({ up: 1, down: 1, both: 2 });
  });

  /**
   * Drops a ball by 1 m onto a floor that returns the part `e` of its speed. The bounces end at
   * `√(2/g) (1 + e)/(1 − e)`.
   */
  function bounce(e: number, floor: number, until: number): { world: World; ball: Particle; times: number[] } {
    const { world, ball } = falling([0, 0], [0, floor + 1]);
    const times: number[] = [];
    const event: RunEvent = {
      function: () => ball.position[1] - floor,
      direction: -1,
      onEvent: () => {
        times.push(world.time);
        ball.velocity[1] *= -e;
      },
    };
    try {
      world.run({ until, events: [event] });
    } catch (error) {
      expect((error as HolonomicRuntimeError).code).toBe('E_EVENTS_TOO_CLOSE');
      expect((error as HolonomicRuntimeError).message).toContain('event #1 occurs again');
    }
    return { world, ball, times };
  }

  it.each([0, 5])('are not lost after an event, however long the steps: a floor at %d m', (floor) => {
    const fall = Math.sqrt(2 / 10);
    const { world, ball, times } = bounce(1, floor, 100);
    expect(world.time).toBe(100);
    expect(times).toHaveLength(Math.floor((100 / fall - 1) / 2) + 1);
    times.forEach((t, k) => {
      expect(Math.abs(t - (2 * k + 1) * fall)).toBeLessThan(1e-10);
    });
    expect(ball.position[1]).toBeGreaterThan(floor);
  });

  it.each([
    [0.5, 0, 40],
    [0.5, 5, 20],
    [0.9, 0, 200],
    [0.9, 5, 150],
    [0, 0, 1],
    [0, 5, 1],
  ])('closer than rounding are an error, not a fall through the floor: e = %d, floor at %d m', (e, floor, least) => {
    const end = (Math.sqrt(2 / 10) * (1 + e)) / (1 - e);
    const { world, ball, times } = bounce(e, floor, 100);
    // The height of the last bounce is within rounding, so that its time is within the root of it.
    expect(Math.abs(world.time - end)).toBeLessThan(floor === 0 ? 1e-10 : 1e-6);
    expect(Math.abs(ball.position[1] - floor)).toBeLessThan(1e-14);
    expect(times.length).toBeGreaterThanOrEqual(least);
  });

  it.each([-0.5, -1])('that the motion passes through are no error: a speed times %d', (factor) => {
    const { world, times } = bounce(factor, 5, 50);
    expect(times).toHaveLength(1);
    expect(world.time).toBe(50);
  });

  it('are not lost after a run that ends at an event', () => {
    const { world, ball } = falling([0, 0], [0, 1]);
    const event: RunEvent = { function: () => ball.position[1], direction: -1, terminal: true };
    const fall = Math.sqrt(2 / 10);
    for (let k = 0; k < 20; k++) {
      expect(world.run({ until: 100, events: [event] })).toBe(event);
      expect(Math.abs(world.time - (2 * k + 1) * fall)).toBeLessThan(1e-11);
      ball.velocity[1] *= -1;
    }
  });

  it('are not lost on a curve: a pendulum against a wall', () => {
    const { world, ball } = falling([0, 0], [1, 0], 1e-11);
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: ball, length: 1 }));
    const times: number[] = [];
    const onEvent = (): void => {
      times.push(world.time);
      for (let i = 0; i < 2; i++) ball.velocity[i]! *= -1;
    };
    world.run({ until: 20, events: [{ function: () => ball.position[0], onEvent }] });
    // From 90° the period is 4 √(l/g) K(1/√2); it is half of it from bounce to bounce.
    const quarter = 1.8540746773013719 / Math.sqrt(10);
    expect(times).toHaveLength(Math.floor((20 / quarter - 1) / 2) + 1);
    times.forEach((t, k) => {
      expect(Math.abs(t - (2 * k + 1) * quarter)).toBeLessThan(1e-7);
    });
  });

  it('leave samples and handles in step', () => {
    const { world, ball } = falling();
    const hand = world.handle([0, 0]);
    hand.moveTo([2, 0]);
    const order: string[] = [];
    world.run({
      until: 2,
      dt: 2,
      samples: [0.5, 1.5],
      onSample: () => order.push(`sample ${world.time}`),
      onStep: () => order.push(`step ${world.time}`),
      events: [{ function: () => ball.position[1], onEvent: () => order.push(`event ${hand.position[0].toFixed(9)}`) }],
    });
    expect(order).toEqual(['sample 0.5', 'event 1.000000000', 'sample 1.5', 'step 2']);
    expect([...hand.position]).toEqual([2, 0]);
  });
});

describe('errors of run', () => {
  const attempt = (options: object): { code: string; message: string } =>
    thrown(() => falling().world.run({ until: 1, ...options }));

  it('the past', () => {
    const { world } = chain([1]);
    world.run({ until: 1 });
    expect(world.run({ until: 1 })).toBeUndefined();
    expect(thrown(() => world.run({ until: 0.5 }))).toEqual({
      code: 'E_TIME_PAST',
      message:
        'run is to end at t = 0.5 s, but the world is at t = 1 s already. Give a later time, or restore a snapshot taken before it.',
    });
  });

  it('an integrator without dense output', () => {
    expect(thrown(() => chain([1]).world.run({ until: 1, samples: [0.5] })).code).toBe('E_DENSE_OUTPUT');
  });

  it.each([
    [{ samples: [0.5, 0.4] }, 'E_SAMPLES', "Option 'samples' of run has 0.4 at index 1."],
    [{ samples: [2] }, 'E_SAMPLES', 'Give ascending times from 0 s to 1 s.'],
    [{ samples: 3 }, 'E_LIST', "Option 'samples' of run is 3."],
    [{ events: [{}] }, 'E_EVENT', 'The function of event #1 is undefined.'],
    [{ events: [{ function: (): number => 0, direction: 2 }] }, 'E_EVENT', 'The direction of event #1 is 2.'],
    [{ events: [{ function: (): number => NaN }] }, 'E_NOT_FINITE', 'The function of event #1 is not finite: NaN.'],
    [{ event: [] }, 'E_OPTION_UNKNOWN', "Run options have no 'event'. Did you mean 'events'?"],
  ])('%j', (options, code, message) => {
    const error = attempt(options);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  it('changes during a step, which is undone', () => {
    const { world, ball } = falling();
    const error = thrown(() =>
      world.run({ until: 1, samples: [0.5], onSample: () => world.addParticle({ mass: 1, position: [0, 0] }) }),
    );
    expect(error).toEqual({
      code: 'E_STEPPING',
      message:
        'A step or an evaluation is under way: nothing can be added, removed, restored, assembled or stepped now. ' +
        'Do it between steps, such as in onStep or onEvent.',
    });
    expect(world.particles).toHaveLength(1);
    world.addForce({
      apply: () => {
        world.remove(ball);
      },
    });
    expect(thrown(() => world.run({ until: world.time + 1 })).code).toBe('E_STEPPING');
  });
});

it.each([
  ['rk4', rk4(), 1 / 64],
  ['dormandPrince, in steps', dormandPrince(), 1 / 64],
  ['dormandPrince', dormandPrince({ maxStep: 1 / 64 }), undefined],
] as const)('ends where onStep says so, and goes on from there: %s', (_, integrator, dt) => {
  const world = new World({ space: 2, integrator });
  const ball = world.addParticle({ mass: 1, position: [0, 0], velocity: [1, 0] });
  const run = (onStep: () => unknown): unknown => world.run({ until: 2, ...(dt && { dt }), onStep });
  run(() => ball.position[0] >= 0.5 && 'stop');
  expect(world.time).toBeGreaterThanOrEqual(0.5);
  expect(world.time).toBeLessThan(0.5 + 1.5 / 64);
  expect(ball.position[0]).toBeCloseTo(world.time, 12);
  run(() => true);
  expect(world.time).toBe(2);
});

it.each([rk4(), dormandPrince()])('makes no last step of rounding of a time that is large, $name', (integrator) => {
  const world = new World({ space: 2, integrator, time: 1e6 });
  world.addParticle({ mass: 1, position: [0, 0], velocity: [1, 0] });
  let steps = 0;
  world.run({ until: 1e6 + 2, dt: 1 / 240, onStep: () => steps++ });
  expect(steps).toBe(480);
  expect(world.time).toBe(1e6 + 2);
  // A rest that is no rounding is a step.
  world.run({ until: 1e6 + 4 + 1e-4, dt: 1 / 240, onStep: () => steps++ });
  expect(steps).toBe(480 + 481);
});
