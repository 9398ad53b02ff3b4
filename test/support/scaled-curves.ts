import { curve, type Curve, type ParameterValue } from '../../runtime/index.js';
import { curveOf } from '../../runtime/curves/curve-table.js';
import { Path } from '../../runtime/curves/path.js';
import type { ParameterDescription } from '../../runtime/model/constraint-type.js';

const POINTS = 12;

/**
 * The curve or path of a drawn parameter in other units, through the same points: arguments and values
 * become so many times as large.
 */
export function scaledCurves(
  { kind }: ParameterDescription,
  handles: readonly number[],
  argument: number,
  value: number,
): ParameterValue {
  const curves = handles.map((handle): Curve => {
    const drawn = curveOf(handle)!;
    const period = drawn.period!;
    const points = Array.from({ length: POINTS }, (_, k): [number, number] => {
      const s = (k * period) / POINTS;
      return [s * argument, drawn.value(s) * value];
    });
    return curve({ points, periodic: period * argument });
  });
  return kind === 'path' ? new Path(curves) : curves[0]!;
}
