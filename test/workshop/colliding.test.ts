import { describe, expect, test } from 'vitest';
import { erased } from '../../site/workshop/model/drawing/act.js';
import { canTouch, collides, colliding, notColliding } from '../../site/workshop/model/drawing/collision.js';
import { copied, pasted } from '../../site/workshop/model/drawing/copy.js';
import { rename } from '../../site/workshop/model/drawing/erase.js';
import { fieldsOf, setField } from '../../site/workshop/model/drawing/fields.js';
import { drawPolygon } from '../../site/workshop/model/drawing/solids.js';
import { wordsFor } from '../../site/workshop/model/drawing/words.js';
import { removeBody } from '../../site/workshop/model/removal.js';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import type { Position } from '../../site/workshop/model/drawing/sketch.js';
import { loadScene, simulateScene } from '../../src/scene/index.js';
import { drawScene } from '../../src/simulate/picture.js';
import { begin, placeIn, template, type Paper } from './paper-twin.js';

const box = (x: number, y: number, half = 0.2): Position[] => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
];

async function drawBody(paper: Paper, corners: readonly Position[]): Promise<void> {
  const act = drawPolygon(paper.document, corners);
  if ('reason' in act) throw new Error(act.reason);
  await paper.show(act.document);
  paper.said = act.drew.map((thing) => wordsFor(act.document, thing, () => undefined)!.what);
}

/** A crate, a wheel and a hook above a floor. */
async function heap(): Promise<Paper> {
  const paper = await begin();
  await paper.draw('floor', [-2, -0.5], [2, -0.5]);
  await drawBody(paper, box(0, -0.3));
  await drawBody(paper, [[-0.3, 0], [0.3, 0], [0.3, 0.3], [0.2, 0.3], [0.2, 0.1], [-0.3, 0.1]]); // prettier-ignore
  await paper.draw('wheel', [1, 0.2], [1.2, 0.2]);
  return paper;
}

async function after(document: SceneDocument, until: number): Promise<(name: string) => readonly number[]> {
  const built = (await loadScene(document)).build();
  built.world.run({ until, dt: 1 / 400 });
  return (name) => placeIn(built, name);
}

