import { paintAngle } from './angle.js';
import { darker, mixed, type Colors } from './colors.js';
import { paintAnchor, paintArrow, paintHatching, paintSpring } from './marks.js';
import { WHEEL } from './forms.js';
import type { Ink, Painter } from './painter.js';
import { roundLength } from './grid.js';
import { clip, distance, simplify, type Point2, type Polyline } from './plane.js';
import type { Shape } from './shape.js';
import type { Position, View } from './view.js';

/** What all shapes of a picture share. */
export interface Setting {
  readonly view: View;
  readonly colors: Colors;
  /** Factor of widths and radii that are in pixels. */
  readonly unit: number;
  /** Force that has full colour and an arrow of full length, N. */
  readonly fullForce: number;
}

/** Radius of the heaviest particle and of one without mass, px. Areas go with masses. */
const LARGEST = 11;
const SMALLEST = 5;
/** Length of an arrow of full force, px. */
const ARROW = 70;

/** Paints a shape. */
export function paintShape(painter: Painter, shape: Shape, setting: Setting): void {
  const { view, colors } = setting;
  const place = (position: Position): Point2 => view.place(position);
  // In perspective, what is far away is small.
  const near = (position: Position): number => setting.unit * (view.scaleAt(position) / view.scale);
  switch (shape.kind) {
    case 'rod':
      paintRod(painter, shape, setting, near(shape.a));
      break;
    case 'link':
      painter.line(
        shape.points.map(place),
        shape.isTaut
          ? { stroke: colors.rod, width: 2.6 * setting.unit }
          : { stroke: colors.rod, width: 1.6 * setting.unit, dash: [5, 5] },
      );
      break;
    case 'wire':
      for (const piece of clip(shape.points.map(place), view.viewport.inner)) {
        const line = simplify(piece, 0.1);
        if (shape.solid) {
          paintHatch(painter, line, shape.solid, setting);
          painter.line(line, { stroke: colors.anchor, width: 3 * setting.unit });
          continue;
        }
        painter.line(line, { stroke: colors.wire, width: 5 * setting.unit });
        painter.line(line, { stroke: colors.paper, width: 2 * setting.unit });
      }
      break;
    case 'spring': {
      const color = shape.isHand ? colors.hand : colors.spring;
      const ink = { stroke: color, width: 2 * setting.unit };
      paintSpring(painter, place(shape.a), place(shape.b), ink, 11 * near(shape.a));
      if (shape.isHand) painter.disc(place(shape.b), 7 * setting.unit, ink);
      break;
    }
    case 'bar': {
      const width = shape.width === undefined ? 11 * near(shape.a) : shape.width * view.scaleAt(shape.a);
      const line = [place(shape.a), place(shape.b)];
      const cap = shape.isPiece === true ? 'butt' : 'round';
      painter.line(line, { stroke: colors.bodyEdge, width: width + 2 * setting.unit, cap });
      painter.line(line, { stroke: colors.body, width: Math.max(1, width - 2 * setting.unit), cap });
      if (cap === 'round' && shape.isWhole !== true)
        for (const end of line) paintPin(painter, end, 0.22 * width, setting);
      break;
    }
    case 'plate':
      painter.polygon(shape.points.map(place), bodyInk(setting, shape.points[0]?.length === 3 ? 0.85 : 0.55));
      if (shape.isPinned === true)
        for (const corner of shape.points) paintPin(painter, place(corner), 2.4 * near(corner), setting);
      break;
    case 'solid': {
      const own = shape.isFixed ? groundInk(setting) : bodyInk(setting, 0.6);
      const ink = shape.isFine === true ? { ...own, width: 1.4 * setting.unit } : own;
      if (shape.edges === undefined) painter.polygon(shape.points.map(place), ink);
      else {
        const { stroke, width = 1, ...fill } = ink;
        painter.polygon(shape.points.map(place), fill);
        for (const edge of shape.edges) painter.polygon(edge.map(place), { stroke, width });
      }
      for (const mark of shape.marks)
        painter.line(mark.map(place), { stroke: ink.stroke, width: 1.4 * setting.unit, strokeOpacity: 0.6 });
      break;
    }
    case 'floor':
      if (shape.points.length > 2) painter.polygon(shape.points.map(place), groundInk(setting));
      else painter.line(shape.points.map(place), { stroke: colors.anchor, width: 4 * setting.unit });
      break;
    case 'hatching':
      paintHatching(painter, shape.points.map(place), colors, setting.unit);
      break;
    case 'face': {
      const points = shape.points.map(place);
      if (shape.isClosed === true && !facesViewer(points)) break;
      const fill = mixed(
        darker(shape.isFixed === true ? colors.faint : colors.bodyEdge, colors.paper),
        shape.isFixed === true ? colors.anchorFill : colors.body,
        0.35 + 0.65 * shape.shade,
      );
      const ink = shape.isFixed === true ? groundInk(setting) : bodyInk(setting, 1);
      const stroke = shape.isSmooth === true ? fill : ink.stroke;
      painter.polygon(points, { fill, stroke, width: (shape.isSmooth === true ? 0.6 : 1.2) * setting.unit });
      break;
    }
    case 'sheave': {
      const ink = { stroke: colors.anchor, width: 2 * setting.unit, fill: colors.anchorFill };
      const radius = shape.radius * view.scaleAt(shape.at);
      painter.disc(place(shape.at), radius, ink);
      painter.disc(place(shape.at), Math.min(4.5 * setting.unit, 0.3 * radius), { ...ink, fill: colors.paper });
      break;
    }
    case 'rope':
      painter.line(shape.points.map(place), {
        stroke: colors.rod,
        width: (shape.isLoose ? 1.6 : 3) * setting.unit,
        ...(shape.isLoose && { dash: [3, 4] }),
      });
      break;
    case 'disc':
      painter.disc(place(shape.at), shape.radius * view.scaleAt(shape.at), bodyInk(setting, 0.6));
      for (const mark of shape.marks)
        painter.line(mark.map(place), { stroke: colors.bodyEdge, width: 1.4 * setting.unit, strokeOpacity: 0.6 });
      break;
    case 'wheel':
      paintWheel(painter, shape, setting);
      break;
    case 'anchor':
      paintAnchor(painter, place(shape.at), shape.isHanging, colors, near(shape.at));
      break;
    case 'mass':
      paintMass(painter, shape, setting, near(shape.at));
      break;
    case 'handle': {
      const [x, y] = place(shape.at);
      const ink = { stroke: colors.driven, width: 2 * setting.unit };
      painter.disc([x, y], 7 * setting.unit, { ...ink, fill: colors.paper });
      painter.line([[x - 4, y], [x + 4, y]], ink); // prettier-ignore
      painter.line([[x, y - 4], [x, y + 4]], ink); // prettier-ignore
      break;
    }
    case 'force': {
      const from = place(shape.at);
      const size = Math.hypot(...Array.from(shape.force));
      if (!(size > 0)) break;
      const length = ARROW * setting.unit * Math.min(2, size / setting.fullForce);
      const to = place(
        Array.from(shape.at, (x, k) => x + (shape.force[k]! / size) * (length / view.scaleAt(shape.at))),
      );
      paintArrow(painter, from, to, colors.force, 2.6 * setting.unit);
      break;
    }
    case 'angle':
      paintAngle(painter, shape, view, colors, setting.unit);
      break;
    case 'line':
      painter.line(shape.points.map(place), {
        stroke: colors.faint,
        width: 2 * setting.unit,
        ...(shape.isDashed && { dash: [12, 5, 2, 5] }),
      });
      break;
    case 'area':
      painter.disc(place(shape.at), shape.radius * view.scaleAt(shape.at), {
        stroke: colors.faint,
        width: 2 * setting.unit,
        fill: colors.anchorFill,
        fillOpacity: 0.5,
      });
      break;
    case 'text':
      painter.text(place(shape.at), shape.text, { size: 14, color: colors.text, halo: colors.paper, align: 'middle' });
      break;
    case 'name':
      // All together: names/paint-names.ts.
      break;
  }
}

