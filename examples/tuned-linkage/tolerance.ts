import { readFile } from 'node:fs/promises';
import { compileMechanism } from 'holonomic/toolkit';

/** How many linkages are made. */
export const count = 100_000;
/** Standard deviation of each of their lengths, of which the crank's is 1. */
export const DEVIATION = 1e-3;

const [STEPS, DT] = [200, 1 / 200];
const scene: unknown = JSON.parse(await readFile(new URL('linkage.json', import.meta.url), 'utf8'));
const Linkage = await compileMechanism(scene);

/** The lengths that Hoekens found, each with an error of its own. */
export function lengthsOf(index: number): Record<'frame' | 'link' | 'rocker' | 'pen', number> {
  const random = randomNumbers(index);
  const inexact = (length: number): number => {
    // A normal distribution (Box and Muller 1958).
    const error = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return length + DEVIATION * error;
  };
  return { frame: inexact(2), link: inexact(2.5), rocker: inexact(2.5), pen: inexact(2.5) };
}

/** Returns how far a linkage is from drawing a straight line, thousandths of its crank. */
export default function straightness(index: number): number {
  const lengths = lengthsOf(index);
  const linkage = new Linkage(lengths);
  let [lowest, highest] = [Infinity, -Infinity];
  for (let step = 1; step <= STEPS; step++) {
    linkage.step(DT);
    const [, y, angle] = linkage.state as unknown as readonly [number, number, number];
    // The crank turns as scenes/linkage.json says, and points to the left in half of the turn.
    const turned = 2 * Math.PI * step * DT - Math.sin(2 * Math.PI * step * DT);
    if (Math.cos(turned) <= 0) continue;
    const height = y + lengths.pen * Math.sin(angle);
    [lowest, highest] = [Math.min(lowest, height), Math.max(highest, height)];
  }
  return 1000 * (highest - lowest);
}

/** Numbers between 0 and 1 that depend on the index alone: mulberry32, by Tommy Ettinger. */
function randomNumbers(index: number): () => number {
  let state = (index + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
