import type { LoadedScene } from '../scene/read-scene.js';
import { EnergyBalance } from '../simulate/energy-balance.js';
import { SECONDS } from './record-opening.js';
import { speedOf } from '../simulate/speed.js';
import { stateOf, type SceneState } from './scene-state.js';

/** Least time between two states, s, and most numbers in all of them: each takes eight bytes on the line. */
const BETWEEN = 0.1;
const MOST = 2700;

/** Runs a scene as its opening does, and returns states in equal intervals; none where shapes collide. */
export function recordStates(scene: LoadedScene): readonly SceneState[] {
  const { dt } = scene;
  const { world, drivers } = scene.build();
  if (world.shapeCount > 0) return [];
  const balance = new EnergyBalance(world, drivers);
  const { q, v } = world.snapshot();
  const count = Math.min(SECONDS / BETWEEN, Math.floor(MOST / (q.length + v.length)));
  const every = Math.round((SECONDS * speedOf(scene)) / count / dt);
  const states: SceneState[] = [];
  while (states.length < count && world.time < scene.until) {
    for (let k = 0; k < every; k++) {
      balance.note();
      world.step(dt);
    }
    states.push(stateOf(world.snapshot(), balance.change));
  }
  return states;
}
