import { expect, test } from 'vitest';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { copied, pasted } from '../../site/workshop/model/drawing/copy.js';
import { rename } from '../../site/workshop/model/drawing/erase.js';
import { removeBody } from '../../site/workshop/model/removal.js';
import { loadScene } from '../../src/scene/index.js';
import { Twin } from './twin.js';

/** A bob that a well of the scene's own holds, and a whisker over it. */
const WELL: SceneDocument = {
  format: 'holonomic-scene/1',
  title: 'A well',
  space: 2,
  specs: {
    Well: {
      kind: 'energy',
      summary: 'Holds a point near another.',
      space: 2,
      inputs: { a: 'point', b: 'point' },
      params: { k: { min: 0 }, c: { min: 0 } },
      V: 'k * (exp(dot(a - b, a - b)) - 1) / 2',
      damping: 'c / 2 * dot(ddt(a), ddt(a))',
    },
  },
  bodies: {
    A: { kind: 'particle', mass: 1, position: [0.4, 0] },
    B: { kind: 'particle', mass: 1, position: [0.4, 1] },
  },
  energies: {
    well: { type: 'Well', on: { a: 'A', b: { ground: [0, 0] } }, params: { k: 20, c: 3 } },
    spring: { type: 'Spring', on: { a: 'A', b: 'B' }, params: { stiffness: 200, restLength: 1, damping: 2 } },
    bend: { type: 'Bend', on: { a: { ground: [0, -1] }, b: 'A', c: 'B' }, params: { stiffness: 2 } },
  },
  plots: [{ kind: 'time', of: ['well.V'] }],
};

test('a scene with energies runs in the workshop, is drawn, and is pulled by the hand', async () => {
  const twin = new Twin();
  const report = await twin.load(WELL);
  expect(report).toMatchObject({ kind: 'loaded', facts: { degreesOfFreedom: 4, rows: 0 } });
  const { engine } = twin;
  const theatre = engine.theatre!;
  const bob = theatre.world.particles[0]!;
  engine.receive({ kind: 'run', running: true });
  twin.frames(120);
  expect(twin.state.samples.at(-1)!.at(-1)).toBeGreaterThanOrEqual(0);
  const rest = [...bob.position];
  expect(Math.hypot(...rest)).toBeLessThan(0.2);
  const hand = (type: 'pointermove' | 'pointerdown' | 'pointerup', [x, y]: readonly [number, number]): void => {
    engine.receive({
      kind: 'hand',
      event: { type, clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse', button: 0 },
    });
  };
  const [x, y] = theatre.view.place(bob.position);
  const to = theatre.view.place([rest[0]! + 0.3, rest[1]!]);
  hand('pointermove', [x, y]);
  hand('pointerdown', [x, y]);
  hand('pointermove', [to[0], to[1]]);
  twin.frames(60);
  // The hand pulls against the well, as far as it is strong.
  expect(bob.position[0] - rest[0]!).toBeGreaterThan(0.1);
  hand('pointerup', [to[0], to[1]]);
  twin.frames(300);
  expect(Math.hypot(bob.position[0] - rest[0]!, bob.position[1] - rest[1]!)).toBeLessThan(0.05);
});

test('energies go with the bodies that they join: removed, renamed, copied', async () => {
  const removed = removeBody(WELL, 'B');
  expect(Object.keys(removed.energies!)).toEqual(['well']);
  const renamed = rename(WELL, { kind: 'body', name: 'A' }, 'bob');
  expect('document' in renamed && renamed.document.energies!['bend']).toMatchObject({ on: { b: 'bob', c: 'B' } });
  const part = copied(WELL, ['A', 'B'].map((name) => ({ kind: 'body', name }) as const)); // prettier-ignore
  const { document } = pasted(WELL, part, [2, 0]);
  expect(Object.keys(document.energies!)).toEqual(['well', 'spring', 'bend', 'well2', 'spring2', 'bend2']);
  expect(document.energies!['well2']).toMatchObject({ type: 'Well', on: { a: 'C', b: { ground: [2, 0] } } });
  expect((await loadScene(document)).build().world.forces).toHaveLength(6);
});
