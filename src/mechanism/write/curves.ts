import { curveOf } from '../../../runtime/curves/curve-table.js';
import { numberLiteral } from '../../emit/literal.js';
import { atom, call, type Infix } from '../../emit/targets/infix.js';
import type { Target } from '../../emit/targets/target.js';
import { inOrder } from '../../lower/program.js';
import type { TargetFunction } from '../../primitives/index.js';
import { isOfCurve } from '../ops/curve-call.js';
import type { MechanismProgram } from '../program.js';
import { functionsOf } from '../step/routine.js';

/** A curve that a module has: the number that stands for it in the program, its name, and its numbers. */
export interface ModuleCurve {
  readonly handle: number;
  readonly name: string;
  /** As {@link Curve.table} has them. */
  readonly table: Float64Array;
}

/** The curves that the functions of a program read, in the order of their use. */
export function curvesOf({ step, prepare, initial, energy, residual, adjoint }: MechanismProgram): ModuleCurve[] {
  const back = adjoint === undefined ? [] : functionsOf(adjoint.step).map(({ plan }) => plan);
  const plans = [prepare, initial, energy, residual, ...functionsOf(step).map(({ plan }) => plan), ...back];
  const values = inOrder(plans.flatMap(({ stores }) => stores.map(({ value }) => value)));
  const handles = values.flatMap((value) => {
    const curve = value.kind === 'call' && isOfCurve(value.name) ? value.args[0] : undefined;
    return curve?.kind === 'literal' ? [curve.value] : [];
  });
  return [...new Set(handles)].flatMap((handle, i) => {
    const table = curveOf(handle)?.table();
    return table === undefined ? [] : [{ handle, name: `curve${i + 1}`, table }];
  });
}

/** Functions of curves, and what a module's curves call them. */
export const CURVE_FUNCTIONS = [
  ['curveValue', 'value'],
  ['curveSlope', 'slope'],
  ['curveSecond', 'second'],
  ['curveThird', 'third'],
] as const satisfies readonly (readonly [TargetFunction, string])[];

/** A target whose curves are constants of the module. */
export function withCurves(target: Target<Infix>, curves: readonly ModuleCurve[]): Target<Infix> {
  const names = new Map(curves.map(({ handle, name }) => [handle, name]));
  return {
    ...target,
    number: (value) => {
      const name = names.get(value);
      return name === undefined ? target.number(value) : atom(name);
    },
    functions: {
      ...target.functions,
      ...Object.fromEntries(
        CURVE_FUNCTIONS.map(([name, what]) => [
          name,
          (curve: Infix, s: Infix): Infix => call(`${curve.text}.${what}`)(s),
        ]),
      ),
    },
  };
}

/** The curves of a module as constants, and the function that reads their numbers. */
export const curvesText = (curves: readonly ModuleCurve[]): string =>
  curves.length === 0
    ? ''
    : [
        CURVE,
        ...curves.map(({ name, table }) => `const ${name} = curve([${Array.from(table, numberLiteral).join(', ')}]);`),
      ].join('\n');

const CURVE = `/**
 * A curve by its numbers: how many pieces it has, its period or 0, its knots, and six coefficients for
 * each piece, then for what lies left and right of the range. The last lookup is kept.
 */
const curve = (numbers: readonly number[]) => {
  const c = Float64Array.from(numbers);
  const last = c[0]! - 1;
  const period = c[1]!;
  const knots = c.subarray(2, last + 4);
  const start = knots[0]!;
  const end = knots[last + 1]!;
  let argument = NaN;
  let i = 0;
  let u = 0;
  const seek = (s: number): void => {
    if (s === argument) return;
    argument = s;
    const at = period > 0 ? s - period * Math.floor((s - start) / period) : s;
    let low = 0;
    if (period === 0 && (at < start || at > end)) {
      low = last + (at < start ? 1 : 2);
      u = at - (at < start ? start : end);
    } else {
      let high = last;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (knots[middle]! <= at) low = middle;
        else high = middle - 1;
      }
      u = at - knots[low]!;
    }
    i = last + 4 + 6 * low;
  };
  return {
    value: (s: number): number => {
      seek(s);
      return c[i]! + u * (c[i + 1]! + u * (c[i + 2]! + u * (c[i + 3]! + u * (c[i + 4]! + u * c[i + 5]!))));
    },
    slope: (s: number): number => {
      seek(s);
      return c[i + 1]! + u * (2 * c[i + 2]! + u * (3 * c[i + 3]! + u * (4 * c[i + 4]! + u * 5 * c[i + 5]!)));
    },
    second: (s: number): number => {
      seek(s);
      return 2 * c[i + 2]! + u * (6 * c[i + 3]! + u * (12 * c[i + 4]! + u * 20 * c[i + 5]!));
    },
    third: (s: number): number => {
      seek(s);
      return 6 * c[i + 3]! + u * (24 * c[i + 4]! + u * 60 * c[i + 5]!);
    },
  };
};`;
