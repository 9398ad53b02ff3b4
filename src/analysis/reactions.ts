import { RigidBody2D, RigidBody3D, type Constraint } from '../../runtime/index.js';
import { bindingOf } from '../../runtime/model/constraint.js';

/** A column of a table. */
export interface ReactionColumn {
  readonly name: string;
  readonly read: () => number;
}

const AXES = ['x', 'y', 'z'];

/**
 * The forces of constraints on one input each: the first that a rigid body carries, in the axes of that
 * body; else the first that something carries, in the axes of the world.
 */
export function reactionColumns(constraints: ReadonlyMap<string, Constraint>): ReactionColumn[] {
  return [...constraints].flatMap(([name, constraint]) => {
    const { connectors, world } = bindingOf(constraint);
    // A driver that the drive of the study has replaced.
    if (world === null) return [];
    const isRigid = connectors.map(({ owner }) => owner instanceof RigidBody2D || owner instanceof RigidBody3D);
    const carried = connectors.findIndex(({ owner }) => owner !== null);
    const i = isRigid.includes(true) ? isRigid.indexOf(true) : Math.max(0, carried);
    const input = constraint.type.inputs[i]!;
    const { owner } = connectors[i]!;
    const read = (): readonly number[] => inAxesOf(owner, Array.from(constraint.forceOn(input.name as never)));
    return Array.from({ length: input.size }, (_, c) => ({
      name: `${name}.force.${input.name}${input.size === 1 ? '' : `.${AXES[c]!}`}`,
      read: () => read()[c]!,
    }));
  });
}

/** A vector in the axes of a rigid body. */
function inAxesOf(body: unknown, f: readonly number[]): readonly number[] {
  if (body instanceof RigidBody2D && f.length === 2) {
    const [c, s] = [Math.cos(body.angle.value), Math.sin(body.angle.value)];
    return [c * f[0]! + s * f[1]!, c * f[1]! - s * f[0]!];
  }
  if (!(body instanceof RigidBody3D) || f.length !== 3) return f;
  return [0, 1, 2].map((k) => {
    const { direction } = body.direction([0, 1, 2].map((i) => (i === k ? 1 : 0)));
    return direction.reduce((sum, entry, c) => sum + entry * f[c]!, 0);
  });
}
