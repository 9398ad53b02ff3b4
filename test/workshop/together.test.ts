import { expect, test } from 'vitest';
import { thingsWithin } from '../../site/workshop/model/drawing/copy.js';
import { movedTogether } from '../../site/workshop/model/drawing/together.js';
import type { Thing } from '../../site/workshop/model/drawing/sketch.js';
import { loadScene } from '../../src/scene/index.js';
import { begin, fourBar } from './paper-twin.js';

test('all of a driven four-bar moves as it is, its ground with it', async () => {
  const paper = await fourBar();
  await paper.draw('motor', [-0.7, 0.15]);
  const all = thingsWithin(paper.document, paper.sketch, [-2, -1], [2, 2]);
  const moved = movedTogether(paper.document, paper.sketch, all, [0.25, -0.5]);
  expect(moved.bodies!['A']).toMatchObject({ position: [-0.45, -0.2] });
  expect(moved.constraints!['rod']!.on!['a']).toEqual({ ground: [-0.45, -0.5] });
  expect(moved.constraints!['motor']!.on!['o']).toEqual({ ground: [-0.45, -0.5] });
  expect(moved.constraints!['rod3']!.on!['b']).toEqual({ ground: [0.95, -0.5] });
  const built = (await loadScene(moved)).build();
  expect(built.world.residual().position).toBeLessThan(1e-9);
  const { world } = (await loadScene(paper.document)).build();
  world.run({ until: 1, dt: 1 / 400 });
  built.world.run({ until: 1, dt: 1 / 400 });
  // It runs as it did, elsewhere.
  for (const [k, { position }] of built.world.particles.entries()) {
    expect(position[0] - world.particles[k]!.position[0]).toBeCloseTo(0.25, 9);
    expect(position[1] - world.particles[k]!.position[1]).toBeCloseTo(-0.5, 9);
  }
});

test('a pin goes with its body; what is not selected is not torn off', async () => {
  const paper = await begin();
  await paper.draw('wheel', [-1, 0.6], [-0.8, 0.6]);
  await paper.draw('pin', [-1, 0.6]);
  await paper.draw('point', [0.5, 1]);
  await paper.draw('rod', [0.5, 1], [1, 0]);
  const things: Thing[] = [
    { kind: 'body', name: 'wheel' },
    { kind: 'body', name: 'A' },
  ];
  const moved = movedTogether(paper.document, paper.sketch, things, [0.1, 0.2]);
  expect(moved.constraints!['pin']!.on!['b']).toEqual({ ground: [-0.9, 0.8] });
  expect(moved.bodies!['A']).toMatchObject({ position: [0.6, 1.2] });
  // The rod keeps its fixed end, and the point comes back to it when the scene is assembled.
  expect(moved.constraints!['rod']).toEqual(paper.document.constraints!['rod']);
  const other = movedTogether(
    paper.document,
    paper.sketch,
    [...things, { kind: 'constraint', name: 'rod' }],
    [0.1, 0.2],
  );
  expect(other.constraints!['rod']!.on!['b']).toEqual({ ground: [1.1, 0.2] });
});

test('places that formulas give are moved by formulas', async () => {
  const paper = await begin({
    ...(await begin()).document,
    params: { h: 0.5 },
    bodies: { P: { kind: 'particle', mass: 1, position: ['2 * h', 0.3] }, Q: { kind: 'particle', mass: 1, position: [0, 1] } }, // prettier-ignore
  });
  const both: Thing[] = ['P', 'Q'].map((name) => ({ kind: 'body', name }));
  const moved = movedTogether(paper.document, paper.sketch, both, [0.25, 0]);
  expect(moved.bodies!['P']).toMatchObject({ position: ['(2 * h) + 0.25', 0.3] });
});
