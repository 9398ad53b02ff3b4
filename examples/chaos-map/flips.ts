import { readFile } from 'node:fs/promises';
import { compileMechanism } from 'holonomic/toolkit';

/** Pendulums that are let go: the angles of their rods from the downward vertical, rad. */
export interface Row {
  readonly upper: number;
  readonly lower: readonly number[];
}

export const DT = 0.005;
/** Time, s, between two looks at the angles, and after which a pendulum is given up. */
export const [LOOK, LONGEST] = [0.05, 20];

const scene: unknown = JSON.parse(await readFile(new URL('double-pendulum.json', import.meta.url), 'utf8'));
const DoublePendulum = await compileMechanism(scene, { target: 'wasm' });
const pendulums = new DoublePendulum();
const size = pendulums.state.length;

/** Returns the times, s, after which the lower rods have turned over; `Infinity` where they have not. */
export default function flips({ upper, lower }: Row): Float64Array {
  const times = new Float64Array(lower.length).fill(Infinity);
  // Rods of equal lengths with equal weights: below this energy the lower one never gets to the top.
  let going = lower.flatMap((angle, i) => (3 * Math.cos(upper) + Math.cos(angle) < 2 ? [i] : []));
  const states = Float64Array.from(going.flatMap((i) => [upper, lower[i]!, 0, 0]));
  for (let time = LOOK; time <= LONGEST && going.length > 0; time += LOOK) {
    pendulums.steps(states, going.length, LOOK / DT, DT);
    const left: number[] = [];
    going.forEach((i, k) => {
      if (Math.abs(states[size * k + 1]!) > Math.PI) times[i] = time;
      else {
        states.copyWithin(size * left.length, size * k, size * (k + 1));
        left.push(i);
      }
    });
    going = left;
  }
  return times;
}
