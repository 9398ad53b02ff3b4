import {
  curveHandle,
  writeConstantEntries,
  type Connector,
  type Constraint,
  type ConstraintType,
  type Curve,
  type Path,
  type PointConnector,
} from '../../runtime/index.js';
import { connectorsOf, isRail } from './connectors.js';
import { CELLS, zeroContour, type Field } from './contour.js';
import { boxAround, clip, grow, heightOf, widthOf, type Box, type Point2, type Polyline } from './plane.js';

/** A curve `C = 0`; with the side that is solid, as one looks along it, where `C` is an inequality. */
export interface Wire {
  readonly points: Polyline;
  readonly solid?: 'left' | 'right';
  /** True where `C` does not depend on time. */
  readonly isStill: boolean;
}

/** The curves of a constraint, and values of `C` by which a change of them is noticed. */
interface Found {
  readonly fingerprint: string;
  readonly curves: readonly Wire[];
}

/** Times that the region is enlarged in which a curve may close, each time to three times its size. */
const ENLARGEMENTS = 8;
/** Largest difference between the slopes of a linear field, as a part of them, and of its values from these. */
const LINEAR = 1e-12;
const ROUND = 1e-9;
/** Cells per side of a region where only that is asked: a curve spans a third of its last one. */
const COARSE = CELLS / 3;

/**
 * Finds the wires on which planar constraints keep a point: the curves `C = 0`, whatever the
 * formula. A curve is sought again once `C` has changed.
 */
export class Wires {
  readonly #found = new WeakMap<Constraint, Found>();

  /** The curves of constraints in a region, each once; see below for which there are. */
  of(constraints: readonly Constraint[], time: number, region: Box, isFixed: boolean): readonly Wire[] {
    const known = new Set<string>();
    return constraints.flatMap((one) => this.#of(one, time, region, isFixed, known));
  }

  /**
   * The curves of a constraint in a region, with `isFixed` cut off there, otherwise in one that is
   * larger if they close there. None unless its row, rows of friction aside, is one of position, and it
   * acts on one moving point, everything else being fixed; none for a rod. A rail, which holds the body's angle by
   * rows of their own, is the curve of the first row.
   */
  #of(constraint: Constraint, time: number, region: Box, isFixed: boolean, known: Set<string>): readonly Wire[] {
    const { type } = constraint;
    const isSingle = type.rows === 1 || type.friction !== undefined;
    if (type.space !== 2 || !(isSingle || isRail(type)) || type.levels?.[0] === 'velocity') return [];
    const connectors = connectorsOf(constraint);
    const free = connectors.findIndex((connector) => connector.moves);
    const isOne = connectors.every(({ moves, kind }, i) => i === free || !moves || (!isSingle && kind === 'scalar'));
    if (!isOne || connectors[free]?.kind !== 'point') return [];
    const field = fieldOf(constraint, connectors, free, time);
    // The circle about its other end says no more of a rod than the rod.
    const other = connectors.find(({ kind, moves }) => kind === 'point' && !moves);
    if (connectors.length === 2 && other && isCircleAbout(other, connectors[free], field)) return [];
    const fingerprint = `${Array.from(field(probes(region)).value).join()} ${region.min.join()} ${region.max.join()}`;
    // Another constraint with the same values has the same curve, as a floor under many feet.
    const own = `${type.name} ${fingerprint}`;
    if (known.has(own)) return [];
    known.add(own);
    const before = this.#found.get(constraint);
    if (before?.fingerprint === fingerprint) return before.curves;
    const lines =
      straightLine(field, region) ??
      finely(field, isFixed ? zeroContour(field, region, 2 * CELLS) : curvesIn(field, region));
    const isStill = type.dependsOnTime === false;
    const isOneSided = type.relations?.[0] === '>=';
    const curves = lines.map((points) => ({ points, isStill, ...(isOneSided && { solid: solidSide(points, field) }) }));
    this.#found.set(constraint, { fingerprint, curves });
    return curves;
  }
}

/** The side of a curve on which `C` is negative. */
function solidSide(points: Polyline, field: Field): 'left' | 'right' {
  const [a, b] = points as [Point2, Point2, ...Point2[]];
  const { gradient } = field(Float64Array.of((a[0] + b[0]) / 2, (a[1] + b[1]) / 2));
  const leftwards = gradient[1]! * (b[0] - a[0]) - gradient[0]! * (b[1] - a[1]);
  return leftwards > 0 ? 'right' : 'left';
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

/** The line `C = 0` in a region, or none there, of a `C` that is linear; undefined for any other. */
function straightLine(field: Field, region: Box): readonly Polyline[] | undefined {
  const points = probes(region);
  const { value, gradient } = field(points);
  const [gx, gy] = [gradient[0]!, gradient[1]!];
  const slope = Math.hypot(gx, gy);
  const isSame = (g: number, i: number): boolean => Math.abs(g - (i % 2 === 0 ? gx : gy)) <= LINEAR * slope;
  if (!(slope > 0) || !Array.from(gradient).every(isSame)) return undefined;
  // What jumps, as floor(x) does, has equal slopes, too.
  const size = slope * (widthOf(region) + heightOf(region));
  const isOnPlane = (f: number, k: number): boolean =>
    Math.abs(f - value[0]! - gx * (points[2 * k]! - points[0]!) - gy * (points[2 * k + 1]! - points[1]!)) <=
    ROUND * size;
  if (!Array.from(value).every(isOnPlane)) return undefined;
  const far = widthOf(region) + heightOf(region) + Math.abs(value[0]!) / slope;
  const [x, y] = [points[0]! - (value[0]! * gx) / slope ** 2, points[1]! - (value[0]! * gy) / slope ** 2];
  const end = (s: number): Point2 => [x + (s * far * gy) / slope, y - (s * far * gx) / slope];
  return clip([end(-1), end(1)], region);
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

/**
 * `C` of the first row and its `∂C/∂x` as functions of the position of the input `free`, from the
 * constraint's own kernel.
 */
function fieldOf(constraint: Constraint, connectors: readonly Connector[], free: number, time: number): Field {
  const { type } = constraint;
  const { rows } = type;
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
    const C = new Float64Array(count * rows);
    const J = new Float64Array(count * rows * width);
    const rates = new Float64Array(count * rows);
    writeConstantEntries(type, count, J);
    type.kernel(count, slots, x, new Float64Array(count * width), p, time, C, rates, J, rates);
    const value = C.filter((_, i) => i % rows === 0);
    const gradient = new Float64Array(2 * count);
    for (let k = 0; k < count; k++) {
      // The entries of an input are a block of its own, one row after the other.
      gradient[2 * k] = J[rows * (k * width + at)]!;
      gradient[2 * k + 1] = J[rows * (k * width + at) + 1]!;
    }
    return { value, gradient };
  };
}

function parametersOf(type: ConstraintType, params: object): number[] {
  const values = params as Readonly<Record<string, number | ArrayLike<number> | Curve | Path>>;
  return type.params.flatMap(({ name }) => {
    const value = values[name]!;
    if (typeof value === 'number') return value;
    if ('length' in value) return Array.from(value);
    return ('curves' in value ? value.curves : [value]).map(curveHandle);
  });
}
