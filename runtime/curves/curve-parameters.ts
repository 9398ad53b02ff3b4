import { isInstance, show } from '../base/check.js';
import { shortened } from '../base/text.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { Curve } from './curve.js';
import { curveHandle, curveOf } from './curve-table.js';
import { Path } from './path.js';

/** What is asked of a parameter that is a curve or a path; see `ParameterDescription`. */
interface CurveParameter {
  readonly name: string;
  readonly kind: string;
  readonly size: number;
  readonly period?: number | true;
}

/** What to give for a parameter that is a curve or a path. */
export const GIVE_POINTS = {
  curve: 'Give a curve: curve({ points: [[0, 0], [1, 2], …] }), or curve.fromCSV(text, { x, y }).',
  path: 'Give a path: curve.path({ points: [[0, 0], [1, 2], …] }).',
} as const;

/** True for a parameter that is a curve or a path. */
export const isCurveParameter = ({ kind }: CurveParameter): boolean => kind === 'curve' || kind === 'path';

/** Shows a curve by its first handle: `profile = a curve from 0 to 3`. */
export function describeCurve({ name, kind }: CurveParameter, handle: number): string {
  const { start = Number.NaN, end = Number.NaN } = curveOf(handle) ?? {};
  return `${name} = a ${kind} from ${shortened(start)} to ${shortened(end)}`;
}

/** Relative difference up to which two periods are the same. */
const SAME = 1e-9;

/**
 * Checks `value` as a curve or a path for `parameter`, and writes the handles of its curves at
 * `offset`. `what` names the parameter in messages. Throws E_CURVE.
 */
export function writeCurves(
  parameter: CurveParameter,
  value: unknown,
  what: string,
  values: Float64Array,
  offset: number,
  levels: readonly string[] | undefined,
): void {
  const { kind, size } = parameter;
  const curves =
    kind === 'path' ? (isInstance(value, Path) ? value.curves : []) : isInstance(value, Curve) ? [value] : [];
  if (curves.length === 0)
    throw new HolonomicRuntimeError(
      'E_CURVE',
      `${what} is ${show(value)}, not a ${kind}.`,
      GIVE_POINTS[kind === 'path' ? 'path' : 'curve'],
    );
  if (curves.length !== size)
    throw new HolonomicRuntimeError(
      'E_CURVE',
      `${what} is a path through points of ${curves.length} components, but needs ${size}.`,
      `Give points of ${size} components.`,
    );
  curves.forEach((curve, i) => {
    check(curve, parameter, what, levels);
    values[offset + i] = curveHandle(curve);
  });
}

/**
 * Checks that a curve has the period asked for, and as many continuous derivatives as rows need:
 * those of positions one, so that velocities do not jump, those of rates none.
 */
function check(curve: Curve, { period }: CurveParameter, what: string, levels: readonly string[] | undefined): void {
  const fault = (message: string, hint: string): HolonomicRuntimeError =>
    new HolonomicRuntimeError('E_CURVE', `${what} ${message}.`, hint);
  const own = curve.period;
  if (period !== undefined && own === undefined)
    throw fault('is not periodic', `Give its curve periodic: ${period === true ? 'true' : String(period)}.`);
  if (typeof period === 'number' && own !== undefined && Math.abs(own - period) > SAME * period)
    throw fault(`has the period ${own}, not ${period}`, 'Give the points of one period.');
  if (curve.smoothness < 1 && levels?.every((level) => level === 'velocity') !== true)
    throw fault(
      'has corners, where velocities and forces would jump',
      "Give its curve the degree 3 or 5, and outside: 'linear' where it holds its last value.",
    );
}
