import { describe, expect, test } from 'vitest';
import { lensOf, shiftedLens, turnedLens, viewThrough } from '../../src/painter/space/lens.js';
import { viewportOf, type View } from '../../src/painter/view.js';

const VIEWPORT = viewportOf(640, 480, 20);
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 2 : -1, i & 2 ? 1 : -0.5, i & 4 ? 1.5 : 0]);
const PLACES = [[0.3, 0.2, 0.7], [-0.9, 0.8, 0.1], [1.7, -0.4, 1.2]]; // prettier-ignore

const lens = lensOf(CORNERS, VIEWPORT, {}, 0);
const apart = (a: ArrayLike<number>, b: ArrayLike<number>): number => Math.hypot(...Array.from(a, (x, k) => x - b[k]!));
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => Array.from(a).reduce((s, x, k) => s + x * b[k]!, 0);

/** Where a pinhole camera sees a place: what the view says of its eye, and nothing else. */
function seenBy({ camera }: View, position: readonly number[]): number[] {
  const { eye, right, up, forward, focal, centre } = camera!;
  const d = position.map((x, k) => x - eye[k]!);
  return [centre[0] + (focal * dot(d, right)) / dot(d, forward), centre[1] - (focal * dot(d, up)) / dot(d, forward)];
}

test.each([0, 0.7])(
  'places are where a camera at the eye sees them, also in a picture that turns by %f',
  (rotating) => {
    const view = viewThrough(turnedLens(lens, [0.4, 0.3], 3), VIEWPORT, { rotating }, 1.3);
    for (const place of PLACES) expect(apart(view.place(place), seenBy(view, place))).toBeLessThan(1e-9);
    const { right, up, forward } = view.camera!;
    for (const [a, b] of [[right, up], [up, forward], [forward, right]] as const) expect(dot(a, b)).toBeCloseTo(0, 12); // prettier-ignore
  },
);

test('an eye in the middle of what it looks at is set back', () => {
  const { eye, target } = lensOf(CORNERS, VIEWPORT, { camera: { from: [0.5, 0.25, 0.75] } }, 0);
  expect(target).toEqual([0.5, 0.25, 0.75]);
  expect(apart(eye, target)).toBeGreaterThan(1);
});

describe('an eye that goes round', () => {
  const shown = (turn: readonly [number, number]): View => viewThrough(turnedLens(lens, turn, 3), VIEWPORT, {}, 0);

  test('keeps its distance and what is in the middle', () => {
    const before = shown([0, 0]);
    for (const turn of [
      [0.5, 0],
      [0, 0.4],
      [-2, -0.9],
    ] as const) {
      // prettier-ignore
      const next = turnedLens(lens, turn, 3);
      expect(apart(next.eye, next.target)).toBeCloseTo(apart(lens.eye, lens.target), 12);
      expect(apart(shown(turn).place(lens.target), before.place(lens.target))).toBeLessThan(1e-9);
      expect(shown(turn).scale).toBeCloseTo(before.scale, 12);
    }
  });

  test('to the right sees what is behind further left, and turns by as much as is said', () => {
    const next = turnedLens(lens, [0.5, 0], 3);
    const angle = ({ eye, target }: typeof lens): number => Math.atan2(eye[1] - target[1], eye[0] - target[0]);
    expect(angle(next) - angle(lens)).toBeCloseTo(0.5, 12);
    const [r] = [shown([0, 0]).camera!.right];
    expect(
      dot(
        next.eye.map((x, k) => x - lens.eye[k]!),
        r,
      ),
    ).toBeGreaterThan(0);
    expect(turnedLens(turnedLens(lens, [0.5, 0.2], 3), [-0.5, -0.2], 3).eye.map((x, k) => Math.abs(x - lens.eye[k]!) < 1e-12)).toEqual([true, true, true]); // prettier-ignore
  });

  test('does not go over the top', () => {
    const over = turnedLens(lens, [0, 3], 3);
    expect(over.eye[2]).toBeGreaterThan(lens.eye[2]);
    expect(Math.hypot(over.eye[0] - over.target[0], over.eye[1] - over.target[1])).toBeGreaterThan(0.05);
  });

  test('is over y in the plane', () => {
    const flat = lensOf(CORNERS.map(([x, y]) => [x!, y!]), VIEWPORT, {}, 0, 2); // prettier-ignore
    const next = turnedLens(flat, [0.6, 0], 2);
    expect(next.eye[1]).toBeCloseTo(flat.eye[1], 12);
    expect(next.eye[0]).toBeGreaterThan(flat.eye[0]);
  });
});

test('what is at a place is moved along, and made larger', () => {
  const at = [200, 300] as const;
  const before = viewThrough(lens, VIEWPORT, {}, 0);
  const position = before.locate(at, [0, 0, 0.5]);
  const after = viewThrough(shiftedLens(lens, lens, VIEWPORT, { at, by: [30, -20], zoom: 1.7 }), VIEWPORT, {}, 0);
  expect(apart(after.place(position), [230, 280])).toBeLessThan(1e-9);
  expect(after.scale / before.scale).toBeCloseTo(1.7, 12);
});

test('pulls in the plane stay there, however it is looked at', () => {
  const flat = lensOf([[-1, -1], [1, 1]], VIEWPORT, {}, 0, 2); // prettier-ignore
  for (const turn of [
    [0, 0],
    [0.8, 0.4],
    [-1, -0.6],
  ] as const) {
    // prettier-ignore
    const view = viewThrough(turnedLens(flat, turn, 2), VIEWPORT, {}, 0, 2);
    for (const place of [
      [0.3, -0.6],
      [-0.8, 0.9],
    ]) {
      // prettier-ignore
      const found = view.locate(view.place(place), [0, 0]);
      expect(found).toHaveLength(2);
      expect(apart(found, place)).toBeLessThan(1e-12);
    }
  }
});
