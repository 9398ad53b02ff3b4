import { sideOf, sidesMeet } from '../../../../src/scene/collide/polygon.js';
import type { BodyEntry, SceneDocument } from '../document.js';
import { endAt, measured, measuredPosition, nameFor, withBody, withConstraint, type Act } from './parts.js';
import { apart, type Position, type Sketch } from './sketch.js';
import type { Spot } from './spots.js';
import { colliding } from './collision.js';

/** Area of a polygon, with the sign of its sense, its centroid, and its polar second moment about that. */
export function polygonMoments(corners: readonly Position[]): {
  readonly area: number;
  readonly centroid: Position;
  readonly moment: number;
} {
  let [area, x, y, polar] = [0, 0, 0, 0];
  corners.forEach(([x0, y0], k) => {
    const [x1, y1] = corners[(k + 1) % corners.length]!;
    const cross = x0 * y1 - x1 * y0;
    area += cross / 2;
    x += ((x0 + x1) * cross) / 6;
    y += ((y0 + y1) * cross) / 6;
    polar += ((x0 * x0 + x0 * x1 + x1 * x1 + y0 * y0 + y0 * y1 + y1 * y1) * cross) / 12;
  });
  const centroid: Position = [x / area, y / area];
  const moment = Math.abs(polar - area * (centroid[0] ** 2 + centroid[1] ** 2));
  return { area, centroid, moment };
}

/** Mass of a body that is drawn, kg per square metre. */
const DENSITY = 4;

/** A rigid body by its corners, with the mass and the inertia of its area, and a point at each corner. */
export function drawPolygon(document: SceneDocument, corners: readonly Position[]): Act {
  if (corners.length < 3) return { reason: 'A body has three corners or more.' };
  const [a, b] = corners as readonly [Position, Position];
  if (corners.some((corner) => sideOf(a, b, corner) !== 0) && sidesMeet(corners))
    return { reason: 'The outline crosses itself: go round it from corner to corner.' };
  const { area, centroid, moment } = polygonMoments(corners);
  const size = Math.max(...corners.map((corner) => apart(corner, corners[0]!)));
  if (!(Math.abs(area) > 1e-6 * size * size)) return { reason: 'These corners lie on one line.' };
  const name = nameFor(document, 'body');
  const local = corners.map(([x, y]) => [measured(x - centroid[0]), measured(y - centroid[1])]);
  const body = {
    kind: 'rigid',
    mass: shortened(DENSITY * Math.abs(area)),
    inertia: shortened(DENSITY * moment),
    position: measuredPosition(centroid),
    points: Object.fromEntries(local.map((corner, k) => [`c${k + 1}`, corner])),
    draw: { shape: 'polygon', points: local },
  };
  const next = withBody(document, name, body as unknown as BodyEntry);
  return { document: colliding(next, name), drew: [{ kind: 'body', name }] };
}

/** Masses are no measurements: four digits say enough. */
const shortened = (x: number): number => Number(x.toPrecision(4));

/** A wheel, from its centre to its rim. Where something is, its axle is pinned to that. */
export function drawWheel(document: SceneDocument, sketch: Sketch, from: Spot, to: Position): Act {
  const radius = measured(apart(from.at, to));
  if (!(radius > 1e-9)) return { reason: 'Drag from the centre of the wheel to its rim.' };
  const name = nameFor(document, 'wheel');
  const mass = shortened(DENSITY * Math.PI * radius * radius);
  const wheel = {
    kind: 'rigid',
    mass,
    inertia: shortened((mass * radius * radius) / 2),
    position: measuredPosition(from.at),
    points: { rim: [radius, 0] },
    draw: { shape: 'wheel', radius },
  };
  const next = colliding(withBody(document, name, wheel as unknown as BodyEntry), name);
  const drew = [{ kind: 'body', name }] as const;
  if (from.on === 'paper') return { document: next, drew };
  const axle = endAt(next, sketch, from);
  const on = { a: name, b: axle.entry };
  return { document: withConstraint(axle.document, 'axle', { type: 'Coincident', on }).document, drew };
}
