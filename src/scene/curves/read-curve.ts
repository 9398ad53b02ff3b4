import { curve, type Curve, type Path as CurvePath } from '../../../runtime/index.js';
import { SpecError } from '../../diagnostics/index.js';
import type { CurveEntry } from '../document.js';
import { sceneFault, type Path } from '../faults.js';
import type { Numbers, Values } from '../numbers.js';

/** Fields of a curve that are no numbers, whatever text stands there. */
const WORDS: readonly string[] = ['csv', 'x', 'y', 'ends', 'outside'];

/** The call that makes a curve or a path, and its arguments. */
export interface CurveCall {
  readonly make: 'curve' | 'curve.fromCSV' | 'curve.path';
  readonly args: readonly unknown[];
}

export const isCurveEntry = (value: unknown): value is CurveEntry =>
  typeof value === 'object' && value !== null && ('curve' in value || 'path' in value);

/** The call that makes what an entry describes, its formulas evaluated. Throws a SpecError. */
export function curveCall(entry: CurveEntry, values: Values, numbers: Pick<Numbers, 'evaluate'>): CurveCall {
  const evaluated = (value: unknown): unknown => {
    if (typeof value === 'string') return numbers.evaluate(value, values);
    if (Array.isArray(value)) return value.map(evaluated);
    return value;
  };
  const options = (fields: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]: [string, unknown]) => [
        name,
        name === 'ends' && typeof value === 'object'
          ? options(value!)
          : WORDS.includes(name)
            ? value
            : evaluated(value),
      ]),
    );
  if ('path' in entry) return { make: 'curve.path', args: [options(entry.path)] };
  const { csv, ...others } = entry.curve;
  if (csv === undefined) return { make: 'curve', args: [options(others)] };
  if (others.points !== undefined)
    throw new SpecError([sceneFault(['csv'], 'A curve has points or a CSV text, not both.')]);
  return { make: 'curve.fromCSV', args: [csv, options(others)] };
}

/** Makes a curve or a path. Undefined if it has a mistake, which is recorded. */
export function readCurve(
  path: Path,
  entry: CurveEntry,
  values: Values,
  numbers: Numbers,
): Curve | CurvePath | undefined {
  return numbers.faults.try([...path, 'path' in entry ? 'path' : 'curve'], () => {
    const { make, args } = curveCall(entry, values, numbers);
    const [first, second] = args as [never, never];
    if (make === 'curve') return curve(first);
    return make === 'curve.path' ? curve.path(first) : curve.fromCSV(first, second);
  });
}
