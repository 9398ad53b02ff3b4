import { polygonOf, rounded } from '../painter/outline.js';
import { extrude } from './extrude.js';
import { lengthOf, plus, unit, WORLD, type Vector } from '../painter/frame.js';
import { normalOf, type MeshBuilder } from './mesh.js';
import { addBall, addCapsule } from './revolve.js';

/** A shape of the plane with its radius, as thick as is given. */
export function addPrism(builder: MeshBuilder, places: readonly Vector[], radius: number, thickness: number): void {
  extrude(builder, WORLD, [polygonOf(rounded(places, radius), false)], [-thickness / 2, thickness / 2]);
}

/** Edges of a rounded polyhedron up to which each has a rounding of its own. */
const EDGES = 60;

/** A shape of space: a ball, a capsule, or a polyhedron, whose faces are moved outwards by its radius. */
export function addHull(
  builder: MeshBuilder,
  places: readonly Vector[],
  faces: readonly (readonly number[])[],
  radius: number,
): void {
  const [a, b] = places;
  if (faces.length === 0) {
    if (b === undefined) addBall(builder, a!, radius);
    else addCapsule(builder, a!, b, radius);
    return;
  }
  if (radius > 0 && faces.reduce((sum, { length }) => sum + length, 0) > 2 * EDGES) {
    addInflated(builder, places, faces, radius);
    return;
  }
  for (const face of faces) {
    const across = normalOf(face.map((n) => places[n]!));
    if (lengthOf(across) === 0) continue;
    const normal = unit(across);
    const corners = face.map((n) => builder.corner(WORLD, plus(places[n]!, normal, radius), normal));
    builder.fan(corners);
  }
  if (radius > 0) for (const face of faces) addRounding(builder, face, places, radius);
}

/** Round edges and corners of a face. */
function addRounding(builder: MeshBuilder, face: readonly number[], places: readonly Vector[], radius: number): void {
  face.forEach((n, k) => {
    const next = face[(k + 1) % face.length]!;
    // Each edge is in two faces, once in each direction.
    if (n < next) addCapsule(builder, places[n]!, places[next]!, radius);
  });
}

/** A fine polyhedron, whose corners are moved outwards by its radius, along the means of the normals around them. */
function addInflated(
  builder: MeshBuilder,
  places: readonly Vector[],
  faces: readonly (readonly number[])[],
  radius: number,
): void {
  const normals = places.map((): Vector => [0, 0, 0]);
  for (const face of faces) {
    const across = normalOf(face.map((n) => places[n]!));
    for (const n of face) normals[n] = plus(normals[n]!, across);
  }
  const corners = places.map((place, n) => {
    // What is in no face is inside.
    if (lengthOf(normals[n]!) === 0) return builder.corner(WORLD, place, [0, 0, 1]);
    const normal = unit(normals[n]!);
    return builder.corner(WORLD, plus(place, normal, radius), normal);
  });
  for (const face of faces) builder.fan(face.map((n) => corners[n]!));
}
