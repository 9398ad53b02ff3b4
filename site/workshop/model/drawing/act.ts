import type { SceneDocument } from '../document.js';
import { drawFloor, drawMotor, drawPen, drawPin, drawPoint, drawRod, drawRope, drawSpring } from './acts.js';
import { erase, thingAt, tookWords } from './erase.js';
import type { Act } from './parts.js';
import { apart, toPicture, toWorld, type Position, type Sketch, type Thing } from './sketch.js';
import { drawSlider } from './sliders.js';
import { drawWheel } from './solids.js';
import type { Spot } from './spots.js';
import type { Tool } from './tools.js';

/** A stroke: where it began, and where it ended; a click ends where it began. */
export interface Stroke {
  readonly from: Spot;
  readonly to: Spot;
}

/** Part of the picture's width that a floor takes which is clicked. */
const WIDE = 0.42;

type Draw = (document: SceneDocument, sketch: Sketch, stroke: Stroke, width: number) => Act;

const clicked =
  (draw: (document: SceneDocument, sketch: Sketch, spot: Spot) => Act): Draw =>
  (document, sketch, { to }) =>
    draw(document, sketch, to);

const drawn =
  (draw: (document: SceneDocument, sketch: Sketch, from: Spot, to: Spot) => Act): Draw =>
  (document, sketch, { from, to }) =>
    draw(document, sketch, from, to);

const ACTS: Readonly<Partial<Record<Tool, Draw>>> = {
  point: clicked(drawPoint),
  rod: drawn(drawRod),
  pin: drawn(drawPin),
  motor: clicked(drawMotor),
  pen: clicked(drawPen),
  spring: drawn(drawSpring),
  rope: drawn(drawRope),
  slider: drawn(drawSlider),
  wheel: (document, sketch, { from, to }) => drawWheel(document, sketch, from, to.at),
  floor: (document, sketch, { from, to }, width) => {
    if (apart(from.at, to.at) > 0) return drawFloor(document, sketch, from.at, to.at);
    const [x, y] = toPicture(sketch, to.at);
    const end = (side: 1 | -1): Position => [toWorld(sketch, [x + side * WIDE * width, y])[0], to.at[1]];
    return drawFloor(document, sketch, end(-1), end(1));
  },
  eraser: (document, sketch, { to }) => {
    const thing = thingAt(document, sketch, to);
    return thing === undefined ? { reason: 'There is nothing here.' } : erased(document, [thing]);
  },
};

/** Takes things away with what hangs on them, and says so. */
export function erased(document: SceneDocument, things: readonly Thing[]): Act {
  const [first] = things;
  if (first === undefined) return { reason: 'There is nothing here.' };
  // Forces go from the last on: those before keep their numbers. What went with another is gone already.
  const order = [...things].sort((a, b) => (b.kind === 'force' ? b.index : -1) - (a.kind === 'force' ? a.index : -1));
  const next = order.reduce(erase, document);
  return { document: next, drew: [], says: tookWords(document, next, first) };
}

/** What a tool makes of a document by a stroke. `width` is that of the picture, CSS pixels. */
export function act(tool: Tool, document: SceneDocument, sketch: Sketch, stroke: Stroke, width: number): Act {
  return ACTS[tool]?.(document, sketch, stroke, width) ?? { reason: '' };
}
