import { compileMechanism } from 'holonomic/toolkit';
import { readFile } from 'node:fs/promises';

const scene: unknown = JSON.parse(
  await readFile(new URL('../../examples/chaos-map/double-pendulum.json', import.meta.url), 'utf8'),
);
const DoublePendulum = await compileMechanism(scene);

/** So many steps of a double pendulum; the state at their end. */
export default function swing({ steps }: { readonly steps: number }): number[] {
  const pendulum = new DoublePendulum();
  for (let step = 0; step < steps; step++) pendulum.step(1e-3);
  return [...pendulum.state];
}