describe('what is drawn collides', () => {
  test('with floors and with each other, and the line that says what was drawn names it', async () => {
    const paper = await begin();
    await paper.draw('floor', [-2, -0.5], [2, -0.5]);
    expect(paper.said).toEqual(['floor, which never moves; bodies and points rest on it, friction 0.5']);
    await drawBody(paper, box(0, 0));
    expect(paper.said).toEqual(['body, a body of 0.64 kg, 0.01707 kg m² at [0, 0]; it collides, friction 0.5']);
    await drawBody(paper, box(0.1, 0.6));
    await paper.draw('wheel', [-1, 0.5], [-0.8, 0.5]);
    expect(paper.said[0]).toMatch(/; it collides, friction 0\.5$/);
    expect(paper.document.constraints).toBeUndefined();
    const at = await after(paper.document, 2);
    expect(at('body')[1]).toBeCloseTo(-0.3, 6);
    expect(at('body2')[1]).toBeCloseTo(0.1, 6);
    expect(at('wheel')[1]).toBeCloseTo(-0.3, 6);
  });

  test('but the line of the paper is dashed, and holds nothing up', async () => {
    const paper = await begin();
    await drawBody(paper, box(0, 0.5));
    expect((await after(paper.document, 1))('body')[1]).toBeLessThan(-3);
    const svg = drawScene(await simulateScene(await loadScene(paper.document), { until: 1 / 400 }));
    expect(svg.match(/stroke-dasharray="12 5 2 5"/g)).toHaveLength(1);
  });

  test('notches too: a hook hangs on a wheel that is pinned', async () => {
    const paper = await begin();
    await paper.draw('pin', [0, 0]);
    await paper.draw('point', [0, 0.6]);
    await paper.draw('pin', [0, 0.6]);
    await paper.draw('wheel', [0, 0.6], [0.1, 0.6]);
    // An arch over the wheel, its opening below.
    await drawBody(paper, [[-0.4, 0.3], [-0.2, 0.3], [-0.2, 0.75], [0.2, 0.75], [0.2, 0.3], [0.4, 0.3], [0.4, 0.95], [-0.4, 0.95]]); // prettier-ignore
    const start = paper.document.bodies!['body'] as unknown as { position: Position };
    const at = await after(paper.document, 1);
    // It falls by 5 cm, until its inner side lies on the wheel.
    expect(at('body')[1]).toBeCloseTo(start.position[1] - 0.05, 4);
  });

  test('it can be switched off, and its friction is a field', async () => {
    const paper = await heap();
    const friction = (document: SceneDocument, name: string) =>
      fieldsOf(document, { kind: 'body', name }).find(({ label }) => label === 'friction');
    expect(friction(paper.document, 'body')!.value).toBe(0.5);
    const smooth = setField(paper.document, friction(paper.document, 'floor')!, 0);
    expect(friction(smooth, 'floor')!.value).toBe(0);
    expect(friction(smooth, 'body')!.value).toBe(0.5);
    const pushed = (document: SceneDocument): SceneDocument => ({
      ...document,
      bodies: { ...document.bodies, wheel: { ...document.bodies!['wheel']!, velocity: [1, 0] } as never },
    });
    // Without friction of the floor the wheel does not begin to roll.
    const turned = async (document: SceneDocument): Promise<number> => {
      const built = (await loadScene(pushed(document))).build();
      built.world.run({ until: 1, dt: 1 / 400 });
      return (built.bodies.get('wheel')!.body as unknown as { angularVelocity: number }).angularVelocity;
    };
    expect(Math.abs(await turned(smooth))).toBeLessThan(1e-9);
    expect(await turned(paper.document)).toBeLessThan(-1);
    const off = notColliding(paper.document, 'wheel');
    expect(collides(off, 'wheel')).toBe(false);
    expect(friction(off, 'wheel')).toBeUndefined();
    expect((await after(off, 1))('wheel')[1]).toBeLessThan(-3);
    expect(colliding(off, 'wheel').collide).toEqual(paper.document.collide);
    // What is off is off for all: nothing is left of it.
    const none = ['floor', 'body', 'body2', 'wheel'].reduce(notColliding, paper.document);
    expect(none).not.toHaveProperty('collide');
  });

  test('it goes with its body, changes its name with it, and is copied', async () => {
    const paper = await heap();
    const excluded: SceneDocument = {
      ...paper.document,
      collide: { ...paper.document.collide!, exclude: [['wheel', 'body']] },
    };
    await loadScene(excluded);
    const gone = removeBody(excluded, 'wheel');
    expect(JSON.stringify(gone.collide)).not.toMatch('wheel');
    await loadScene(gone);
    const act = erased(excluded, [{ kind: 'body', name: 'body' }]);
    expect('document' in act && act.document.collide!.shapes.map(({ body }) => body)).toEqual([
      'floor',
      'body2',
      'wheel',
    ]);
    const renamed = rename(excluded, { kind: 'body', name: 'wheel' }, 'disc');
    if ('reason' in renamed) throw new Error(renamed.reason);
    expect(renamed.document.collide).toMatchObject({ exclude: [['disc', 'body']] });
    expect(collides(renamed.document, 'disc')).toBe(true);
    await loadScene(renamed.document);
    const part = copied(excluded, [
      { kind: 'body', name: 'wheel' },
      { kind: 'body', name: 'body' },
    ]);
    expect(part.collide!.shapes).toHaveLength(2);
    const { document: next, things } = pasted(excluded, part, [0, 1.5]);
    for (const thing of things) expect(thing.kind === 'body' && collides(next, thing.name)).toBe(true);
    expect(next.collide!.shapes).toHaveLength(6);
    const at = await after(next, 2);
    for (const thing of things) if (thing.kind === 'body') expect(at(thing.name)[1]).toBeGreaterThan(-0.5);
  });

  test('points rest on floors as before; in a scene that steps from event to event nothing collides', async () => {
    const paper = await heap();
    await paper.draw('point', [-1, 0.6]);
    expect(Object.values(paper.document.constraints!).map(({ type }) => type)).toEqual(['PointLineContact']);
    expect((await after(paper.document, 2))('A')[1]).toBeCloseTo(-0.5, 6);
    const adaptive = await begin({ ...template('Empty'), settings: { integrator: 'dormandPrince' } });
    await drawBody(adaptive, box(0, 0));
    expect(adaptive.document).not.toHaveProperty('collide');
    expect(canTouch(adaptive.document, 'body')).toBe(false);
    await adaptive.draw('floor', [0, -0.5]);
    // Its corners rest on the floor then.
    expect(Object.keys(adaptive.document.constraints!)).toHaveLength(4);
    await loadScene(adaptive.document);
  });

  test('a body that is drawn by its shapes alone, or by several forms, is found where it is', async () => {
    const plain = template('Empty');
    const rigid = { kind: 'rigid', mass: 1, inertia: 1 } as const;
    const paper = await begin({
      ...plain,
      bodies: {
        crate: { ...rigid, position: [-1, 0.6] },
        ball: { ...rigid, position: [0, 0.6] },
        both: { ...rigid, position: [1, 0.6], draw: [{ shape: 'bar', from: [0, 0], to: [0.1, 0] }, { shape: 'disc', radius: 0.3 }] }, // prettier-ignore
      },
      collide: {
        shapes: [
          { body: 'crate', box: [0.8, 0.4] },
          { body: 'ball', disc: 0.3 },
        ],
      },
    });
    expect(paper.spot([-0.7, 0.7])).toMatchObject({ on: 'body', name: 'crate' });
    expect(paper.spot([-0.7, 0.95])).toMatchObject({ on: 'paper' });
    expect(paper.spot([0.2, 0.5])).toMatchObject({ on: 'body', name: 'ball' });
    expect(paper.spot([1.2, 0.7])).toMatchObject({ on: 'body', name: 'both' });
  });
});
