import { apart, FLAT, sideOf, sidesMeet, turnOf, type Point } from './polygon.js';

/**
 * Cuts a simple polygon, in whatever order and with notches, into convex ones in counter-clockwise
 * order that cover it: ears are cut off until triangles are left, and those that meet in a diagonal
 * are joined wherever what comes of it is convex (Hertel and Mehlhorn, at most four times as many
 * parts as there must be). Undefined where its sides cross, or where it has no area.
 */
export function convexParts(polygon: readonly Point[]): readonly (readonly Point[])[] | undefined {
  const turned = areaOf(polygon) < 0 ? [...polygon].reverse() : polygon;
  const points = withoutStraight(turned);
  if (points.length < 3 || sidesMeet(points)) return undefined;
  if (isConvex(points)) return [points];
  const triangles = earsOf(points);
  return triangles && joined(triangles);
}

const areaOf = (points: readonly Point[]): number =>
  points.reduce((sum, p, k) => sum + turnOf(points[0]!, p, points[(k + 1) % points.length]!) / 2, 0);

/** The polygon without vertices on a straight side, or at the place of the one before. */
function withoutStraight(points: readonly Point[]): readonly Point[] {
  const size = Math.max(...points.map((p) => apart(p, points[0]!)));
  let left = points.filter((p, k) => apart(p, points[(k + points.length - 1) % points.length]!) > FLAT * size);
  for (;;) {
    const n = left.length;
    const k = left.findIndex((p, i) => sideOf(left[(i + n - 1) % n]!, p, left[(i + 1) % n]!) === 0);
    if (k < 0 || n < 3) return left;
    left = left.filter((_, i) => i !== k);
  }
}

const isConvex = (points: readonly Point[]): boolean => {
  const n = points.length;
  return points.every((p, i) => sideOf(points[(i + n - 1) % n]!, p, points[(i + 1) % n]!) > 0);
};

/** Triangles that cover a polygon in counter-clockwise order. */
function earsOf(polygon: readonly Point[]): Point[][] | undefined {
  const left = [...polygon];
  const ears: Point[][] = [];
  while (left.length > 3) {
    const n = left.length;
    const at = (i: number): Point => left[(i + n) % n]!;
    const isEar = (i: number): boolean =>
      sideOf(at(i - 1), at(i), at(i + 1)) > 0 &&
      left.every((p) => [at(i - 1), at(i), at(i + 1)].includes(p) || !isWithin(p, at(i - 1), at(i), at(i + 1)));
    const ear = left.findIndex((_, i) => isEar(i));
    if (ear < 0) return undefined;
    ears.push([at(ear - 1), at(ear), at(ear + 1)]);
    left.splice(ear, 1);
    // What was cut off may have left a straight side.
    const straight = left.findIndex((p, i) => sideOf(left.at(i - 1)!, p, left[(i + 1) % left.length]!) === 0);
    if (straight >= 0 && left.length > 3) left.splice(straight, 1);
  }
  return [...ears, left];
}

const isWithin = (p: Point, a: Point, b: Point, c: Point): boolean =>
  turnOf(a, b, p) >= 0 && turnOf(b, c, p) >= 0 && turnOf(c, a, p) >= 0;

/** Joins parts that have a side in common, as long as some become a convex one. */
function joined(parts: readonly (readonly Point[])[]): readonly (readonly Point[])[] {
  const list = [...parts];
  for (let i = 0; i < list.length; i++) {
    for (let j = i + 1; j < list.length; j++) {
      const both = joinedTwo(list[i]!, list[j]!);
      if (both === undefined) continue;
      list[i] = both;
      list.splice(j, 1);
      j = i;
    }
  }
  return list;
}

function joinedTwo(one: readonly Point[], other: readonly Point[]): readonly Point[] | undefined {
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i]!, one[(i + 1) % one.length]!];
    const j = other.indexOf(b);
    if (j < 0 || other[(j + 1) % other.length] !== a) continue;
    const rest = [...one.slice(i + 1), ...one.slice(0, i + 1)];
    const added = [...other.slice(j + 1), ...other.slice(0, j)].slice(1);
    const both = withoutStraight([...rest, ...added]);
    return isConvex(both) ? both : undefined;
  }
  return undefined;
}
