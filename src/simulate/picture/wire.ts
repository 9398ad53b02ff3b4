import { writeConstantEntries, type Connector, type Constraint, type ConstraintType } from '../../../runtime/index.js';
import { zeroContour, type Field } from './contour.js';
import type { Box, Polyline } from './plane.js';

/**
 * The wire on which a planar constraint keeps a point: the curve `C = 0`, whatever the formula.
 * Undefined unless the constraint has one row and acts on one moving point, everything else being
 * fixed.
 */
export function wireOf(constraint: Constraint, time: number, box: Box): Polyline[] {
  const { type } = constraint;
  const connectors = connectorsOf(constraint);
  const moving = connectors.filter((connector) => connector.moves);
  if (type.space !== 2 || type.rows !== 1 || moving.length !== 1 || moving[0]!.kind !== 'point') return [];
  return zeroContour(fieldOf(constraint, connectors, connectors.indexOf(moving[0]!), time), box);
}

export const connectorsOf = ({ type, inputs }: Constraint): Connector[] =>
  type.inputs.map(({ name }) => (inputs as Readonly<Record<string, Connector>>)[name]!);

/**
 * `C` and `∂C/∂x` as functions of the position of the input `free`, from the constraint's own
 * kernel.
 */
function fieldOf(constraint: Constraint, connectors: readonly Connector[], free: number, time: number): Field {
  const { type } = constraint;
  const params = parametersOf(type, constraint.params);
  const sizes = type.inputs.map(({ size }) => size);
  const offsets = sizes.map((_, i) => sizes.slice(0, i).reduce((a, b) => a + b, 0));
  const width = sizes.reduce((a, b) => a + b, 0);
  return (points) => {
    const count = points.length;
    const x = new Float64Array(count * width);
    const v = new Float64Array(count * width);
    const slots = new Int32Array(count * sizes.length);
    points.forEach((point, k) => {
      connectors.forEach((connector, i) => {
        const slot = k * width + offsets[i]!;
        slots[k * sizes.length + i] = slot;
        if (i === free) x.set(point, slot);
        else connector.read(x, v, v, slot);
      });
    });
    v.fill(0);
    const p = Float64Array.from(points.flatMap(() => params));
    const value = new Float64Array(count);
    const J = new Float64Array(count * width);
    writeConstantEntries(type, count, J);
    type.kernel(count, slots, x, v, p, time, value, new Float64Array(count), J, new Float64Array(count));
    const gradient = points.flatMap((_, k) => [J[k * width + offsets[free]!]!, J[k * width + offsets[free]! + 1]!]);
    return { value, gradient };
  };
}

function parametersOf(type: ConstraintType, params: object): number[] {
  const values = params as Readonly<Record<string, number | ArrayLike<number>>>;
  return type.params.flatMap(({ name }) => {
    const value = values[name]!;
    return typeof value === 'number' ? [value] : Array.from(value);
  });
}
