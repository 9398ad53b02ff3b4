import { shortened } from '../base/text.js';
import { describeCurve, isCurveParameter } from '../curves/curve-parameters.js';
import type { ConstraintType } from './constraint-type.js';

/** Most inputs that are shown: a list may have thousands. */
const SHOWN = 8;

/**
 * Shows the inputs and parameters of a constraint with their values:
 * `a = [0, 0], b = [1, 0], length = 2`, of many inputs the first. The components of input `i` are at `x[slots[i]] …`, those
 * of the parameters at `p[0] …`.
 */
export function describeArguments(
  { inputs, params }: ConstraintType,
  slots: ArrayLike<number>,
  x: Float64Array,
  p: Float64Array,
): string {
  const show = (name: string, values: Float64Array, first: number, size: number, isScalar: boolean): string => {
    const list = Array.from(values.subarray(first, first + size), shortened);
    return `${name} = ${isScalar ? list.join() : `[${list.join(', ')}]`}`;
  };
  let next = 0;
  return [
    ...inputs.slice(0, SHOWN).map(({ name, kind, size }, i) => show(name, x, slots[i]!, size, kind === 'scalar')),
    ...(inputs.length > SHOWN ? [`${inputs.length - SHOWN} more inputs`] : []),
    ...params.map((param) => {
      const { name, kind, size } = param;
      const first = next;
      next += size;
      return isCurveParameter(param) ? describeCurve(param, p[first]!) : show(name, p, first, size, kind === 'scalar');
    }),
  ].join(', ');
}
