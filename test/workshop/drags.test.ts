import { expect, test } from 'vitest';
import type { HandEvent } from '../../site/workshop/engine/protocol.js';
import type { World } from '../../runtime/index.js';
import { someOf } from '../support/scope.js';
import { scene, SCENES, Twin } from './twin.js';

/** Frames of a pull, its radius, CSS pixels, and frames after it. */
const PULL = 80;
const RADIUS = 70;
const AFTER = 20;
interface Place {
  readonly position: readonly number[];
  readonly velocity: readonly number[];
}

const placesIn = ({ particles, bodies }: World): readonly Place[] =>
  [...particles, ...bodies].flatMap((body) =>
    'position' in body ? [{ position: Array.from(body.position), velocity: Array.from(body.velocity) }] : [],
  );

const size = (vector: readonly number[]): number => Math.hypot(...vector);

/**
 * The largest way of a body in some time, s, in those that its velocities before and after it allow;
 * ways below `least`, m, do not count.
 */
function largestJump(before: readonly Place[], after: readonly Place[], time: number, least: number): number {
  return Math.max(
    0,
    ...after.map(({ position, velocity }, k) => {
      const old = before[k]!;
      const way = size(position.map((x, i) => x - old.position[i]!));
      return way < least ? 0 : way / (Math.max(size(velocity), size(old.velocity)) * time);
    }),
  );
}

const cases = SCENES.map((name) => [name, scene(name)] as const);

test.each(someOf(cases, 2))('%s: what is pulled at moves without a jump, and holds', async (_, document) => {
  const twin = new Twin();
  await twin.load(document);
  const { engine } = twin;
  const theatre = engine.theatre!;
  const { world } = theatre;
  // Where a scene is over in a moment, so is a frame of it.
  const span = theatre.scene.until;
  if (span < 0.25) engine.receive({ kind: 'speed', speed: span / 6 });
  const hand = (type: 'pointermove' | 'pointerdown' | 'pointerup', [x, y]: readonly [number, number]): void => {
    const event: HandEvent = { type, clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse', button: 0 };
    engine.receive({ kind: 'hand', event });
  };
  engine.receive({ kind: 'run', running: true });
  twin.frames(2);
  const extent = Math.max(...placesIn(world).map(({ position }) => size(position)), 0.1);
  const [jumps, residuals]: [number[], number[]] = [[], []];
  let before = placesIn(world);
  const frame = (): void => {
    const { time } = world;
    twin.frames(1);
    const after = placesIn(world);
    jumps.push(largestJump(before, after, world.time - time, 0.02 * extent));
    residuals.push(world.residual().position);
    before = after;
  };
  for (const point of someOf(theatre.movable, 2, 2)) {
    const [x, y] = theatre.view.place(point.position);
    hand('pointerdown', [x, y]);
    expect(theatre.hand.point).toBeDefined();
    for (let k = 1; k <= PULL; k++) {
      const angle = (2 * Math.PI * k) / PULL;
      hand('pointermove', [x + RADIUS * Math.sin(angle), y + RADIUS * (1 - Math.cos(angle))]);
      frame();
    }
    hand('pointerup', [x, y]);
    expect(theatre.hand.point).toBeUndefined();
    for (let k = 0; k < AFTER; k++) frame();
  }
  expect(twin.reports.filter(({ kind }) => kind === 'failed')).toEqual([]);
  expect(twin.state.isRunning).toBe(true);
  expect(Math.max(0, ...jumps)).toBeLessThan(3);
  expect(Math.max(0, ...residuals)).toBeLessThan(Math.max(1e-5, 10 * Number(document.expect?.largestC ?? 0)));
});
