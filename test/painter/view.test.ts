import { expect, test } from 'vitest';
import { spatialView } from '../../src/painter/space/lens.js';
import { planarView, viewportOf } from '../../src/painter/view.js';

const VIEWPORT = viewportOf(800, 600, 50);

test('the plane is fitted with y up, and found again', () => {
  const view = planarView({ min: [-2, -1], max: [2, 1] }, VIEWPORT, {}, 0);
  // 700 px for 4 m.
  expect(view.scale).toBe(175);
  expect(view.place([0, 0])).toEqual([400, 300]);
  expect(view.place([2, 1])).toEqual([750, 125]);
  expect(view.locate([750, 125], [0, 0])).toEqual([2, 1]);
});

test('what turns with the picture stands still in it', () => {
  const rotating = 0.7;
  const view = planarView({ min: [-2, -2], max: [2, 2] }, VIEWPORT, { rotating }, 3);
  const at = (t: number) => [Math.cos(rotating * t), Math.sin(rotating * t)];
  const still = view.place([1, 0], 0);
  for (const t of [1, 2, 10]) {
    const [x, y] = view.place(at(t), t);
    expect(x).toBeCloseTo(still[0], 9);
    expect(y).toBeCloseTo(still[1], 9);
  }
  const [x, y] = view.locate(view.place(at(3)), [0, 0]);
  expect([x, y]).toEqual([expect.closeTo(at(3)[0]!, 12), expect.closeTo(at(3)[1]!, 12)]);
});

test('in space, sizes go with the inverse of the distance, and all is seen', () => {
  const camera = { from: [0, -10, 0], to: [0, 0, 0] };
  const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
  const view = spatialView(corners, VIEWPORT, { camera }, 0);
  // The near side, 9 m away, fills the height.
  expect(view.scaleAt([0, -1, 0]) / view.scaleAt([0, 5, 0])).toBeCloseTo(15 / 9, 12);
  const [[x0, y0], [x1, y1]] = [view.place([-1, -1, 1]), view.place([1, -1, -1])];
  expect([y0, y1]).toEqual([expect.closeTo(50, 9), expect.closeTo(550, 9)]);
  expect(x1 - x0).toBeCloseTo(500, 9);
  for (const corner of corners) {
    const back = view.locate(view.place(corner), corner);
    back.forEach((c, k) => {
      expect(c).toBeCloseTo(corner[k]!, 9);
    });
  }
});
