import { readFile } from 'node:fs/promises';
import { compileMechanism } from 'holonomic/toolkit';

/** Places, m, from which bobs are let go: a row of them. */
export interface Row {
  readonly x: readonly number[];
  readonly y: number;
}

export const DT = 0.02;
/** Time, s, between two looks at the bobs, and after which all lie still: speeds have fallen by e⁻⁷. */
export const [LOOK, LONGEST] = [4, 72];
/** Places of the magnets, m. */
export const MAGNETS = [0, 1, 2].map(
  (i) => [Math.cos((2 * Math.PI * i) / 3), Math.sin((2 * Math.PI * i) / 3)] as const,
);

const scene: unknown = JSON.parse(
  await readFile(new URL('../../scenes/magnet-pendulum.json', import.meta.url), 'utf8'),
);
const MagnetPendulum = await compileMechanism(scene, { target: 'wasm' });
const pendulums = new MagnetPendulum();
const size = pendulums.state.length;

/**
 * Energy, J, that leads from one magnet to another: the least on the line that lies between them, from the
 * middle outwards. A bob with less stays on its side.
 */
const ENOUGH = Math.min(...Array.from({ length: 1000 }, (_, i) => i / 1000).map((r) => energyAt(-r, 0, 0, 0)));

function energyAt(x: number, y: number, vx: number, vy: number): number {
  pendulums.state.set([x, y, vx, vy]);
  const { kinetic, potential } = pendulums.energy();
  return kinetic + potential;
}

/** Returns the number of the magnet over which each bob comes to rest. */
export default function ends({ x, y }: Row): Uint8Array {
  const found = new Uint8Array(x.length);
  let going = x.map((_, i) => i);
  const states = Float64Array.from(x.flatMap((one) => [one, y, 0, 0]));
  for (let time = LOOK; time <= LONGEST && going.length > 0; time += LOOK) {
    pendulums.steps(states, going.length, LOOK / DT, DT);
    const left: number[] = [];
    going.forEach((i, k) => {
      const [px, py, vx, vy] = states.subarray(size * k, size * (k + 1)) as unknown as [number, number, number, number];
      const distances = MAGNETS.map(([mx, my]) => Math.hypot(px - mx, py - my));
      found[i] = distances.indexOf(Math.min(...distances));
      if (energyAt(px, py, vx, vy) < ENOUGH) return;
      states.copyWithin(size * left.length, size * k, size * (k + 1));
      left.push(i);
    });
    going = left;
  }
  return found;
}
