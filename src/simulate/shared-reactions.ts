import type { ConstraintType, World } from '../../runtime/index.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { nameOf } from '../solids/name.js';
import { buildScene } from './build-scene.js';
import type { Scene } from './scene.js';

/** Rows that hold always. An inequality takes no degree of freedom before it acts. */
export const equationsOf = ({ rows, relations }: ConstraintType): number =>
  relations === undefined ? rows : relations.filter((relation) => relation === '==').length;

/** Most constraints among which those are sought that share reactions, and most that are named. */
const MOST = 200;
const NAMED = 8;

/**
 * A warning where the reactions of a scene are not unique at its initial state: more constraints hold than the
 * motion needs, so that other reactions would give the same motion. Solvers take the smallest multipliers.
 */
export async function sharedReactions(scene: Scene): Promise<readonly Diagnostic[]> {
  const { world } = await buildScene(scene);
  const names = world.constraints.length > MOST ? someOf(world) : sharing(world);
  if (names.length === 0) return [];
  const more = names.length - NAMED;
  const shown = [...names.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return [
    {
      code: 'W_REACTIONS',
      message:
        `The reactions of ${shown} are not unique, since more constraints hold than the motion needs: ` +
        'they are those with the smallest multipliers of many that would do.',
      hint: 'leave out what the others hold already, or let springs hold in its place, whose stiffness shares the load',
    },
  ];
}

/** Of very many constraints, only that there are some. Leaves the world without constraints. */
function someOf(world: World): string[] {
  const all = [...world.constraints];
  const together = world.degreesOfFreedom();
  for (const one of [...all].reverse()) world.remove(one);
  const equations = all.reduce((sum, { type }) => sum + equationsOf(type), 0);
  return equations > world.degreesOfFreedom() - together ? ['some constraints'] : [];
}

/**
 * The names of the constraints whose reactions others can bear. With `J_c` the rows of one and `J_o` those of the
 * others, its reaction `J_cᵀ λ_c` is unique if and only if `rank J = rank J_c + rank J_o`. Leaves the world without
 * constraints.
 */
function sharing(world: World): string[] {
  const all = [...world.constraints];
  const together = world.degreesOfFreedom();
  const without = all.map((one) => {
    world.remove(one);
    const freedoms = world.degreesOfFreedom();
    world.add(one);
    return freedoms;
  });
  for (const one of all) world.remove(one);
  const free = world.degreesOfFreedom();
  const alone = all.map((one) => {
    world.add(one);
    const freedoms = world.degreesOfFreedom();
    world.remove(one);
    return freedoms;
  });
  return all.filter((_, k) => without[k]! - together < free - alone[k]!).map(nameOf);
}
