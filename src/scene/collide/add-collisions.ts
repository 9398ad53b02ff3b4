import { HolonomicRuntimeError, type World } from '../../../runtime/index.js';
import type * as runtime from '../../../runtime/index.js';
import type { Connectors } from '../connectors.js';
import type { Path } from '../faults.js';
import { SCENE_LIMITS } from '../limits.js';
import type { Numbers } from '../numbers.js';
import { pairsAtOnce } from './pairs-at-once.js';
import type { SceneCollisions } from './read-collisions.js';

/** Gives the bodies of a scene their shapes. Mistakes are recorded. */
export function addCollisions(
  list: readonly SceneCollisions[],
  world: World,
  connectors: Connectors,
  collide: typeof runtime.collide,
  { faults }: Numbers,
): void {
  // The runtime numbers the shapes of a call; the path says which one it is.
  const add = (path: Path, options: object): boolean =>
    faults.try(path, () => {
      try {
        collide(world, { shapes: [], ...options });
        return true;
      } catch (error) {
        if (!(error instanceof HolonomicRuntimeError)) throw error;
        faults.add(path, error.problem.replace(/\bshape 0\b/i, 'this shape'), error.hint);
        return false;
      }
    }) === true;
  const bodyOf = (path: Path, name: string): object | undefined => faults.try(path, () => connectors.body(name).body);
  for (const { path, shapes, exclude, laws } of list) {
    if (faults.isFull || !add(path, laws)) return;
    for (const { path: own, body, options } of shapes) {
      const carrier = body === undefined ? {} : { body: bodyOf([...own, 'body'], body) };
      if (!Object.values(carrier).includes(undefined)) add(own, { ...laws, shapes: [{ ...carrier, ...options }] });
    }
    exclude.forEach((names, i) => {
      const pair = names.map((name, k) => bodyOf([...path, 'exclude', i, k], name));
      if (!pair.includes(undefined)) add([...path, 'exclude', i], { exclude: [pair] });
    });
  }
  if (list.length === 0) return;
  if (pairsAtOnce(world, SCENE_LIMITS.pairs) > SCENE_LIMITS.pairs)
    faults.add(list[0]!.path, `More than ${SCENE_LIMITS.pairs} pairs of shapes are within each other's bounds.`);
}