/** Least distance between strokes of hatching, px, and their length. */
const HATCH = 24;
const STROKE = 12;

/** Hatches the solid side of a line. Along a straight one, strokes are at round distances: they stay where they are. */
function paintHatch(painter: Painter, line: Polyline, solid: 'left' | 'right', { view, colors, unit }: Setting): void {
  const pitch = roundLength(HATCH / view.scale) * view.scale;
  const [x0, y0] = view.place([0, 0], 0);
  const side = solid === 'left' ? -1 : 1;
  const ink = { stroke: colors.faint, width: 1.4 * unit, cap: 'butt' } as const;
  let behind = 0;
  for (let k = 0; k + 1 < line.length; k++) {
    const [a, b] = [line[k]!, line[k + 1]!];
    const length = distance(a, b);
    const [tx, ty] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const [dx, dy] = [STROKE * unit * side * (-ty - tx), STROKE * unit * side * (tx - ty)];
    const start = line.length === 2 ? (a[0] - x0) * tx + (a[1] - y0) * ty : behind;
    for (let s = Math.ceil(start / pitch) * pitch - start; s < length; s += pitch) {
      const [x, y] = [a[0] + s * tx, a[1] + s * ty];
      painter.line([[x + 0.3 * dx, y + 0.3 * dy], [x + dx, y + dy]], ink); // prettier-ignore
    }
    behind = start + length;
  }
}

