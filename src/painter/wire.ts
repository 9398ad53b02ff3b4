import {
  writeConstantEntries,
  type Connector,
  type Constraint,
  type ConstraintType,
  type PointConnector,
} from '../../runtime/index.js';
import { CELLS, zeroContour, type Field } from './contour.js';
import { boxAround, grow, heightOf, widthOf, type Box, type Polyline } from './plane.js';

/** The curves of a constraint, and values of `C` by which a change of them is noticed. */
interface Found {
  readonly fingerprint: string;
  readonly curves: readonly Polyline[];
}

/** Times that the region is enlarged in which a curve may close, each time to three times its size. */
const ENLARGEMENTS = 8;
/** Cells per side of a region where only that is asked: a curve spans a third of its last one. */
const COARSE = CELLS / 3;

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
    if (type.space !== 2 || type.rows !== 1 || type.levels?.[0] === 'velocity') return [];
    const connectors = connectorsOf(constraint);
    const free = connectors.findIndex((connector) => connector.moves);
    const isOne = connectors.every((connector, i) => i === free || !connector.moves);
    if (!isOne || connectors[free]?.kind !== 'point') return [];
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
    found = zeroContour(field, wider, COARSE);
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

/** Tests whether `C` is the same all around `centre`, at the distance where `point` is. */
function isCircleAbout(centre: Connector, point: Connector, field: Field): boolean {
  const [at, from] = [(point as PointConnector).position, (centre as PointConnector).position];
  const radius = Math.hypot(at[0] - from[0], at[1] - from[1]);
  const angles = Array.from({ length: 12 }, (_, k) => (2 * Math.PI * k) / 12 + 0.1);
  const { value, gradient } = field(
    Float64Array.from(
      angles.flatMap((angle) => [from[0] + radius * Math.cos(angle), from[1] + radius * Math.sin(angle)]),
    ),
  );
  return angles.every((_, k) => {
    const slope = Math.hypot(gradient[2 * k]!, gradient[2 * k + 1]!);
    return Math.abs(value[k]! - value[0]!) <= 1e-2 * slope * radius;
  });
}

/** Some points of a region, at which two fields that differ have different values. */
function probes({ min, max }: Box): Float64Array {
  const share = [0.618, 0.414];
  return Float64Array.from({ length: 14 }, (_, i) => {
    const k = i % 2;
    return min[k]! + ((Math.floor(i / 2) * share[k]!) % 1) * (max[k]! - min[k]!);
  });
}

const known = new WeakMap<Constraint, readonly Connector[]>();

/** The connectors of a constraint, in the order of its inputs. They stay the same. */
export function connectorsOf(constraint: Constraint): readonly Connector[] {
  let connectors = known.get(constraint);
  if (connectors === undefined) {
    connectors = Object.values<Connector | readonly Connector[]>(
      constraint.inputs as Readonly<Record<string, Connector | readonly Connector[]>>,
    ).flat();
    known.set(constraint, connectors);
  }
  return connectors;
}

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
  const at = offsets[free]!;
  // All inputs but the free one are the same at all points.
  const fixed = new Float64Array(width);
  const unused = new Float64Array(width);
  connectors.forEach((connector, i) => {
    if (i !== free) connector.read(fixed, unused, unused, offsets[i]!);
  });
  return (points) => {
    const count = points.length / 2;
    const x = new Float64Array(count * width);
    const slots = new Int32Array(count * sizes.length);
    const p = new Float64Array(count * params.length);
    for (let k = 0; k < count; k++) {
      x.set(fixed, k * width);
      x[k * width + at] = points[2 * k]!;
      x[k * width + at + 1] = points[2 * k + 1]!;
      for (let i = 0; i < sizes.length; i++) slots[k * sizes.length + i] = k * width + offsets[i]!;
      p.set(params, k * params.length);
    }
    const value = new Float64Array(count);
    const J = new Float64Array(count * width);
    const rates = new Float64Array(count);
    writeConstantEntries(type, count, J);
    type.kernel(count, slots, x, new Float64Array(count * width), p, time, value, rates, J, rates);
    const gradient = new Float64Array(2 * count);
    for (let k = 0; k < count; k++) {
      gradient[2 * k] = J[k * width + at]!;
      gradient[2 * k + 1] = J[k * width + at + 1]!;
    }
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
