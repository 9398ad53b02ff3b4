import { describe, expect, test } from 'vitest';
import type { Sketch } from '../../site/workshop/model/drawing/sketch.js';
import { Fingers } from '../../src/canvas/fingers.js';
import { TEMPLATES } from '../../site/workshop/model/templates.js';
import type { PointConnector } from '../../runtime/index.js';
import { scene, Twin } from './twin.js';

type Place = readonly [number, number];

const begin = async (title = 'Pendulum'): Promise<Twin> => {
  const twin = new Twin();
  twin.engine.receive({ kind: 'resize', size: { width: 800, height: 600, ratio: 1 } });
  await twin.load(TEMPLATES.find((one) => one.title === title)!.document);
  return twin;
};

/** The position that is shown at a place. */
const shownAt = (twin: Twin, place: Place): number[] => twin.engine.theatre!.view.locate(place, [0, 0]);

const hand = (
  twin: Twin,
  type: 'pointerdown' | 'pointermove' | 'pointerup',
  [clientX, clientY]: Place,
  more = {},
): void => {
  twin.engine.receive({ kind: 'hand', event: { type, clientX, clientY, pointerId: 1, pointerType: 'mouse', button: 0, ...more } }); // prettier-ignore
};

const close = (list: readonly number[]) => list.map((x) => expect.closeTo(x, 9) as number);