const groundInk = ({ colors, unit }: Setting): Ink & { readonly stroke: string } => ({
  fill: colors.anchorFill,
  fillOpacity: 0.6,
  stroke: colors.anchor,
  width: 2 * unit,
});

const bodyInk = ({ colors, unit }: Setting, fillOpacity: number): Ink & { readonly stroke: string } => ({
  fill: colors.body,
  fillOpacity,
  stroke: colors.bodyEdge,
  width: 3 * unit,
});

/** Tests whether the corners of a side go round counter-clockwise in the picture, where `y` is down. */
function facesViewer(points: readonly Point2[]): boolean {
  const twice = points.reduce((sum, [x, y], k) => {
    const [u, v] = points[(k + 1) % points.length]!;
    return sum + x * v - u * y;
  }, 0);
  return twice < 0;
}

/** A rod, with an edge that separates it from what it crosses. A loose rope is thin. */
function paintRod(
  painter: Painter,
  { a, b, tension, isLoose = false, isPiece = false }: Shape & { readonly kind: 'rod' },
  { view, colors, fullForce, unit }: Setting,
  near: number,
): void {
  const line = [view.place(a), view.place(b)];
  if (isLoose) {
    painter.line(line, { stroke: colors.rod, width: 1.6 * unit, dash: [3, 4] });
    return;
  }
  painter.line(line, { stroke: colors.paper, width: 8 * near, ...(isPiece && { cap: 'butt' }) });
  painter.line(line, { stroke: colors.rod, width: 5.5 * near });
  painter.line(line, { stroke: mixed(colors.rod, colors.paper, 0.5), width: 2.4 * near });
  const share = Math.min(1, Math.abs(tension) / fullForce);
  if (share > 0.02)
    painter.line(line, {
      stroke: tension > 0 ? colors.pull : colors.push,
      width: 4.5 * near,
      strokeOpacity: Math.round(20 * share) / 20,
    });
}

/** A wheel that is open between its hub, its spokes and its rim. */
function paintWheel(
  painter: Painter,
  { at, rim, spokes }: Shape & { readonly kind: 'wheel' },
  { view, colors, unit }: Setting,
): void {
  const radius = Math.hypot(...Array.from(at, (x, k) => rim[0]![k]! - x));
  /** Places that are a part of the way from the middle to others. */
  const towards = (share: number, ends: readonly Position[]): Point2[] =>
    ends.map((end) => view.place(Array.from(at, (x, k) => x + share * (end[k]! - x))));
  const around = towards(1 - WHEEL.rim, rim);
  const size = radius * view.scaleAt(at);
  const bars = spokes.map((spoke) => towards(1 - WHEEL.rim, [at, spoke]));
  // All edges, and then what is between them.
  for (const [color, more] of [
    [colors.bodyEdge, unit],
    [colors.body, -unit],
  ] as const) {
    for (const bar of bars) painter.line(bar, { stroke: color, width: Math.max(unit, 2 * WHEEL.spoke * size + more) });
    painter.polygon(around, { stroke: color, width: Math.max(unit, 2 * WHEEL.rim * size + more) });
    if (bars.length > 0) painter.disc(view.place(at), Math.max(unit, WHEEL.hub * size + more / 2), { fill: color });
  }
  if (bars.length > 0) painter.disc(view.place(at), 0.3 * WHEEL.hub * size, { fill: colors.bodyEdge });
}

/** A pin that others turn on. */
function paintPin(painter: Painter, at: Point2, radius: number, { colors, unit }: Setting): void {
  painter.disc(at, radius, { fill: colors.paper, stroke: colors.bodyEdge, width: 1.2 * unit });
}

function paintMass(
  painter: Painter,
  { at, share, isDriven }: Shape & { readonly kind: 'mass' },
  { view, colors }: Setting,
  near: number,
): void {
  const centre = view.place(at);
  const radius = near * Math.max(SMALLEST, LARGEST * Math.sqrt(share));
  const edge = isDriven ? colors.driven : colors.bodyEdge;
  const width = Math.min(2, 3 * near);
  if (isDriven) painter.disc(centre, radius + 5 * near, { stroke: edge, width });
  painter.disc(centre, radius, { fill: colors.body, stroke: edge, width });
  if (radius > 4) painter.disc(centre, Math.max(1.5 * near, 0.22 * radius), { fill: edge });
}

/** Median length of the rods of a picture, px; undefined if there are none. */
export function typicalLength(shapes: readonly Shape[], view: View): number | undefined {
  const lengths: number[] = [];
  for (const shape of shapes)
    if ((shape.kind === 'rod' && shape.isLoose !== true) || shape.kind === 'bar')
      lengths.push(distance(view.place(shape.a), view.place(shape.b)));
  lengths.sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)];
}
