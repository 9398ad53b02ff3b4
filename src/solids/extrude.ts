import earcut from 'earcut';
import { areaOf, distinct, type Outline } from './outlines.js';
import { unit, type Frame, type MeshBuilder, type Vector } from './mesh.js';

/** Cosine of the angle between two sides above which they are part of one curve. */
const CURVED = 0.8;

/**
 * The prism over a region of the plane of the first two axes of a frame, from one height to another: the
 * region within the first outline and outside of the others, whichever way round they are.
 */
export function extrude(
  builder: MeshBuilder,
  frame: Frame,
  outlines: readonly Outline[],
  [low, high]: readonly [low: number, high: number],
): void {
  // Around the region counter-clockwise, and around holes clockwise: the region is to the left.
  const lines = outlines.map(distinct).map((line, n) => (areaOf(line) > 0 === (n === 0) ? line : [...line].reverse()));
  const places = lines.flat();
  const holes = lines.slice(1).map((_, n) => lines.slice(0, n + 1).reduce((sum, { length }) => sum + length, 0));
  const cut = earcut(places.flat(), holes);
  for (const [height, up] of [
    [low, -1],
    [high, 1],
  ] as const) {
    const corners = places.map(([x, y]) => builder.corner(frame, [x, y, height], [0, 0, up]));
    for (let t = 0; t < cut.length; t += 3) {
      const [a, b, c] = [cut[t]!, cut[t + 1]!, cut[t + 2]!];
      // Which way round its triangles are is not for a triangulation to say.
      const isLeft = areaOf([places[a]!, places[b]!, places[c]!]) > 0 === up > 0;
      builder.triangle(corners[a]!, corners[isLeft ? b : c]!, corners[isLeft ? c : b]!);
    }
  }
  for (const line of lines) addSides(builder, frame, line, low, high);
}

function addSides(builder: MeshBuilder, frame: Frame, line: Outline, low: number, high: number): void {
  const n = line.length;
  const normals = line.map(([x, y], k): Vector => {
    const [nextX, nextY] = line[(k + 1) % n]!;
    return unit([nextY - y, x - nextX, 0]);
  });
  normals.forEach((normal, k) => {
    const next = (k + 1) % n;
    const ends = [
      [line[k]!, normals[(k + n - 1) % n]!],
      [line[next]!, normals[next]!],
    ] as const;
    const [a, b] = ends.map(([[x, y], other]) => {
      const isCurved = normal[0] * other[0] + normal[1] * other[1] > CURVED;
      const shared = isCurved ? unit([normal[0] + other[0], normal[1] + other[1], 0]) : normal;
      return [low, high].map((z) => builder.corner(frame, [x, y, z], shared));
    });
    builder.quad(a![0]!, b![0]!, b![1]!, a![1]!);
  });
}
