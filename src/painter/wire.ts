import {
  writeConstantEntries,
  type Connector,
  type Constraint,
  type ConstraintType,
  type PointConnector,
} from '../../runtime/index.js';
import { CELLS, zeroContour, type Field } from './contour.js';
import { boxAround, grow, heightOf, widthOf, type Box, type Point2, type Polyline } from './plane.js';

/** The curves of a constraint, and values of `C` by which a change of them is noticed. */
interface Found {
  readonly fingerprint: string;
  readonly curves: readonly Polyline[];
}

/** Times that the region is enlarged in which a curve may close, each time to three times its size. */
const ENLARGEMENTS = 8;

/**
 * Finds the wires on which planar constraints keep a point: the curves `C = 0`, whatever the
 * formula. A curve is sought again once `C` has changed.
 */
export class Wires {
  readonly #found = new WeakMap<Constraint, Found>();

  /**
   * The curves of a constraint in a region, with `isFixed` cut off there, otherwise in one that is
   * larger if they close there. None unless
   * its row is one of position, and it acts on one moving point, everything else being fixed; none
   * for a rod.
   */
  of(constraint: Constraint, time: number, region: Box, isFixed: boolean): readonly Polyline[] {
    const { type } = constraint;
    const connectors = connectorsOf(constraint);
    const free = connectors.findIndex((connector) => connector.moves);
    const isOne = connectors.every((connector, i) => i === free || !connector.moves);
    if (type.space !== 2 || type.rows !== 1 || !isOne || connectors[free]?.kind !== 'point') return [];
    if (type.levels?.[0] === 'velocity') return [];
    const field = fieldOf(constraint, connectors, free, time);
    // The circle about its other end says no more of a rod than the rod.
    const other = connectors.find(({ kind, moves }) => kind === 'point' && !moves);
    if (connectors.length === 2 && other && isCircleAbout(other, connectors[free], field)) return [];
    const fingerprint = `${Array.from(field(probes(region)).value).join()} ${region.min.join()} ${region.max.join()}`;
    const before = this.#found.get(constraint);
    if (before?.fingerprint === fingerprint) return before.curves;
    const curves = finely(field, isFixed ? zeroContour(field, region, 2 * CELLS) : curvesIn(field, region));
    this.#found.set(constraint, { fingerprint, curves });
    return curves;
  }
}

/** The curves in a region; if none closes there, and all do in one that is larger, those. */
function curvesIn(field: Field, region: Box): readonly Polyline[] {
  const curves = zeroContour(field, region);
  let wider = region;
  let found = curves;
  for (let n = 0; n < ENLARGEMENTS && found.length > 0 && !found.every(isClosed); n++) {
    wider = grow(wider, Math.max(widthOf(wider), heightOf(wider)));
    found = zeroContour(field, wider);
  }
  return found.every(isClosed) ? found : curves;
}

/** Closed curves once more, as finely as they themselves need. */
function finely(field: Field, curves: readonly Polyline[]): readonly Polyline[] {
  const box = boxAround(curves.flat());
  if (!box || !curves.every(isClosed)) return curves;
  return zeroContour(field, grow(box, 0.1 * Math.max(widthOf(box), heightOf(box))));
}

/** Tests whether a line ends where it began. */
const isClosed = (line: Polyline): boolean => line.length > 3 && line[0] === line.at(-1);

/** Tests whether `C` is zero all around `centre`, at the distance where `point` is. */
function isCircleAbout(centre: Connector, point: Connector, field: Field): boolean {
  const [at, from] = [(point as PointConnector).position, (centre as PointConnector).position];
  const radius = Math.hypot(at[0]! - from[0]!, at[1]! - from[1]!);
  const angles = Array.from({ length: 12 }, (_, k) => (2 * Math.PI * k) / 12 + 0.1);
  const { value, gradient } = field(
    angles.map((angle) => [from[0]! + radius * Math.cos(angle), from[1]! + radius * Math.sin(angle)]),
  );
  return angles.every((_, k) => {
    const slope = Math.hypot(gradient[2 * k]!, gradient[2 * k + 1]!);
    return Math.abs(value[k]!) <= 1e-2 * slope * radius;
  });
}

/** Some points of a region, at which two fields that differ have different values. */
function probes({ min, max }: Box): Point2[] {
  return Array.from({ length: 7 }, (_, k) => {
    const [s, t] = [(k * 0.618) % 1, (k * 0.414) % 1];
    return [min[0] + s * (max[0] - min[0]), min[1] + t * (max[1] - min[1])];
  });
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
