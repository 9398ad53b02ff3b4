import { dihedral } from '../symbolic/dihedral.js';
import type { VectorFunctionName } from '../spec/language.js';
import type { Node } from '../symbolic/node.js';
import { angleBetween } from '../symbolic/vector-angle.js';
import { cross as spatialCross, difference, dot, norm, type Vector as Components } from '../symbolic/vectors.js';
import { isAlwaysZero } from './constants.js';
import type { Context, Operand } from './context.js';
import { MATRIX_FUNCTIONS } from './matrix-functions.js';
import { ROTATIONS } from './rotations.js';
import { scalar, shapeOf, unitVector, vector, zipValues, type Quantity } from './values.js';
import { spanOf, spatialVector, vectorOf, type VectorFunction } from './vector-arguments.js';

/** The functions of vector algebra. */
export const VECTOR_FUNCTIONS: Readonly<Record<VectorFunctionName, VectorFunction>> = {
  // a · b = Σ aᵢ bᵢ
  dot: {
    minArgs: 2,
    maxArgs: 2,
    usage: 'dot(a, b)',
    build: (context, args) => {
      const pair = equalVectors(context, 'dot', args);
      return pair && scalar(dot(context.graph, ...pair));
    },
  },
  // In space a × b; in the plane its component along z.
  cross: {
    minArgs: 2,
    maxArgs: 2,
    usage: 'cross(a, b)',
    build: (context, args) => {
      const pair = equalVectors(context, 'cross', args);
      return pair && cross(context, args, ...pair);
    },
  },
  // |v| = √(v · v)
  norm: {
    minArgs: 1,
    maxArgs: 1,
    usage: 'norm(v), the Euclidean length',
    build: (context, [v]) => {
      const value = vectorOf(context, 'norm', v!);
      return value && scalar(norm(context.graph, value.items));
    },
  },
  // v / |v|
  normalize: {
    minArgs: 1,
    maxArgs: 1,
    usage: 'normalize(v)',
    build: (context, [v]) => {
      const value = vectorOf(context, 'normalize', v!);
      if (value === null) return null;
      const length = norm(context.graph, value.items);
      context.note(length, `norm(${context.textOf(v!.syntax)})`);
      if (isAlwaysZero(length))
        return context.report(v!.syntax.span, 'E_DIVISION_BY_ZERO', 'This vector is always zero and has no direction.');
      return unitVector(value.items.map((node) => context.graph.divide(node, length)));
    },
  },
  // In the plane atan2(a × b, a · b), in space atan2(|a × b|, a · b)
  angle: {
    minArgs: 2,
    maxArgs: 2,
    usage: 'angle(a, b), the angle from a to b',
    build: (context, args) => {
      const pair = equalVectors(context, 'angle', args);
      if (pair === null || !hasPlaneOrSpace(context, 'angle', args[0]!, pair[0])) return null;
      const isZero = (v: readonly Node[]): boolean => v.every(isAlwaysZero);
      const isParallel = pair[0].length === 3 && isZero(crossProduct(context, ...pair));
      if (isParallel || pair.some(isZero))
        return context.report(
          spanOf(args),
          'E_DIVISION_BY_ZERO',
          'These vectors are always parallel: the angle between them has no derivative.',
        );
      return scalar(angleBetween(context.graph, ...pair));
    },
  },
  // The torsion about b → c of the chain a, b, c, d
  dihedral: {
    minArgs: 4,
    maxArgs: 4,
    usage: 'dihedral(a, b, c, d), of four points in space',
    build: (context, args) => {
      const points: Components[] = [];
      for (const arg of args) {
        const point = spatialVector(context, 'dihedral', arg, 'points');
        if (point === null) return null;
        points.push(point);
      }
      const [a, b, c, d] = points as [Components, Components, Components, Components];
      const { graph } = context;
      const axis = difference(graph, b, c);
      const normals = [difference(graph, a, b), difference(graph, d, c)].map((bond) => spatialCross(graph, bond, axis));
      if (normals.some((normal) => normal.every(isAlwaysZero)))
        return context.report(
          spanOf(args),
          'E_DIVISION_BY_ZERO',
          'Three points of this chain always lie in a line: it has no dihedral angle.',
        );
      return scalar(dihedral(graph, [a, b, c, d]));
    },
  },
  // a + s (b − a)
  lerp: {
    minArgs: 3,
    maxArgs: 3,
    usage: 'lerp(a, b, s), from a at s = 0 to b at s = 1',
    build: (context, [a, b, s]) => {
      const share = s!.value;
      if (share.kind !== 'scalar')
        return context.report(
          s!.syntax.span,
          'E_ARGUMENT_SHAPE',
          `The third argument of lerp is a scalar, not ${shapeOf(share)}.`,
        );
      const { graph } = context;
      const between = (x: Node, y: Node): Node => graph.add(x, graph.multiply(share.node, graph.subtract(y, x)));
      return (
        zipValues(a!.value, b!.value, between) ??
        context.report(
          spanOf([a!, b!]),
          'E_ARGUMENT_SHAPE',
          `lerp takes two quantities of one shape, not ${shapeOf(a!.value)} and ${shapeOf(b!.value)}.`,
        )
      );
    },
  },
  ...ROTATIONS,
  ...MATRIX_FUNCTIONS,
};

function cross(
  context: Context,
  args: readonly Operand<Quantity>[],
  a: readonly Node[],
  b: readonly Node[],
): Quantity | null {
  if (!hasPlaneOrSpace(context, 'cross', args[0]!, a)) return null;
  const components = crossProduct(context, a, b);
  return components.length === 1 ? scalar(components[0]!) : vector(components);
}

/** `a × b`; in the plane its one component along z. */
function crossProduct({ graph }: Context, a: readonly Node[], b: readonly Node[]): Node[] {
  if (a.length === 3) return spatialCross(graph, a, b);
  return [graph.subtract(graph.multiply(a[0]!, b[1]!), graph.multiply(a[1]!, b[0]!))];
}

function hasPlaneOrSpace(
  context: Context,
  name: string,
  { syntax }: Operand<Quantity>,
  { length }: readonly Node[],
): boolean {
  if (length === 2 || length === 3) return true;
  const message = `${name} takes vectors of 2 or 3 components, not of ${length}.`;
  context.report(syntax.span, 'E_ARGUMENT_SHAPE', message);
  return false;
}

function equalVectors(
  context: Context,
  name: 'dot' | 'cross' | 'angle',
  args: readonly Operand<Quantity>[],
): [readonly Node[], readonly Node[]] | null {
  const [a = null, b = null] = args.map((arg) => vectorOf(context, name, arg));
  if (a === null || b === null) return null;
  if (a.items.length === b.items.length) return [a.items, b.items];
  const message = `${name} takes two vectors of one size, not of ${a.items.length} and ${b.items.length} components.`;
  return context.report(spanOf(args), 'E_ARGUMENT_SHAPE', message);
}
