import { lengthOf } from '../base/powers.js';
import { checkBoolean, checkList, checkPositive, checkVector, readOptions, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { alongPath } from './arc-length.js';
import { Curve, type Outside } from './curve.js';
import { Path } from './path.js';
import { readColumns, type CSVColumns } from './read-csv.js';
import {
  linearCoefficients,
  monotoneCoefficients,
  polynomialCoefficients,
  splineCoefficients,
  type SplineEnds,
} from './spline.js';

/** What a curve does between, at the ends of, and beyond its points. */
export interface CurveSettings {
  /**
   * True if the last point is the first one again, a period later. A number is the period, of points
   * of which the first is not repeated.
   */
  readonly periodic?: boolean | number;
  /**
   * Degree of the polynomials between the points: 5 with four continuous derivatives, so that forces
   * and their rates are continuous; 3 with two; or 1, straight lines, for tables of forces alone. 5
   * if left out.
   */
  readonly degree?: 1 | 3 | 5;
  /**
   * True for a cubic with one continuous derivative that rises and falls only where the points do,
   * and never goes beyond them.
   */
  readonly monotone?: boolean;
  /**
   * Conditions at the ends of a curve that is not periodic: the highest derivative does not jump at
   * the knots next to them (`'not-a-knot'`, exact for polynomials of its degree); the derivatives
   * above half of its degree vanish (`'natural'`); or the first derivatives are given, of degree 5
   * the second ones, too, which are 0 if left out. `'not-a-knot'` if left out.
   */
  readonly ends?: SplineEnds;
  /**
   * Behaviour beyond the first and last point: an error, the value there, or the tangent there.
   * `'error'` if left out.
   */
  readonly outside?: Outside;
}

/** The points of a curve, and what it does between them. */
export interface CurveOptions extends CurveSettings {
  /** Pairs of an argument and the value there; the arguments ascend. */
  readonly points: readonly (readonly [s: number, value: number])[];
}

/** Columns of a CSV text, and what a curve does between its points. */
export interface CSVCurveOptions extends CurveSettings, CSVColumns {}

/** The points of a path, and what it does between them. */
export interface PathOptions extends Pick<CurveSettings, 'degree' | 'outside'> {
  /** The points, of two or three components. */
  readonly points: readonly (readonly number[])[];
  /** True if the last point is joined to the first. */
  readonly closed?: boolean;
  /**
   * True if the argument is the length along the path itself, m, so that a point moves at the speed of
   * its argument. The path then has eight knots for each point, where the path without it goes.
   */
  readonly arcLength?: boolean;
}

const SETTINGS = ['periodic', 'degree', 'monotone', 'ends', 'outside'];
const LACKS = 'A curve has no option';
/** Relative difference up to which the first and last value of a periodic table are the same. */
const SAME = 1e-9;

const fault = (message: string, hint: string): HolonomicRuntimeError =>
  new HolonomicRuntimeError('E_CURVE', message, hint);

/**
 * Makes a function of one number from points.
 *
 * ```ts
 *  const profile = curve({ points: [[0, 0], [1, 0.02], [2, 0.03], [4, 0.01], [6.28, 0]], periodic: true });
 *  profile.value(1); // 0.02
 *  new CamFollower({ lift, angle, profile });
 * ```
 *
 * A spline of degree 5 with four continuous derivatives if nothing else is said. Through at most six
 * points, or four of degree 3, it is the one polynomial through all of them. Throws E_CURVE,
 * E_OPTIONS, E_OPTION_UNKNOWN, E_LIST, E_VECTOR, E_DIMENSION, E_NOT_FINITE.
 */
export const curve: {
  (options: CurveOptions): Curve;
  /**
   * Makes a curve from two columns of a CSV text, named by its first line or numbered from 1:
   * `curve.fromCSV(text, { x: 'angle', y: 'lift', xScale: Math.PI / 180, periodic: true })`. Throws
   * as `curve` does, and E_CURVE with the line that is not read.
   */
  fromCSV(text: string, options: CSVCurveOptions): Curve;
  /**
   * Makes a path through points of the plane or of space, for a wire or a rail. Its argument is the
   * length of the straight lines between the points, m: nearly the length along the path itself, which
   * it is with `arcLength: true`.
   * Throws as `curve` does, and E_CURVE where two neighbours are the same point.
   */
  path(options: PathOptions): Path;
} = Object.assign(
  (options: CurveOptions): Curve => {
    const { points, ...settings } = readOptions(options, 'Options of a curve', ['points', ...SETTINGS], LACKS);
    const list = checkList(points, 'points of a curve', 'pairs [argument, value]');
    return interpolate(
      list.map((point, i) => checkVector(point, 2, `points[${i}] of a curve`, 'Give a pair [argument, value].')),
      settings,
    );
  },
  {
    fromCSV: (text: string, options: CSVCurveOptions): Curve => {
      const known = ['x', 'y', 'xScale', 'yScale', ...SETTINGS];
      const { x, y, xScale, yScale, ...settings } = readOptions(options, 'Options of a curve', known, LACKS);
      const scales = { ...(xScale !== undefined && { xScale }), ...(yScale !== undefined && { yScale }) };
      return interpolate(readColumns(text, { x, y, ...scales }), settings);
    },
    path,
  },
);

function path(options: PathOptions): Path {
  const known = ['points', 'closed', 'arcLength', 'degree', 'outside'];
  const { points, closed, arcLength, ...settings } = readOptions(
    options,
    'Options of a path',
    known,
    'A path has no option',
  );
  const list = checkList(points, 'points of a path', 'points [x, y] or [x, y, z]');
  const size = Array.isArray(list[0]) && list[0].length === 3 ? 3 : 2;
  const given = list.map((point, i) => checkVector(point, size, `points[${i}] of a path`));
  const isClosed = checkBoolean(closed, 'closed of a path');
  const all = isClosed && given[0] !== undefined ? [...given, given[0]] : given;
  let length = 0;
  const lengths = all.map((point, i) => {
    if (i === 0) return 0;
    const step = lengthOf(point.map((x, c) => x - all[i - 1]![c]!));
    if (step === 0)
      throw fault(
        `Two neighbours on a path are the same point: points[${i - 1}] and points[${i % given.length}].`,
        isClosed
          ? 'Leave one of them out; a closed path returns to its first point of itself.'
          : 'Leave one of them out.',
      );
    return (length += step);
  });
  const through = (arguments_: readonly number[], at: readonly ArrayLike<number>[]): Path =>
    new Path(
      Array.from({ length: size }, (_, c) =>
        interpolate(
          at.map((point, i) => [arguments_[i]!, point[c]!]),
          { ...settings, ...(isClosed && { periodic: true }) },
        ),
      ),
    );
  const byChords = through(lengths, all);
  if (!checkBoolean(arcLength, 'arcLength of a path')) return byChords;
  const measured = alongPath(byChords, lengths);
  if (isClosed) measured.points[measured.points.length - 1] = measured.points[0]!;
  return through(measured.lengths, measured.points);
}

function interpolate(given: readonly ArrayLike<number>[], settings: CurveSettings): Curve {
  const { periodic = false, degree = 5, ends = 'not-a-knot', outside = 'error' } = settings;
  const monotone = checkBoolean(settings.monotone, 'monotone of a curve');
  const isPeriodic = periodic !== false;
  if (![1, 3, 5].includes(degree)) throw fault(`The degree of a curve is ${show(degree)}.`, 'Give 1, 3 or 5.');
  if (!['error', 'hold', 'linear'].includes(outside))
    throw fault(`The option outside of a curve is ${show(outside)}.`, "Give 'error', 'hold' or 'linear'.");
  if (monotone && settings.degree !== undefined && degree !== 3)
    throw fault(`A monotone curve of degree ${degree} does not exist here.`, 'Leave out the degree: it is 3.');
  if (isPeriodic && (settings.ends !== undefined || settings.outside !== undefined))
    throw fault('A periodic curve has no ends.', `Leave out ${settings.ends === undefined ? 'outside' : 'ends'}.`);
  if (settings.ends !== undefined && (monotone || degree === 1))
    throw fault(`Curves ${monotone ? 'that are monotone' : 'of degree 1'} take no ends.`, 'Leave out ends.');

  const points = typeof periodic === 'number' ? closed(given, checkPositive(periodic, 'periodic of a curve')) : given;
  const x = Float64Array.from(points, (point) => point[0]!);
  const y = Float64Array.from(points, (point) => point[1]!);
  const least = isPeriodic ? 4 : 2;
  if (x.length < least)
    throw fault(
      `A ${isPeriodic ? 'periodic ' : ''}curve through ${given.length} point${given.length === 1 ? '' : 's'} is not determined.`,
      `Give at least ${isPeriodic ? '3, and the first again a period later' : least}.`,
    );
  const wrong = x.findIndex((s, i) => i > 0 && !(s > x[i - 1]!));
  if (wrong > 0)
    throw x[wrong] === x[wrong - 1]
      ? fault(
          `Two points of a curve have the argument ${x[wrong]!}: points[${wrong - 1}] and points[${wrong}].`,
          'Give one value for each argument.',
        )
      : fault(
          `The arguments of a curve do not ascend: points[${wrong}] is at ${x[wrong]!}, after ${x[wrong - 1]!}.`,
          'Sort the points by their arguments.',
        );
  const last = y.length - 1;
  if (isPeriodic) {
    const size = y.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (Math.abs(y[last]! - y[0]!) > SAME * size)
      throw fault(
        `A periodic curve begins at ${y[0]!} and ends at ${y[last]!}.`,
        'Let the last point be the first one a period later, or give the period: periodic: 2 * Math.PI.',
      );
    y[last] = y[0]!;
  }

  const make = (coefficients: Float64Array, smoothness: number, knots = x): Curve =>
    new Curve(knots, coefficients, isPeriodic ? x[last]! - x[0]! : 0, smoothness, outside);
  if (monotone) return make(monotoneCoefficients(x, y, isPeriodic), 1);
  if (degree === 1) return make(linearCoefficients(x, y), 0);
  if (!isPeriodic && ends === 'not-a-knot' && x.length <= degree + 1)
    return make(polynomialCoefficients(x, y), 5, Float64Array.of(x[0]!, x[last]!));
  return make(splineCoefficients(x, y, degree, isPeriodic ? 'periodic' : readEnds(ends)), degree - 1);
}

/** The points and the first of them again, a period later. */
function closed(points: readonly ArrayLike<number>[], period: number): readonly ArrayLike<number>[] {
  const [first, last] = [points[0], points[points.length - 1]];
  if (first === undefined || last === undefined) return points;
  const length = last[0]! - first[0]!;
  if (Math.abs(length - period) <= SAME * period) return points;
  if (length > period)
    throw fault(
      `The points of a curve extend over ${length}, more than its period, ${period}.`,
      'Give the points of one period.',
    );
  return [...points, [first[0]! + period, first[1]!]];
}

function readEnds(ends: SplineEnds): SplineEnds {
  const given: unknown = ends;
  if (given === 'not-a-knot' || given === 'natural') return given;
  if (typeof given !== 'object' || given === null)
    throw fault(`The option ends of a curve is ${show(given)}.`, "Give 'not-a-knot', 'natural' or { slopes: [0, 0] }.");
  const { slopes, seconds = [0, 0] } = readOptions(
    given as Exclude<SplineEnds, string>,
    'ends of a curve',
    ['slopes', 'seconds'],
    'ends of a curve have no',
  );
  const [a, b] = checkVector(slopes, 2, 'slopes at the ends of a curve');
  const [c, d] = checkVector(seconds, 2, 'seconds at the ends of a curve');
  return { slopes: [a!, b!], seconds: [c!, d!] };
}
