import { LIGHT } from '../../../src/painter/colors.js';
import { paintFloor } from '../../../src/painter/space/floor.js';
import { paintGrid } from '../../../src/painter/grid.js';
import { paintShapes, placesIn } from '../../../src/painter/paint-world.js';
import { Sketch } from '../../../src/painter/sketch.js';
import { SvgPainter } from '../../../src/painter/svg-painter.js';
import type { Theatre } from './theatre.js';

/** Draws a scene as it is shown now, as an SVG file. */
export function svgOf(theatre: Theatre): string {
  const { view, world, options, scene } = theatre;
  const { width, height } = view.viewport;
  const shapes = new Sketch(world, options).shapes();
  const paths = theatre.paths(LIGHT);
  const painter = new SvgPainter();
  painter.polygon([[0, 0], [width, 0], [width, height], [0, height]], { fill: LIGHT.paper }); // prettier-ignore
  if (world.space === 2) paintGrid(painter, view, LIGHT);
  else paintFloor(painter, placesIn(shapes, paths), view, LIGHT);
  const unit = Math.min(1.3, Math.max(0.55, Math.min(width, height) / 700));
  paintShapes(painter, shapes, paths, view, LIGHT, unit);
  return painter.file({ title: scene.title, width, height });
}
