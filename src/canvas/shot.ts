import { CanvasPainter, type Context2D } from '../painter/canvas-painter.js';
import type { Colors } from '../painter/colors.js';
import { lensOf, viewThrough, type Lens } from '../painter/space/lens.js';
import { paintFloor } from '../painter/space/floor.js';
import { paintGrid, paintScaleBar } from '../painter/grid.js';
import { paintShapes } from '../painter/paint-world.js';
import type { Box } from '../painter/plane.js';
import { cornersOf, type Room } from '../painter/room.js';
import type { Shape } from '../painter/shape.js';
import type { PaintedTrace } from '../painter/traces.js';
import { planarView, viewportOf, type View, type ViewOptions, type Viewport } from '../painter/view.js';
import type { Grip } from './covers.js';

/** Room around the picture, px. */
const MARGIN = 24;

/** The size of a picture, CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Which part of a world is shown, and how. */
export interface Sight {
  readonly space: 2 | 3;
  /** Time of the world, s. */
  readonly time: number;
  /** The part that is shown, m. */
  readonly shown: Room;
  readonly options: Pick<ViewOptions, 'camera' | 'rotating'>;
  /** True to look at the plane as at something in space. */
  readonly isSolid?: boolean;
  /** What a visitor has chosen to look through. */
  readonly lens?: Lens | undefined;
}

/** What there is to be painted of a world at a moment. Nothing of it needs the world. */
export interface Shot extends Sight {
  readonly shapes: readonly Shape[];
}

/** The map from the world to a picture of this size. */
export function viewOfSight(sight: Sight, size: Size): View {
  const { space, time, shown, options, isSolid = false, lens } = sight;
  const viewport = viewportOfSize(size);
  const all = { ...viewport, inner: { min: [0, 0], max: [size.width, size.height] } } as const;
  const view =
    space === 3 || isSolid
      ? viewThrough(lens ?? lensOfSight(sight, size), viewport, options, time, space)
      : planarView(boxOf(shown), viewport, options, time);
  return { ...view, viewport: all };
}

/** The lens by which all of what is shown is seen. */
export const lensOfSight = ({ shown, options, time, space }: Sight, size: Size): Lens =>
  lensOf(cornersOf(shown), viewportOfSize(size), options, time, space);

export const viewportOfSize = ({ width, height }: Size): Viewport =>
  viewportOf(width, height, Math.min(MARGIN, width / 20, height / 20));

/** Paints a shot, without the paper behind it. */
export function paintShot(
  context: Context2D,
  size: Size,
  colors: Colors,
  shot: Shot,
  paths: readonly PaintedTrace[] = [],
  hasGround = true,
): View {
  const painter = new CanvasPainter(context);
  const view = viewOfSight(shot, size);
  const unit = Math.min(1.3, Math.max(0.55, Math.min(size.width, size.height) / 700));
  if (hasGround && shot.space === 2) paintGrid(painter, view, colors);
  else if (hasGround) paintFloor(painter, cornersOf(shot.shown), view, colors);
  paintShapes(painter, shot.shapes, paths, view, colors, unit);
  return view;
}

/** Distance of the scale bar from the edges, px. */
const SCALE = 16;

/** Paints the ring around the point that is marked, and a bar of a round length. */
export function paintAround(
  context: Context2D,
  view: View,
  colors: Colors,
  { marked, scaleBar }: { readonly marked: Grip | undefined; readonly scaleBar: boolean },
): void {
  const painter = new CanvasPainter(context);
  const { width, height } = view.viewport;
  if (marked) painter.disc(view.place(marked.position), 17, { stroke: colors.hand, width: 3, strokeOpacity: 0.6 });
  if (scaleBar) paintScaleBar(painter, [width - SCALE, height - SCALE], view.scale, colors, Math.min(140, width / 3));
}

/** The part of the plane of a box. */
export const boxOf = ({ min, max }: Room): Box => ({ min: [min[0]!, min[1]!], max: [max[0]!, max[1]!] });
