import { expect, test } from 'vitest';
import { CanvasPainter, type Context2D } from '../../src/painter/canvas-painter.js';
import { LIGHT, mixed } from '../../src/painter/colors.js';
import { paintSpring } from '../../src/painter/marks.js';
import { paintShapes } from '../../src/painter/paint-world.js';
import type { Painter } from '../../src/painter/painter.js';
import type { Shape } from '../../src/painter/shape.js';
import { SvgPainter } from '../../src/painter/svg-painter.js';
import { planarView, viewportOf } from '../../src/painter/view.js';

const SHAPES: readonly Shape[] = [
  { kind: 'wire', points: [[-5, 0], [5, 0]] },
  { kind: 'plate', points: [[0, 0], [1, 0], [0, 1]] },
  { kind: 'disc', at: [0.5, 0.5], radius: 0.25, marks: [] },
  { kind: 'rod', a: [0, 0], b: [1, 1], tension: 5 },
  { kind: 'spring', a: [0, 0], b: [1, 0], isHand: false },
  { kind: 'anchor', at: [0, 0], isHanging: true },
  { kind: 'mass', at: [1, 1], share: 1, isDriven: true },
  { kind: 'force', at: [1, 1], force: [3, 4] },
  { kind: 'text', at: [0, 0.2], text: 'a < b' },
]; // prettier-ignore

/** A context that records the places it is given, in order. */
function recorder(): { context: Context2D; lines: [number, number][][]; discs: number[][]; texts: string[] } {
  const [lines, discs, texts]: [[number, number][][], number[][], string[]] = [[], [], []];
  const context = {
    beginPath: () => lines.push([]),
    moveTo: (x: number, y: number) => lines.at(-1)!.push([x, y]),
    lineTo: (x: number, y: number) => lines.at(-1)!.push([x, y]),
    arc: (x: number, y: number, r: number) => discs.push([x, y, r]),
    fillText: (text: string) => texts.push(text),
    ...Object.fromEntries(['closePath', 'fill', 'stroke', 'setLineDash', 'strokeText'].map((name) => [name, () => 0])),
  };
  return { context: context as unknown as Context2D, lines, discs, texts };
}

test('canvas and SVG show the same', () => {
  const view = planarView({ min: [-0.5, -0.5], max: [1.5, 1.5] }, viewportOf(400, 400, 20), {}, 0);
  const paint = (painter: Painter): void => {
    paintShapes(painter, SHAPES, [], view, LIGHT, 1);
  };
  const svg = new SvgPainter();
  paint(svg);
  const file = svg.file({ title: 'Both', width: 400, height: 400 });
  const { context, lines, discs, texts } = recorder();
  paint(new CanvasPainter(context));
  const drawn = [...file.matchAll(/ points="([^"]*)"/g)].map(([, list]) =>
    list!.split(' ').map((pair) => pair.split(',').map(Number)),
  );
  const canvas = lines.filter((line) => line.length > 0);
  expect(drawn).toHaveLength(canvas.length);
  drawn.forEach((line, k) => {
    line.forEach(([x, y], i) => {
      expect(Math.hypot(x! - canvas[k]![i]![0], y! - canvas[k]![i]![1])).toBeLessThan(0.01);
    });
  });
  expect(file.match(/<circle/g)).toHaveLength(discs.length);
  expect(texts).toEqual(['a < b']);
  expect(file).toContain('>a &#60; b</text>');
  // The wire leaves the picture, and is cut off at its inner box.
  expect(drawn[0]).toEqual([[20, 290], [380, 290]]); // prettier-ignore
  // 3, 4 N are the largest force but for the rod: an arrow of 70 px towards (0.6, −0.8).
  const [tip] = drawn.at(-1)!;
  expect(tip).toEqual([expect.closeTo(290 + 42, 1), expect.closeTo(110 - 56, 1)]);
});

test('a spring ends where it is attached, however short', () => {
  for (const length of [0, 3, 200]) {
    const { context, lines } = recorder();
    paintSpring(new CanvasPainter(context), [10, 20], [10 + length, 20], { stroke: '#000000' }, 8);
    expect([lines[0]![0], lines[0]!.at(-1)]).toEqual([[10, 20], [10 + length, 20]]); // prettier-ignore
    for (const [, y] of lines[0]!) expect(Math.abs(y - 20)).toBeLessThanOrEqual(4);
  }
});

test('colours are mixed channel by channel', () => {
  expect(mixed('#000000', '#ff8040', 0.5)).toBe('#804020');
});

test('a line on a canvas has nothing of the lines before it, and sets no more than it differs in', () => {
  const strokes: unknown[] = [];
  let changes = 0;
  const state: Record<string, unknown> = { globalAlpha: 0.3, lineCap: 'butt', lineJoin: 'miter', dash: [9] };
  const context = new Proxy(state, {
    get: (_, name) => {
      if (name === 'setLineDash') return (dash: number[]) => (state['dash'] = dash);
      if (name !== 'stroke') return () => undefined;
      const { globalAlpha, lineCap, lineJoin, dash, lineWidth } = state;
      return () => strokes.push([globalAlpha, lineCap, lineJoin, dash, lineWidth]);
    },
    set: (_, name, value) => {
      changes++;
      state[name as string] = value;
      return true;
    },
  }) as unknown as Context2D;
  const painter = new CanvasPainter(context);
  const line = [[0, 0], [1, 1]] as const; // prettier-ignore
  painter.line(line, { stroke: '#123', width: 2 });
  painter.line(line, { stroke: '#123', width: 3, strokeOpacity: 0.5, dash: [5, 5], cap: 'butt' });
  painter.line(line, { stroke: '#123', width: 2 });
  const usual = [1, 'round', 'round', [], 2];
  expect(strokes).toEqual([usual, [0.5, 'butt', 'round', [5, 5], 3], usual]);
  changes = 0;
  for (let k = 0; k < 100; k++) painter.line(line, { stroke: '#123', width: 2 });
  expect(changes).toBe(200); // colour and width
});
