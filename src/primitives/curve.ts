import { curveSecond, curveSlope, curveThird, curveValue } from '../../runtime/curves/curve-table.js';
import { ofRuntime, type Primitive } from './primitive.js';

/**
 * A derivative of a curve, and the next one: `f⁽ᵏ⁾(handle, s)`. A handle never moves. `c` is the
 * function of C that reads it off a piece that was looked up.
 */
const derivative = (evaluate: (handle: number, s: number) => number, c: string, next: string | undefined) =>
  ({
    arity: 2,
    ofCurve: true,
    slopes: {
      why: 'a curve is given by points',
      of: (a, [handle, s]) => {
        if (next === undefined) throw new Error('the fourth derivative of a curve is asked for');
        return [a.zero, a.call(next, handle!, s!)];
      },
    },
    ...ofRuntime(evaluate.name, evaluate, c),
  }) as const satisfies Primitive;

/** The curves of a formula: value and derivatives, which formulas call by the name of a parameter. */
export const curves = {
  curveValue: derivative(curveValue, 'holonomic_value', 'curveSlope'),
  curveSlope: derivative(curveSlope, 'holonomic_slope', 'curveSecond'),
  curveSecond: derivative(curveSecond, 'holonomic_second', 'curveThird'),
  curveThird: derivative(curveThird, 'holonomic_third', undefined),
} as const satisfies Readonly<Record<string, Primitive>>;
