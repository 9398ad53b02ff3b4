import type { Constraint, World } from '../../../runtime/index.js';
import type { LoadedScene } from '../../../src/scene/index.js';
import { equationsOf } from '../../../src/simulate/shared-reactions.js';
import type { SceneFacts } from './protocol.js';

/** Most constraints among which redundant ones are sought. */
export const MOST_CONSTRAINTS = 80;

/** Finds the rows of a scene that say nothing new, once for each structure. */
export class Redundancy {
  #structure = '';
  /** Velocities that forces can change, without constraints. */
  #velocities = 0;
  #found: { readonly count: number; readonly list: SceneFacts['redundant'] } | undefined;

  /** The redundant rows of a scene with so many equations and degrees of freedom. */
  of(scene: LoadedScene, equations: number, degreesOfFreedom: number): SceneFacts['redundant'] {
    const { bodies, constraints, repeat, specs } = scene.document;
    const structure = JSON.stringify([bodies, constraints, repeat, specs]);
    if (structure !== this.#structure) {
      this.#structure = structure;
      this.#velocities = velocitiesOf(scene);
      this.#found = undefined;
    }
    const count = equations - (this.#velocities - degreesOfFreedom);
    if (count <= 0) return [];
    if (this.#found?.count !== count) this.#found = { count, list: redundantRows(scene) };
    return this.#found.list;
  }
}

function velocitiesOf(scene: LoadedScene): number {
  const { world } = scene.build();
  for (const constraint of [...world.constraints]) world.remove(constraint);
  return world.degreesOfFreedom();
}

/**
 * The redundant rows by their constraints: of the rows of one, those by which the rank does not grow
 * when it is added to those before it. Constraints are removed from the last to the first, in a
 * world of their own.
 */
function redundantRows(scene: LoadedScene): SceneFacts['redundant'] {
  const { world, constraints } = scene.build();
  const list = [...constraints];
  if (list.length > MOST_CONSTRAINTS) return [];
  const found: { name: string; rows: number }[] = [];
  let freedoms = world.degreesOfFreedom();
  for (const [name, constraint] of list.reverse()) {
    world.remove(constraint);
    const after = world.degreesOfFreedom();
    const rows = equationsOf(constraint.type) - (after - freedoms);
    if (rows > 0) found.push({ name, rows });
    freedoms = after;
  }
  return found.reverse();
}

/**
 * The constraints by which one follows that changes nothing: of those that are there, the fewest of
 * which the rows still span its rows, so that each of them has a part in the null vector of all. The
 * world stays without the rest.
 */
export function spannedBy(
  world: World,
  constraint: Constraint,
  others: ReadonlyMap<string, Constraint>,
): readonly string[] {
  const isSpanned = (): boolean => {
    world.add(constraint);
    const freedoms = world.degreesOfFreedom();
    world.remove(constraint);
    return world.degreesOfFreedom() === freedoms;
  };
  const names: string[] = [];
  for (const [name, other] of others) {
    if (other === constraint || equationsOf(other.type) === 0) continue;
    world.remove(other);
    if (isSpanned()) continue;
    world.add(other);
    names.push(name);
  }
  return names;
}
