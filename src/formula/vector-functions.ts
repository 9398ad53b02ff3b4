import type { Span } from '../diagnostics/index.js';
import type { VectorFunctionName } from '../spec/language.js';
import { dihedral } from '../symbolic/dihedral.js';
import type { Node } from '../symbolic/node.js';
import type { Orientation, Triple } from '../symbolic/rotations.js';
import { angleBetween } from '../symbolic/vector-angle.js';
import { cross as spatialCross, difference, type Vector as Components } from '../symbolic/vectors.js';
import { isAlwaysZero } from './constants.js';
import type { Context, Operand } from './context.js';
import { mapValue, matrix, scalar, shapeOf, vector, type Quantity, type Vector } from './values.js';

export interface VectorFunction {
  readonly minArgs: number;
  readonly maxArgs: number;
  /** The form of a call, for messages. */
  readonly usage: string;
  readonly build: (context: Context, args: readonly Operand<Quantity>[]) => Quantity | null;
}

/** The functions of vector algebra. */
export const VECTOR_FUNCTIONS: Readonly<Record<VectorFunctionName, VectorFunction>> = {
  // a · b = Σ aᵢ bᵢ
  dot: {
    minArgs: 2,
    maxArgs: 2,
    usage: 'dot(a, b)',
    build: (context, args) => {
      const pair = equalVectors(context, 'dot', args);
      return pair && scalar(dot(context, ...pair));
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
      const value = vectorOf(context, 'norm', v!, 'the magnitude of a scalar is abs(x)');
      return value && scalar(norm(context, value));
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
      const length = norm(context, value);
      context.note(length, `norm(${context.textOf(v!.syntax)})`);
      if (isAlwaysZero(length))
        return context.report(v!.syntax.span, 'E_DIVISION_BY_ZERO', 'This vector is always zero and has no direction.');
      return mapValue(value, (node) => context.graph.divide(node, length));
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
        const point = spatialVector(context, 'dihedral', arg);
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
  // A quarter turn counterclockwise: (x, y) → (−y, x)
  perp: {
    minArgs: 1,
    maxArgs: 1,
    usage: 'perp(v)',
    build: (context, [v]) => {
      const pair = planarVector(context, 'perp', v!);
      return pair && vector([context.graph.negate(pair[1]), pair[0]]);
    },
  },
  // The rotation by θ as a matrix, or applied: (x, y) → (x cos θ − y sin θ, x sin θ + y cos θ). In
  // space, by the orientation of a body.
  rotate: {
    minArgs: 1,
    maxArgs: 2,
    usage: 'rotate(theta, v), or rotate(theta) * v',
    build: (context, [theta, v]) => {
      const angle = theta!.value;
      if (angle.kind === 'vector' && angle.orientation !== undefined && v !== undefined)
        return turned(context, angle.orientation, v);
      if (angle.kind !== 'scalar')
        return context.report(
          theta!.syntax.span,
          'E_ARGUMENT_SHAPE',
          `The angle of rotate is a scalar, not ${shapeOf(angle)}.`,
          'the angle comes first: rotate(theta, v)',
        );
      const { graph } = context;
      const [c, s] = [graph.call('cos', angle.node), graph.call('sin', angle.node)];
      if (v === undefined)
        return matrix([
          [c, graph.negate(s)],
          [s, c],
        ]);
      const pair = planarVector(context, 'rotate', v);
      if (pair === null) return null;
      const [x, y] = pair;
      return vector([
        graph.subtract(graph.multiply(c, x), graph.multiply(s, y)),
        graph.add(graph.multiply(s, x), graph.multiply(c, y)),
      ]);
    },
  },
};

const dot = ({ graph }: Context, a: readonly Node[], b: readonly Node[]): Node =>
  graph.add(...a.map((node, i) => graph.multiply(node, b[i]!)));

const norm = (context: Context, { items }: Vector): Node =>
  context.graph.sqrt(context.graph.add(...items.map((node) => context.graph.square(node))));

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

const spanOf = (args: readonly Operand<Quantity>[]): Span => ({
  start: args[0]!.syntax.span.start,
  end: args.at(-1)!.syntax.span.end,
});

function vectorOf(context: Context, name: string, { value, syntax }: Operand<Quantity>, hint?: string): Vector | null {
  if (value.kind === 'vector') return value;
  const message = `${name} takes a vector, not ${shapeOf(value)}.`;
  return context.report(syntax.span, 'E_ARGUMENT_SHAPE', message, value.kind === 'scalar' ? hint : undefined);
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

/** A vector in world axes, given in the axes of a body in space. */
function turned(context: Context, orientation: Orientation, { value, syntax }: Operand<Quantity>): Vector | null {
  if (value.kind === 'vector' && value.items.length === 3)
    return vector(orientation.rotate(value.items as unknown as Triple));
  const message = `rotate takes a vector of space, not ${shapeOf(value)}.`;
  return context.report(syntax.span, 'E_ARGUMENT_SHAPE', message);
}

function spatialVector(context: Context, name: string, operand: Operand<Quantity>): readonly Node[] | null {
  const value = vectorOf(context, name, operand);
  if (value === null || value.items.length === 3) return value?.items ?? null;
  return context.report(
    operand.syntax.span,
    'E_ARGUMENT_SHAPE',
    `${name} takes points in space, not ${shapeOf(value)}.`,
  );
}

function planarVector(context: Context, name: 'perp' | 'rotate', operand: Operand<Quantity>): [Node, Node] | null {
  const value = vectorOf(context, name, operand);
  if (value === null) return null;
  const [x, y, ...rest] = value.items;
  if (x !== undefined && y !== undefined && rest.length === 0) return [x, y];
  const message = `${name} takes a vector of the plane, not ${shapeOf(value)}.`;
  return context.report(operand.syntax.span, 'E_ARGUMENT_SHAPE', message, 'in space, use cross(axis, v)');
}
