import { HolonomicRuntimeError } from '../../runtime/index.js';
import { roomAround } from '../painter/paint-world.js';
import { joined, type Room } from '../painter/room.js';
import { Sketch } from '../painter/sketch.js';
import type { LoadedScene } from './read-scene.js';

/** Most states of a run that are looked at. */
const STATES = 240;

/**
 * Runs a scene, and returns the box of all that it draws meanwhile, m: up to a step that fails.
 * Undefined where the scene says itself what is shown.
 */
export function reachOf(scene: LoadedScene): Room | undefined {
  const { world, picture, drivers = [] } = scene.build();
  if (picture.follow || (picture.frame && world.space === 2)) return undefined;
  const driven = new Set(
    drivers.map(({ constraint, input }) => (constraint.inputs as Readonly<Record<string, unknown>>)[input]),
  );
  const sketch = new Sketch(world, { ...picture, driven });
  let room = roomAround(world, sketch.shapes(), picture);
  const [x, y] = [0, 1].map((k) => [room.min[k]!, room.max[k]!] as const);
  const steps = Math.max(1, Math.round(scene.until / scene.dt));
  const every = Math.ceil(steps / STATES);
  for (let step = 1; step <= steps; step++) {
    try {
      world.step(scene.dt);
    } catch (error) {
      if (error instanceof HolonomicRuntimeError) break;
      throw error;
    }
    if (step % every > 0 && step < steps) continue;
    // Wires stay where they are.
    const shapes = sketch.shapes([], { min: [x![0], y![0]], max: [x![1], y![1]] });
    const solid = shapes.filter(({ kind }) => kind !== 'wire');
    room = joined(room, roomAround(world, solid, picture));
  }
  return room;
}
