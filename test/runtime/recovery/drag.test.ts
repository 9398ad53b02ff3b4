import { Coincident2D, Distance2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { gravity, mouseSpring, World, type PointConnector } from '../../../runtime/index.js';
import { G } from '../fixtures/scenes.js';
import { random } from '../fixtures/oracle.js';
import { someOf } from '../../support/scope.js';

interface Drag {
  readonly world: World;
  readonly codes: string[];
  readonly moveTo: (p: readonly number[]) => void;
}

/** Builds a chain of 20 rods of 0.1 m, sagging between a fixed end and one that a hand drags. */
function hangingChain(by: 'handle' | 'mouseSpring'): Drag {
  const codes: string[] = [];
  const world = new World({ space: 2, forces: [gravity([0, -G])], onWarning: ({ code }) => codes.push(code) });
  const handle = by === 'handle' ? world.handle([0, 0]) : undefined;
  const hand = handle ?? world.addParticle({ mass: 1, position: [0, 0] });
  const radius = 0.1 / (2 * Math.sin(Math.PI / 40));
  let last: PointConnector = hand;
  for (let i = 1; i <= 20; i++) {
    const angle = (Math.PI * i) / 20;
    const position = [radius - radius * Math.cos(angle), -radius * Math.sin(angle)];
    const next = world.addParticle({ mass: 0.1, position });
    world.add(new Distance2D({ a: last, b: next, length: 0.1 }));
    last = next;
  }
  world.add(new Coincident2D({ a: last, b: world.ground.point([...last.position]) }));
  const mover = handle ?? world.addForce(mouseSpring({ point: hand, target: [0, 0], hertz: 4, dampingRatio: 1 }));
  const moveTo = (p: readonly number[]): void => {
    mover.moveTo(p);
  };
  return { world, codes, moveTo };
}

describe('a chain that is pulled beyond its length, and let go', () => {
  it.each([
    ['handle', 60],
    ['handle', 240],
    ['mouseSpring', 60],
    ['mouseSpring', 240],
  ] as const)('by a %s, with %i steps a second', (by, rate) => {
    const { world, codes, moveTo } = hangingChain(by);
    let [stretch, energy] = [0, 0];
    for (let i = 0; i < 5 * rate; i++) {
      const t = i / rate;
      moveTo([-(t < 2 ? Math.min(1.5 * t, 3) : Math.max(0, 3 - 1.5 * (t - 2))), 0]);
      world.step(1 / rate);
      stretch = Math.max(stretch, world.residual().position);
      energy = Math.max(energy, world.energy().kinetic);
    }
    // The hand is 2.3 m further away than 20 rods reach.
    expect(stretch).toBeLessThan(by === 'handle' ? 0.5 : 1e-3);
    expect(energy).toBeLessThan(by === 'handle' ? 5e3 : 20);
    expect(world.residual().position).toBeLessThan(1e-3);
    expect(codes.includes('W_OUT_OF_REACH')).toBe(by === 'handle');
    expect(codes.length).toBe(new Set(codes).size);
  });
});

describe('a hand that jumps about at random', () => {
  it.each(someOf([1, 2, 3, 4, 5, 6], 2))('with seed %i', (seed) => {
    const next = random(seed);
    const { world, moveTo } = hangingChain(seed % 2 === 0 ? 'handle' : 'mouseSpring');
    let energy = 0;
    for (let i = 0; i < 600; i++) {
      if (i % 20 === 0) moveTo([2 * next(), 2 * next()]);
      world.step(1 / 60);
      energy = Math.max(energy, world.energy().kinetic);
    }
    // The hand moves at up to 300 m/s.
    expect(energy).toBeLessThan(1e7);
  });
});