describe('looking at another part of the plane', () => {
  test('zoom keeps what is under the pointer; fit shows all again', async () => {
    const twin = await begin();
    const [before, home] = [shownAt(twin, [600, 100]), shownAt(twin, [0, 0])];
    const { scale } = twin.engine.theatre!.view;
    expect(twin.state.isChosen).toBe(false);
    twin.engine.receive({ kind: 'look', look: { at: [600, 100], zoom: 3 } });
    expect(shownAt(twin, [600, 100])).toEqual(close(before));
    expect(twin.engine.theatre!.view.scale).toBeCloseTo(3 * scale, 9);
    expect(twin.state.isChosen).toBe(true);
    twin.engine.receive({ kind: 'look', look: { at: [600, 100], by: [-50, 20], zoom: 0.5 } });
    expect(shownAt(twin, [550, 120])).toEqual(close(before));
    // A run, a change of the document and a new start leave what is seen as it is.
    twin.engine.receive({ kind: 'run', running: true });
    twin.frames(60);
    await twin.load({ ...TEMPLATES.find(({ title }) => title === 'Pendulum')!.document, title: 'Other' }, true);
    twin.engine.receive({ kind: 'reset' });
    expect(shownAt(twin, [550, 120])).toEqual(close(before));
    twin.engine.receive({ kind: 'look' });
    expect(shownAt(twin, [0, 0])).toEqual(close(home));
    expect(twin.state.isChosen).toBe(false);
  });

  test('there is a largest and a smallest picture', async () => {
    const twin = await begin();
    const { scale } = twin.engine.theatre!.view;
    for (let k = 0; k < 40; k++) twin.engine.receive({ kind: 'look', look: { at: [1, 1], zoom: 0.5 } });
    expect(twin.engine.theatre!.view.scale).toBeGreaterThan(scale / 50);
    for (let k = 0; k < 80; k++) twin.engine.receive({ kind: 'look', look: { at: [1, 1], zoom: 2 } });
    expect(twin.engine.theatre!.view.scale).toBeLessThan(300 * scale);
  });

  test('a drag beside all points moves the picture; one at a point pulls, and nothing moves the picture then', async () => {
    const twin = await begin();
    const before = shownAt(twin, [100, 500]);
    hand(twin, 'pointerdown', [100, 500]);
    hand(twin, 'pointermove', [160, 470]);
    hand(twin, 'pointerup', [160, 470]);
    expect(shownAt(twin, [160, 470])).toEqual(close(before));
    expect(twin.engine.theatre!.hand.point).toBeUndefined();
    const bob = twin.state.places['bob']!;
    hand(twin, 'pointerdown', bob);
    expect(twin.engine.theatre!.hand.point).toBeDefined();
    twin.engine.receive({ kind: 'look', look: { at: [0, 0], zoom: 2 } });
    hand(twin, 'pointerdown', [30, 30], { pointerId: 2 });
    hand(twin, 'pointermove', [90, 90], { pointerId: 2 });
    expect(shownAt(twin, [160, 470])).toEqual(close(before));
    expect(twin.engine.theatre!.hand.point).toBeDefined();
  });

  test('two fingers move it and zoom', () => {
    const fingers = new Fingers();
    fingers.press(1, [100, 100]);
    fingers.press(2, [300, 100]);
    fingers.press(3, [0, 0]);
    expect(fingers.move(2, [500, 140])).toEqual({ at: [200, 100], by: [100, 20], zoom: Math.hypot(400, 40) / 200 });
    expect(fingers.move(3, [9, 9])).toBeUndefined();
    fingers.release(1);
    expect(fingers.move(2, [510, 140])).toEqual({ at: [500, 140], by: [10, 0] });
  });

  test('what is drawn upon is told anew', async () => {
    const twin = await begin('Empty');
    twin.engine.receive({ kind: 'hold', on: true });
    const sketch = (): Sketch => twin.reports.findLast((report) => report.kind === 'sketch')!.sketch!;
    const { scale } = sketch();
    twin.engine.receive({ kind: 'look', look: { at: [0, 0], zoom: 2 } });
    expect(sketch().scale).toBeCloseTo(2 * scale, 9);
  });

  test('a picture of space is moved and magnified as it is; hands find what they see there', async () => {
    const twin = await begin('Empty');
    await twin.load(scene('coin'));
    const { theatre } = twin.engine;
    const point = theatre!.built.bodies.get('coin')!.connectors.get('rim') as PointConnector;
    const at = (): Place => theatre!.view.place(point.position);
    const before = at();
    expect(twin.state.isChosen).toBe(false);
    twin.engine.receive({ kind: 'look', look: { at: before, zoom: 2, by: [30, -10] } });
    expect(at()).toEqual(close([before[0] + 30, before[1] - 10]));
    expect(twin.state.isChosen).toBe(true);
    // Around it, all is twice as large, and what is found at a place is what is seen there.
    const centre = theatre!.built.bodies.get('coin')!.connectors.get('') as PointConnector;
    const seen = theatre!.view.place(centre.position);
    expect(theatre!.view.locate(seen, centre.position)).toEqual(close([...centre.position]));
    hand(twin, 'pointerdown', seen);
    expect(theatre!.hand.point).toBe(centre);
    hand(twin, 'pointerup', seen);
    // A drag beside it with the middle button moves the picture; with the first one it turns.
    hand(twin, 'pointerdown', [5, 5], { button: 1 });
    hand(twin, 'pointermove', [45, 25]);
    hand(twin, 'pointerup', [45, 25]);
    expect(at()).toEqual(close([before[0] + 70, before[1] + 10]));
    const eye = (): number[] => Array.from(theatre!.view.camera!.eye);
    const [from, scale] = [eye(), theatre!.view.scale];
    hand(twin, 'pointerdown', [5, 5]);
    hand(twin, 'pointermove', [45, 25]);
    hand(twin, 'pointerup', [45, 25]);
    expect(Math.hypot(...eye().map((x, k) => x - from[k]!))).toBeGreaterThan(0.1);
    expect(theatre!.view.scale).toBeCloseTo(scale, 9);
    // Another document of space is seen through the same lens, and fit shows all.
    await twin.load({ ...scene('coin'), title: 'Other' }, true);
    expect(twin.state.isChosen).toBe(true);
    twin.engine.receive({ kind: 'look' });
    expect(twin.engine.theatre!.view.place(point.position)).toEqual(close(before));
    for (let k = 0; k < 40; k++) twin.engine.receive({ kind: 'look', look: { at: [1, 1], zoom: 2 } });
    expect(twin.engine.theatre!.view.scale).toBeLessThan(51 * theatre!.view.scale);
  });
});
