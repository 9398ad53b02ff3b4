import { describe, expect, test } from 'vitest';
import { act, erased } from '../../site/workshop/model/drawing/act.js';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { moveFixed, withPose } from '../../site/workshop/model/drawing/pose.js';
import { movedTogether } from '../../site/workshop/model/drawing/together.js';
import { loadScene } from '../../src/scene/index.js';
import { A, begin, B, O } from './paper-twin.js';

// What each tool makes, and what it refuses: one mistake in a tool breaks one of these.
describe('tools', () => {
  test('a point on the ground is pinned to it', async () => {
    const paper = await begin();
    await paper.draw('point', [0.9, 0]);
    expect(paper.document.constraints).toEqual({
      pin: { type: 'Coincident', on: { a: 'A', b: { ground: [0.9, 0] } } },
    });
    expect(await paper.freedoms()).toBe(0);
  });

  test('a point on a body is one of its points, and is said as such', async () => {
    const paper = await begin();
    await paper.draw('wheel', [0.5, 0.6], [0.9, 0.6]);
    const done = act('point', paper.document, paper.sketch, { from: paper.spot([0.6, 0.8]), to: paper.spot([0.6, 0.8]) }, 600); // prettier-ignore
    expect(done).toMatchObject({
      says: 'You drew wheel.p1, a point of wheel.',
      document: { bodies: { wheel: { points: { p1: [expect.closeTo(0.1, 9), expect.closeTo(0.2, 9)] } } } },
    });
  });

  test('a pin fixes a point once, and with a stroke joins two', async () => {
    const paper = await begin();
    await paper.draw('point', A);
    await paper.draw('point', B);
    await paper.draw('pin', A, B);
    expect(paper.document.constraints!['pin']).toEqual({ type: 'Coincident', on: { a: 'A', b: 'B' } });
    // The two have met half way.
    const here = paper.sketch.points['A']!;
    expect(here[0]).toBeCloseTo((A[0] + B[0]) / 2, 6);
    await paper.draw('pin', here);
    expect(paper.document.constraints!['pin2']!.on).toMatchObject({ a: 'A', b: { ground: [expect.closeTo(here[0], 9), expect.closeTo(here[1], 9)] } }); // prettier-ignore
    expect((await paper.draw('pin', here)).said[0]).toBe('A is pinned already.');
  });

  test('a motor of a body does work by its angle, which is no part of the balance', async () => {
    const paper = await begin();
    await paper.draw('wheel', [0.5, 0.6], [0.7, 0.6]);
    await paper.draw('pin', [0.5, 0.6]);
    await paper.draw('motor', [0.5, 0.7]);
    expect(paper.document.constraints!['motor']).toMatchObject({
      on: { theta: 'wheel.angle', base: { scalar: 0 } },
      driver: ['theta'],
    });
    const { world, drivers } = (await loadScene(paper.document)).build();
    expect(drivers!.map(({ input }) => input)).toEqual(['theta']);
    world.run({ until: 1, dt: 1 / 200 });
    expect(world.bodies[0]).toMatchObject({ angularVelocity: expect.closeTo(2, 6) as number });
  });

  test('where several rods meet, a motor asks which one is to turn', async () => {
    const paper = await begin();
    await paper.draw('rod', O, A);
    await paper.draw('rod', O, [-1, 0.4]);
    expect((await paper.draw('motor', O)).said[0]).toBe('Several rods meet here: press the one that is to turn.');
    await paper.draw('motor', [-0.7, 0.15]);
    expect(paper.document.constraints!['motor']!.on!['p']).toBe('A');
  });

  test('a pen adds a trace to others', async () => {
    const paper = await begin();
    await paper.draw('point', A);
    await paper.draw('point', B);
    await paper.draw('pen', A);
    await paper.draw('pen', B);
    expect(Object.values(paper.document.traces!).map(({ point }) => point)).toEqual(['A', 'B']);
  });

  test('a slider along a slope keeps to it', async () => {
    const paper = await begin();
    await paper.draw('point', [0, 1]);
    await paper.draw('slider', [0, 1], [0.4, 0.7]);
    const built = (await loadScene(paper.document)).build();
    built.world.run({ until: 0.5, dt: 1 / 400 });
    // Along (4, −3)/5 with g · 3/5.
    const way = (0.5 * 9.81 * 0.6) / 4;
    const { position } = built.world.particles[0]!;
    expect(position[0]).toBeCloseTo(0.8 * way, 6);
    expect(position[1]).toBeCloseTo(1 - 0.6 * way, 6);
  });

  test('a floor has its upper side above, whichever end it is drawn from; a click makes it as wide as the picture', async () => {
    const [one, other] = [await begin(), await begin()];
    await one.draw('floor', [-1, -0.4], [1, -0.2]);
    await other.draw('floor', [1, -0.2], [-1, -0.4]);
    expect(other.document.bodies).toEqual(one.document.bodies);
    const clicked = await begin();
    await clicked.draw('floor', [0, -0.5]);
    const { draw } = clicked.document.bodies!['floor'] as unknown as { draw: { points: number[][] } };
    // 84 of 100 parts of 600 px.
    expect(draw.points[1]![0]! - draw.points[0]![0]!).toBeCloseTo((0.84 * 600) / clicked.sketch.scale, 6);
  });

  test('what is below a floor does not rest on it', async () => {
    const paper = await begin();
    await paper.draw('floor', [-1, 0.5], [1, 0.5]);
    await paper.draw('point', [0.3, 0.8]);
    await paper.draw('point', [0.3, 0.2]);
    expect(Object.values(paper.document.constraints!).map(({ on }) => on!['p'])).toEqual(['A']);
  });

  test('a wheel on a point turns about that', async () => {
    const paper = await begin();
    await paper.draw('point', B);
    await paper.draw('wheel', B, [0.6, 1]);
    expect(paper.document.constraints!['axle']!.on).toEqual({ a: 'wheel', b: 'A' });
  });

  test('springs go with what they hang on, whichever is erased first, and keep their numbers', async () => {
    const paper = await begin();
    for (const x of [-0.6, 0, 0.6]) await paper.draw('spring', [x, 1], [x, 0.5]);
    const done = erased(
      paper.document,
      [1, 2, 3].slice(0, 2).map((index) => ({ kind: 'force', index }) as const),
    );
    if (!('document' in done)) throw new Error(done.reason);
    expect(done.document.forces!.map((force) => (force.type === 'spring' ? force.b : force.type))).toEqual([
      'gravity',
      'C',
    ]);
  });

  test('a body that was moved and turned stays as it was put', async () => {
    const paper = await begin();
    await paper.draw('wheel', [0.5, 0.6], [0.9, 0.6]);
    const before = paper.sketch;
    const now = { ...before, frames: { wheel: { at: [0.7, 0.5], angle: 0.3 } as const } };
    expect(withPose(paper.document, before, now).bodies!['wheel']).toMatchObject({ position: [0.7, 0.5], angle: 0.3 });
    expect(withPose(paper.document, before, before)).toEqual(paper.document);
  });

  test('springs go with the place of the ground that they hang on, moved alone or with others', async () => {
    const paper = await begin();
    await paper.draw('spring', [0, 1], [0, 0.5]);
    const endOf = (document: SceneDocument): unknown => document.forces!.find(({ type }) => type === 'spring')!['a' as never]; // prettier-ignore
    expect(endOf(moveFixed(paper.document, { ground: [0, 1] }, [0.2, 1]))).toEqual({ ground: [0.2, 1] });
    const both = [{ kind: 'body', name: 'A' }, { kind: 'force', index: 1 }] as const; // prettier-ignore
    const moved = movedTogether(paper.document, paper.sketch, both, [0.3, 0]);
    expect(endOf(moved)).toEqual({ ground: [0.3, 1] });
    expect(moved.bodies!['A']).toMatchObject({ position: [0.3, 0.5] });
  });
});
