import { distanceToSegment, type Polyline } from './plane.js';

/**
 * The polyline with as few of its points as keep it within `tolerance` of the original (Ramer 1972;
 * Douglas and Peucker 1973). Keeps both ends.
 */
export function simplify(line: Polyline, tolerance: number): Polyline {
  if (line.length < 3) return line;
  const kept = new Uint8Array(line.length);
  kept[0] = kept[line.length - 1] = 1;
  const spans: [number, number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    let furthest = tolerance;
    let at = -1;
    for (let i = first + 1; i < last; i++) {
      const distance = distanceToSegment(line[i]!, line[first]!, line[last]!);
      if (distance > furthest) [furthest, at] = [distance, i];
    }
    if (at < 0) continue;
    kept[at] = 1;
    spans.push([first, at], [at, last]);
  }
  return line.filter((_, i) => kept[i] === 1);
}
