import type { Node } from '../symbolic/node.js';
import type { Orientation, Triple } from '../symbolic/rotations.js';
import { cross, dot, norm, type Vector as Components } from '../symbolic/vectors.js';
import { isAlwaysZero } from './constants.js';
import type { Context, Operand } from './context.js';
import { matrix, shapeOf, vector, type Quantity, type Vector } from './values.js';
import { planarVector, spatialVector, type VectorFunction } from './vector-arguments.js';

/** The functions that turn vectors. */
export const ROTATIONS: Readonly<Record<'perp' | 'rotate', VectorFunction>> = {
  // A quarter turn counterclockwise: (x, y) → (−y, x)
  perp: {
    minArgs: 1,
    maxArgs: 1,
    usage: 'perp(v)',
    build: (context, [v]) => {
      const pair = planarVector(context, 'perp', v!, 'in space, write cross(axis, v)');
      return pair && vector([context.graph.negate(pair[1]), pair[0]]);
    },
  },
  // The rotation by θ as a matrix, or applied: (x, y) → (x cos θ − y sin θ, x sin θ + y cos θ). In
  // space, about an axis, or by the orientation of a body.
  rotate: {
    minArgs: 1,
    maxArgs: 3,
    usage: 'rotate(theta, v), in space rotate(theta, axis, v)',
    build: (context, [theta, v, of]) => {
      const angle = theta!.value;
      if (angle.kind === 'vector' && angle.orientation !== undefined && v !== undefined && of === undefined)
        return turned(context, angle.orientation, v);
      if (angle.kind !== 'scalar')
        return context.report(
          theta!.syntax.span,
          'E_ARGUMENT_SHAPE',
          `The angle of rotate is a scalar, not ${shapeOf(angle)}.`,
          of === undefined && v?.value.kind === 'scalar'
            ? `the angle comes first: write rotate(${context.textOf(v.syntax)}, ${context.textOf(theta!.syntax)})`
            : `write rotate(theta, ${of === undefined ? 'v' : 'axis, v'})`,
        );
      if (v !== undefined && of !== undefined) return turnedAbout(context, angle.node, v, of);
      const { graph } = context;
      const [c, s] = [graph.call('cos', angle.node), graph.call('sin', angle.node)];
      if (v === undefined)
        return matrix([
          [c, graph.negate(s)],
          [s, c],
        ]);
      const pair = planarVector(context, 'rotate', v, 'in space, write rotate(theta, axis, v)');
      if (pair === null) return null;
      const [x, y] = pair;
      return vector([
        graph.subtract(graph.multiply(c, x), graph.multiply(s, y)),
        graph.add(graph.multiply(s, x), graph.multiply(c, y)),
      ]);
    },
  },
};

/** A vector in world axes, given in the axes of a body in space. */
function turned(context: Context, orientation: Orientation, { value, syntax }: Operand<Quantity>): Vector | null {
  if (value.kind === 'vector' && value.items.length === 3)
    return vector(orientation.rotate(value.items as unknown as Triple));
  const message = `rotate takes a vector of space, not ${shapeOf(value)}.`;
  return context.report(syntax.span, 'E_ARGUMENT_SHAPE', message);
}

/**
 * `p + (v − p) cos θ + n × v sin θ` with the unit vector `n` along the axis and `p = n (n·v)`
 * (Rodrigues). A component along an axis of coordinates stays as it is, to the last place.
 */
function turnedAbout(context: Context, theta: Node, axis: Operand<Quantity>, of: Operand<Quantity>): Vector | null {
  const { graph } = context;
  const n = unitAxis(context, axis);
  const v = n && spatialVector(context, 'rotate', of);
  if (n === null || v === null) return null;
  const [c, s] = [graph.call('cos', theta), graph.call('sin', theta)];
  const [along, across] = [dot(graph, n, v), cross(graph, n, v)];
  return vector(
    v.map((x, i) => {
      const p = graph.multiply(n[i]!, along);
      return graph.add(p, graph.multiply(c, graph.subtract(x, p)), graph.multiply(s, across[i]!));
    }),
  );
}

/** The unit vector along an axis, which is divided by its length unless that is known to be 1. */
function unitAxis(context: Context, operand: Operand<Quantity>): Components | null {
  const items = spatialVector(context, 'rotate', operand);
  if (items === null || (operand.value.kind === 'vector' && operand.value.isUnit === true)) return items;
  const length = norm(context.graph, items);
  context.note(length, `norm(${context.textOf(operand.syntax)})`);
  if (isAlwaysZero(length))
    return context.report(operand.syntax.span, 'E_DIVISION_BY_ZERO', 'This axis is always zero and has no direction.');
  return items.map((node) => context.graph.divide(node, length));
}
