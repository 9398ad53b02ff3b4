/** A point of a tooth's outline: its angle from the tooth's middle in pitches, and its height in modules. */
type Corner = readonly [angle: number, height: number];

/** Half a tooth, from the middle of the space before it: straight flanks, addendum 1, dedendum 1.25. */
const RISE: readonly Corner[] = [
  [-0.36, -1.25],
  [-0.25, 0],
  [-0.13, 1],
];
const TOOTH: readonly Corner[] = [...RISE, ...[...RISE].reverse().map(([angle, height]): Corner => [-angle, height])];
/** Thickness of a ring outside of its teeth, in modules. */
const RIM = 4;

type Line = (readonly [x: number, y: number])[];

/** The outline of a gear with its pitch radius, about the origin; a tooth is at the angle `turn`. */
export const gearOutline = (teeth: number, radius: number, turn: number): Line => toothed(teeth, radius, turn, 1);

/** The boundaries of a ring with teeth inside. */
export function ringOutlines(
  teeth: number,
  radius: number,
  turn: number,
): { readonly inner: Line; readonly outer: Line } {
  const count = whole(teeth);
  const edge = radius + (RIM * 2 * radius) / count;
  const outer = Array.from({ length: 96 }, (_, k): Line[number] => polar(edge, (2 * Math.PI * k) / 96));
  return { inner: toothed(teeth, radius, turn, -1), outer };
}

function toothed(teeth: number, radius: number, turn: number, outwards: 1 | -1): Line {
  const count = whole(teeth);
  const [pitch, module] = [(2 * Math.PI) / count, (2 * radius) / count];
  return Array.from({ length: count }, (_, k) =>
    TOOTH.map(([angle, height]) => polar(radius + outwards * height * module, turn + (k + angle) * pitch)),
  ).flat();
}

/** There is no part of a tooth. */
const whole = (teeth: number): number => Math.max(3, Math.round(teeth));

const polar = (radius: number, angle: number): Line[number] => [radius * Math.cos(angle), radius * Math.sin(angle)];
