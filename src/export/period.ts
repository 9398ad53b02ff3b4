/** What has to come back, as parts of how far it went. */
const SAME = 0.02;
/** Least number of frames of a period. */
const LEAST = 6;

/**
 * The number of frames after which a motion begins anew: the first at which both it and the one after it are
 * like the first and the second. Undefined if there is none.
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
    if (Math.max(...away.slice(0, n)) > 4 * near && isAlong(frames, n)) return n;
  }
  return undefined;
}

function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let square = 0;
  for (let k = 0; k < a.length; k++) square += (a[k]! - b[k]!) ** 2;
  return Math.sqrt(square);
}

/** Tests whether a motion goes on from a frame as it did at the beginning. */
function isAlong(frames: readonly ArrayLike<number>[], n: number): boolean {
  const way = (k: number): number[] => Array.from(frames[k + 1]!, (x, i) => x - frames[k]![i]!);
  const [now, then] = [way(n), way(0)];
  const sum = (f: (k: number) => number): number => now.reduce((total, _, k) => total + f(k), 0);
  const [dot, sizes] = [sum((k) => now[k]! * then[k]!), Math.sqrt(sum((k) => now[k]! ** 2) * sum((k) => then[k]! ** 2))]; // prettier-ignore
  return sizes === 0 || dot > 0.9 * sizes;
}
