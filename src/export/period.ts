/** What has to come back, as parts of how far it went. */
const SAME = 0.02;
/** How far the last period of a run may be off the first one, as a part of that. */
const KEPT = 0.005;
/** Least number of frames of a period. */
const LEAST = 6;
/** Frames of the first period that are sought in the last one. */
const PROBES = 8;

/**
 * The number of frames after which a motion begins anew: the first at which both it and the one after it are
 * like the first and the second. Undefined if there is none, or if the run does not end as it began.
 */
export function periodOf(frames: readonly ArrayLike<number>[]): number | undefined {
  const first = frames[0];
  if (first === undefined || frames.some(({ length }) => length !== first.length)) return undefined;
  const away = frames.map((frame) => apart(frame, first));
  const farthest = away.reduce((a, b) => Math.max(a, b), 0);
  if (farthest === 0) return undefined;
  // Frames need not fall on the end of a period: half of a frame's way is near enough.
  const steps = frames.slice(1).map((frame, k) => apart(frame, frames[k]!));
  const near = Math.max(SAME * farthest, 0.6 * Math.max(...steps));
  for (let n = LEAST; n < frames.length - 1; n++) {
    const isNear = away[n]! <= near && away[n]! <= away[n - 1]! && away[n]! <= away[n + 1]!;
    if (!isNear || apart(frames[n + 1]!, frames[1]!) > near) continue;
    // It has been elsewhere, and goes the same way.
    if (Math.max(...away.slice(0, n)) > 4 * near && isAlong(frames, n))
      return isKept(frames, n, farthest) ? n : undefined;
  }
  return undefined;
}

function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let square = 0;
  for (let k = 0; k < a.length; k++) square += (a[k]! - b[k]!) ** 2;
  return Math.sqrt(square);
}

/**
 * Tests whether the first and the last period of a run have one path: a motion that slowly dies away, or whose
 * plane slowly turns, is nearly the same after one period, but not after many.
 */
function isKept(frames: readonly ArrayLike<number>[], n: number, farthest: number): boolean {
  // The period may be longer than n frames, by less than one.
  const [first, last] = [frames.slice(0, n + 2), frames.slice(-n - 2)];
  const most = Math.max(KEPT * farthest, bendOf(first) / 4, bendOf(last) / 4);
  const isOn = (frame: ArrayLike<number>, path: readonly ArrayLike<number>[]): boolean =>
    path.slice(1).some((to, k) => apartFromChord(frame, path[k]!, to) <= most);
  const step = Math.ceil(n / PROBES);
  return first.every((frame, k) => k % step !== 0 || (isOn(frame, last) && isOn(last[k]!, first)));
}

/** The largest second difference of a path: between frames, and where it turns around, it is off chords by an eighth of that. */
function bendOf(path: readonly ArrayLike<number>[]): number {
  const bends = path.slice(2).map((to, k) => apart(Array.from(to, (x, i) => x + path[k]![i]!), Array.from(path[k + 1]!, (x) => 2 * x))); // prettier-ignore
  return Math.max(...bends);
}

/** The distance of a point from the chord between two others. */
function apartFromChord(point: ArrayLike<number>, from: ArrayLike<number>, to: ArrayLike<number>): number {
  let [along, square] = [0, 0];
  for (let k = 0; k < point.length; k++) {
    const way = to[k]! - from[k]!;
    along += way * (point[k]! - from[k]!);
    square += way * way;
  }
  const part = square === 0 ? 0 : Math.min(1, Math.max(0, along / square));
  return apart(
    point,
    Array.from(from, (x, k) => x + part * (to[k]! - x)),
  );
}

/** Tests whether a motion goes on from a frame as it did at the beginning. */
function isAlong(frames: readonly ArrayLike<number>[], n: number): boolean {
  const way = (k: number): number[] => Array.from(frames[k + 1]!, (x, i) => x - frames[k]![i]!);
  const [now, then] = [way(n), way(0)];
  const sum = (f: (k: number) => number): number => now.reduce((total, _, k) => total + f(k), 0);
  const [dot, sizes] = [sum((k) => now[k]! * then[k]!), Math.sqrt(sum((k) => now[k]! ** 2) * sum((k) => then[k]! ** 2))]; // prettier-ignore
  return sizes === 0 || dot > 0.9 * sizes;
}
