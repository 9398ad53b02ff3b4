import type { Bar, JointName, Linkage, Side } from './linkage.js';
import type { Palette } from './palette.js';
import { LENGTHS, PLATES, type Point } from './proportions.js';
import type { Trace } from './trace.js';
import type { View } from './view.js';

export interface Picture {
  readonly linkage: Linkage;
  readonly view: View;
  readonly palette: Palette;
  readonly traces: Readonly<Record<Side, Trace>>;
  /** The joint under the pointer, or selected by the keyboard. */
  readonly marked: JointName | undefined;
  readonly labels: boolean;
  readonly forces: boolean;
}

/** Force that is drawn in full colour, N. */
const FULL_FORCE = 10;
const TURN = 2 * Math.PI;

/** Draws one frame. The context is scaled to CSS pixels. */
export function draw(context: CanvasRenderingContext2D, width: number, height: number, picture: Picture): void {
  context.clearRect(0, 0, width, height);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  drawDots(context, width, height, picture);
  drawTraces(context, picture);
  drawPlates(context, picture);
  drawGroove(context, picture);
  drawGround(context, picture);
  for (const bar of picture.linkage.bars) drawBar(context, bar, picture);
  if (picture.labels) for (const bar of picture.linkage.bars) drawLength(context, bar, picture);
  drawJoints(context, picture);
  drawHand(context, picture);
}

