import { LIGHT, type Colors } from '../painter/colors.js';
import { paintFloor } from '../painter/space/floor.js';
import { paintGrid } from '../painter/grid.js';
import { aspectOf, paintShapes, placesIn, viewOf } from '../painter/paint-world.js';
import { paintScaleBar } from '../painter/grid.js';
import { Sketch } from '../painter/sketch.js';
import { SvgPainter } from '../painter/svg-painter.js';
import type { PaintedTrace } from '../painter/traces.js';
import type { Viewport } from '../painter/view.js';
import { drivenConnectors } from './driver-power.js';
import { MARGINS, paintLegend, paintTitle } from './annotations.js';
import type { SimulatedScene } from './simulate.js';

const WIDTH = 1000;
/** Room around a bare drawing, px, and the size of its marks: it is shown small. */
const BARE = { left: 24, right: 24, top: 24, bottom: 24 };
const BOLD = 1.6;
/** Largest height of a drawing as a part of its width, and smallest. */
const TALLEST = 1.1;
const FLATTEST = 0.35;

interface DrawSceneOptions {
  readonly colors?: Colors;
  /** True to leave out the title, the legend and the scale. */
  readonly isBare?: boolean;
}

/**
 * Draws a simulated scene: paths of traced points, fading with age, and the final pose. The picture
 * is one SVG file that refers to no others.
 */
export function drawScene(
  { built, traces, summary }: SimulatedScene,
  { colors = LIGHT, isBare = false }: DrawSceneOptions = {},
): string {
  const { world, drivers = [], picture } = built;
  const margins = isBare ? BARE : MARGINS;
  const room = WIDTH - margins.left - margins.right;
  const options = { ...picture, driven: drivenConnectors(drivers) };
  const paths = traces.map(({ path, fade = Infinity }, k): PaintedTrace => {
    const first = Math.max(0, path.length - 1 - Math.round(fade / summary.dt));
    const color = colors.traces[k % colors.traces.length]!;
    const times = path.map((_, n) => summary.time - (path.length - 1 - n) * summary.dt);
    return { path: path.slice(first), times: times.slice(first), color };
  });
  if (options.forces === true) world.evaluate();
  const shapes = new Sketch(world, options).shapes(paths.map(({ path }) => path));

  const places = placesIn(shapes, paths);
  const drawn = room * Math.min(TALLEST, Math.max(FLATTEST, aspectOf(world, shapes, paths, options)));
  const viewport: Viewport = {
    width: WIDTH,
    height: Math.ceil(margins.top + drawn + margins.bottom),
    inner: { min: [margins.left, margins.top], max: [WIDTH - margins.right, margins.top + drawn] },
  };
  const view = viewOf(world, shapes, paths, viewport, options);
  const { width, height } = viewport;
  const painter = new SvgPainter();
  painter.polygon([[0, 0], [width, 0], [width, height], [0, height]], { fill: colors.paper }); // prettier-ignore
  if (world.space === 2) paintGrid(painter, view, colors);
  else paintFloor(painter, places, view, colors);
  paintShapes(painter, shapes, paths, view, colors, isBare ? BOLD : 1);
  if (!isBare) {
    paintTitle(painter, summary, view, colors);
    paintLegend(
      painter,
      traces.map(({ label }, k) => ({ label, color: paths[k]!.color })),
      drivers.length > 0,
      view,
      colors,
    );
    paintScaleBar(painter, [width - MARGINS.right, height - 34], view.scale, colors);
  }
  return painter.file({ title: summary.title, width, height });
}
