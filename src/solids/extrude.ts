import earcut from 'earcut';
import { distinct } from '../painter/outline.js';
import { areaOf, type Outline } from './outlines.js';
import { dot, plus, unit, type Frame, type Vector } from '../painter/frame.js';
import type { MeshBuilder } from './mesh.js';

/** Cosine of the angle between two sides above which they are part of one curve. */
const CURVED = 0.8;

/**
 * The prism over a region of the plane of the first two axes of a frame, from one height to another: the
 * region within the first outline and outside of the others, whichever way round they are. At the second height
 * the region is `far` times as large, about the origin of the frame.
 */
export function extrude(
  builder: MeshBuilder,
  frame: Frame,
  outlines: readonly Outline[],
  [low, high]: readonly [low: number, high: number],
  far = 1,
): void {
  // Around the region counter-clockwise, and around holes clockwise: the region is to the left.
  const lines = outlines.map(distinct).map((line, n) => (areaOf(line) > 0 === (n === 0) ? line : [...line].reverse()));
  const places = lines.flat();
  let first = 0;
  const holes = lines.slice(1).map((_, n) => (first += lines[n]!.length));
  const cut = earcut(places.flat(), holes);
  for (const [height, up, size] of [
    [low, -1, 1],
    [high, 1, far],
  ] as const) {
    const corners = places.map(([x, y]) => builder.corner(frame, [size * x, size * y, height], [0, 0, up]));
    for (let t = 0; t < cut.length; t += 3) {
      const [a, b, c] = [cut[t]!, cut[t + 1]!, cut[t + 2]!];
      // Which way round its triangles are is not for a triangulation to say.
      const isLeft = areaOf([places[a]!, places[b]!, places[c]!]) > 0 === up > 0;
      builder.triangle(corners[a]!, corners[isLeft ? b : c]!, corners[isLeft ? c : b]!);
    }
  }
  for (const line of lines) addSides(builder, frame, line, [low, high], far);
}

function addSides(
  builder: MeshBuilder,
  frame: Frame,
  line: Outline,
  heights: readonly [number, number],
  far: number,
): void {
  const n = line.length;
  const normals = line.map(([x, y], k): Vector => {
    const [nextX, nextY] = line[(k + 1) % n]!;
    const [across, along] = [nextY - y, x - nextX];
    // As far as the side leans, its normal does along the axis.
    const lean = ((1 - far) * (x * across + y * along)) / (heights[1] - heights[0]);
    return unit([across, along, lean]);
  });
  normals.forEach((normal, k) => {
    const next = (k + 1) % n;
    const ends = [
      [line[k]!, normals[(k + n - 1) % n]!],
      [line[next]!, normals[next]!],
    ] as const;
    const [a, b] = ends.map(([[x, y], other]) => {
      const shared = dot(normal, other) > CURVED ? unit(plus(normal, other)) : normal;
      return heights.map((z, end) => {
        const size = end === 0 ? 1 : far;
        return builder.corner(frame, [size * x, size * y, z], shared);
      });
    });
    builder.fan([a![0]!, b![0]!, b![1]!, a![1]!]);
  });
}
