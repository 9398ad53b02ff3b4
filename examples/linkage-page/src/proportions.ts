/**
 * Lengths of Theo Jansen's leg, cm, with his letters. `a` and `l` place the fixed pivot to the side
 * of the crank and below it; `m` is the crank. (Jansen, "The Great Pretender", 2007.)
 */
export const LENGTHS = {
  a: 38,
  b: 41.5,
  c: 39.3,
  d: 40.1,
  e: 55.8,
  f: 39.4,
  g: 36.7,
  h: 65.7,
  i: 49,
  j: 50,
  k: 61.9,
  l: 7.8,
  m: 15,
} as const;

export type Letter = keyof typeof LENGTHS;
export type Point = readonly [x: number, y: number];

/**
 * Joints of a leg: the fixed hip, the top, the side, the knee below the hip, the ankle, and the
 * foot.
 */
export const JOINTS = ['hip', 'top', 'side', 'knee', 'ankle', 'foot'] as const;
export type Joint = (typeof JOINTS)[number];

/** Bars of a leg: the letter and the two joints of each. `pin` is that of the crank. */
export const BARS: readonly (readonly [letter: Letter, from: Joint | 'pin', to: Joint])[] = [
  ['j', 'pin', 'top'],
  ['k', 'pin', 'knee'],
  ['b', 'hip', 'top'],
  ['c', 'hip', 'knee'],
  ['d', 'hip', 'side'],
  ['e', 'top', 'side'],
  ['f', 'side', 'ankle'],
  ['g', 'knee', 'ankle'],
  ['h', 'ankle', 'foot'],
  ['i', 'knee', 'foot'],
];

/** The two triangles of bars that move as rigid plates. */
export const PLATES: readonly (readonly Joint[])[] = [
  ['hip', 'top', 'side'],
  ['knee', 'ankle', 'foot'],
];

export const metres = (letter: Letter): number => LENGTHS[letter] / 100;

/**
 * Returns the point at the distances `r` from `p` and `s` from `q`, to the left of the line from
 * `p` to `q`.
 */
function meet(p: Point, r: number, q: Point, s: number): Point {
  const [x, y] = [q[0] - p[0], q[1] - p[1]];
  const square = x * x + y * y;
  const along = (r * r - s * s + square) / (2 * square);
  const across = Math.sqrt((r * r) / square - along * along);
  return [p[0] + along * x - across * y, p[1] + along * y + across * x];
}

/**
 * Finds the joints of a leg for a position of the pin, m. The leg stands to the left of the crank
 * (`side` −1) or to the right (1).
 */
export function legAt(pin: Point, side: -1 | 1): Record<Joint, Point> {
  // Computed as a leg to the left; the other is its mirror image.
  const crank: Point = [-side * pin[0], pin[1]];
  const hip: Point = [-metres('a'), -metres('l')];
  const top = meet(hip, metres('b'), crank, metres('j'));
  const knee = meet(crank, metres('k'), hip, metres('c'));
  const outer = meet(hip, metres('d'), top, metres('e'));
  const ankle = meet(knee, metres('g'), outer, metres('f'));
  const foot = meet(knee, metres('i'), ankle, metres('h'));
  const placed = { hip, top, side: outer, knee, ankle, foot };
  const mirrored = Object.entries(placed).map(([name, [x, y]]) => [name, [-side * x, y]]);
  return Object.fromEntries(mirrored) as Record<Joint, Point>;
}