function path(context: CanvasRenderingContext2D, places: readonly Point[], closed: boolean): void {
  context.beginPath();
  places.forEach(([x, y], i) => {
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  if (closed) context.closePath();
}

function disc(context: CanvasRenderingContext2D, [x, y]: Point, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, TURN);
}

/** Draws the points of the plane's grid, 10 cm apart. */
function drawDots(context: CanvasRenderingContext2D, width: number, height: number, { view, palette }: Picture): void {
  const [left, top] = view.toPlane([0, 0]);
  const [right, bottom] = view.toPlane([width, height]);
  context.fillStyle = palette.dots;
  for (let i = Math.ceil(left * 10); i <= right * 10; i++)
    for (let k = Math.ceil(bottom * 10); k <= top * 10; k++) {
      disc(context, view.toScreen([i / 10, k / 10]), 1);
      context.fill();
    }
}

/** Draws the paths of the feet, fading with age. */
function drawTraces(context: CanvasRenderingContext2D, { traces, view, palette }: Picture): void {
  for (const side of ['left', 'right'] as const) {
    const places = traces[side].places.map((place) => view.toScreen(place));
    context.strokeStyle = palette[side];
    context.lineWidth = 2.5;
    // Round ends of translucent pieces would be visible where they overlap.
    context.lineCap = 'butt';
    const pieces = 40;
    for (let i = 0; i < pieces; i++) {
      const [from, to] = [i, i + 1].map((n) => Math.floor((n / pieces) * places.length));
      context.globalAlpha = 0.6 * ((i + 1) / pieces) ** 1.5;
      path(context, places.slice(from, to! + 1), false);
      context.stroke();
    }
    context.globalAlpha = 1;
    context.lineCap = 'round';
  }
}

function drawPlates(context: CanvasRenderingContext2D, { linkage, view, palette }: Picture): void {
  for (const side of ['left', 'right'] as const)
    for (const plate of PLATES) {
      path(
        context,
        plate.map((joint) => view.toScreen(linkage.at(`${side} ${joint}`))),
        true,
      );
      context.fillStyle = palette[`plate-${side}`];
      context.fill();
    }
}

/** Draws the curve that guides the pin, the crank's centre, and the line that the motor turns. */
function drawGroove(context: CanvasRenderingContext2D, { linkage, view, palette }: Picture): void {
  const curve = linkage.groove.map((place) => view.toScreen(place));
  const size = barWidth(view);
  path(context, curve, true);
  context.strokeStyle = palette['groove-edge'];
  context.lineWidth = 2.1 * size + 3;
  context.stroke();
  context.strokeStyle = palette.groove;
  context.lineWidth = 2.1 * size;
  context.stroke();
  const [centre, pin] = [view.toScreen([0, 0]), view.toScreen(linkage.at('pin'))];
  path(context, [centre, pin], false);
  context.strokeStyle = palette.ink;
  context.lineWidth = 1.5;
  context.setLineDash([2, 5]);
  context.stroke();
  context.setLineDash([]);
  disc(context, centre, 3);
  context.fillStyle = palette.ink;
  context.fill();
}

/** Draws the bearings of the hips: a triangle on a hatched line. */
function drawGround(context: CanvasRenderingContext2D, { linkage, view, palette }: Picture): void {
  const size = 2.4 * barWidth(view);
  for (const side of ['left', 'right'] as const) {
    const [x, y] = view.toScreen(linkage.at(`${side} hip`));
    context.strokeStyle = palette.faint;
    context.fillStyle = palette.paper;
    context.lineWidth = 1.5;
    path(
      context,
      [
        [x, y],
        [x - 0.8 * size, y + 1.4 * size],
        [x + 0.8 * size, y + 1.4 * size],
      ],
      true,
    );
    context.fill();
    context.stroke();
    for (let i = -2; i <= 2; i++) {
      path(
        context,
        [
          [x + i * 0.4 * size, y + 1.4 * size],
          [x + i * 0.4 * size - 0.35 * size, y + 1.85 * size],
        ],
        false,
      );
      context.stroke();
    }
  }
}

const barWidth = (view: View): number => Math.max(4, 0.02 * view.scale);

/** Draws a bar. The colour of its inner line shows the force in it. */
function drawBar(context: CanvasRenderingContext2D, bar: Bar, { linkage, view, palette, forces }: Picture): void {
  const width = barWidth(view);
  path(
    context,
    [bar.from, bar.to].map((joint) => view.toScreen(linkage.at(joint))),
    false,
  );
  context.strokeStyle = palette.paper;
  context.lineWidth = width + 3;
  context.stroke();
  context.strokeStyle = palette.bar;
  context.lineWidth = width;
  context.stroke();
  if (!forces) return;
  const tension = linkage.tension(bar);
  context.globalAlpha = Math.min(1, Math.abs(tension) / FULL_FORCE);
  context.strokeStyle = tension > 0 ? palette.pull : palette.push;
  context.lineWidth = Math.max(2.5, 0.5 * width);
  context.stroke();
  context.globalAlpha = 1;
}

/** Writes the bar's letter and length, cm, beside its middle. */
function drawLength(context: CanvasRenderingContext2D, bar: Bar, { linkage, view, palette }: Picture): void {
  const [[x, y], [u, v]] = [view.toScreen(linkage.at(bar.from)), view.toScreen(linkage.at(bar.to))];
  // The letter alone where there is little room.
  const text = view.scale < 300 ? bar.letter : `${bar.letter} ${LENGTHS[bar.letter]}`;
  context.font = `500 ${Math.max(10, Math.min(14, 0.026 * view.scale))}px ui-sans-serif, system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const middle: Point = [(x + u) / 2, (y + v) / 2];
  const [half, high] = [context.measureText(text).width / 2 + 5, 0.6 * Math.max(14, 0.03 * view.scale)];
  context.beginPath();
  context.roundRect(middle[0] - half, middle[1] - high, 2 * half, 2 * high, high);
  context.fillStyle = palette.paper;
  context.globalAlpha = 0.92;
  context.fill();
  context.globalAlpha = 1;
  context.fillStyle = palette.ink;
  context.fillText(text, middle[0], middle[1] + 0.5);
}

function drawJoints(context: CanvasRenderingContext2D, { linkage, view, palette, marked }: Picture): void {
  const width = barWidth(view);
  for (const joint of linkage.joints) {
    const place = view.toScreen(linkage.at(joint));
    const size = joint === 'pin' || joint.endsWith('foot') ? 1.05 * width : 0.8 * width;
    if (joint === marked) {
      disc(context, place, size + 8);
      context.globalAlpha = 0.22;
      context.fillStyle = palette.hand;
      context.fill();
      context.globalAlpha = 1;
    }
    disc(context, place, size);
    context.fillStyle = palette.paper;
    context.fill();
    context.lineWidth = Math.max(2, 0.28 * width);
    context.strokeStyle = joint === marked ? palette.hand : palette.ink;
    context.stroke();
    if (joint === 'pin') {
      disc(context, place, 0.4 * width);
      context.fillStyle = palette.hand;
      context.fill();
    }
  }
}

/** Draws the spring between a joint and the hand that pulls at it. */
function drawHand(context: CanvasRenderingContext2D, { linkage, view, palette }: Picture): void {
  const { hand } = linkage;
  if (!hand) return;
  const [from, to] = [view.toScreen(linkage.at(hand.joint)), view.toScreen(hand.target)];
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  context.strokeStyle = palette.hand;
  context.lineWidth = 2;
  if (length > 14) {
    const [ex, ey] = [x / length, y / length];
    const coils = 10;
    const zigzag = Array.from({ length: coils - 1 }, (_, i): Point => {
      const along = 8 + ((length - 16) * (i + 1)) / coils;
      const across = i % 2 === 0 ? 4 : -4;
      return [from[0] + ex * along - ey * across, from[1] + ey * along + ex * across];
    });
    path(context, [from, ...zigzag, to], false);
    context.stroke();
  }
  disc(context, to, 7);
  context.stroke();
}
