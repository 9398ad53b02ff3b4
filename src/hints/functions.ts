import type { DiagnosticCode } from '../diagnostics/index.js';
import { suggestion } from '../diagnostics/index.js';
import { MATHJS_FUNCTIONS } from '../mathjs/function-names.js';
import { FUNCTION_NAMES } from '../spec/language.js';
import { reasonOf } from './refused-functions.js';

const each = (names: string, advice: string): [string, string][] => names.split(' ').map((name) => [name, advice]);

const RATE = 'the rate of change of a quantity is ddt(x)';
const RADIANS = 'angles are in radians: 90 degrees are 90 * pi / 180';

/** Functions of other languages that people try, each with advice. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ...each('dt vel velocity rate der deriv D Dt', RATE),
  ['speed', 'the speed of a point is norm(ddt(a))'],
  ...each('acc acceleration', 'a constraint holds positions or rates: accelerations follow from them'),
  ...each('deg degrees rad radians deg2rad', RADIANS),
  ['ln', 'the natural logarithm is log(x)'],
  ['arcsin', 'write asin(x)'],
  ['arccos', 'write acos(x)'],
  ['arctan', 'write atan(x), or atan2(y, x)'],
  ['atan2d', 'angles are in radians: atan2(y, x)'],
  ...each('length len mag magnitude', 'the length of a vector is norm(v)'),
  ...each('unit normalise normalized unitVector', 'a unit vector is normalize(v)'),
  ['sq', 'write square(x) or x^2'],
  ['clamp', 'write min(max(x, low), high)'],
  ['vec2', 'a vector is written [x, y]'],
  ['vec3', 'a vector is written [x, y, z]'],
]);

/** The message for a call of a function that the language does not have. */
export function foreignFunction(name: string): { code: DiagnosticCode; message: string; hint: string } {
  if (MATHJS_FUNCTIONS.has(name))
    return {
      code: 'E_UNSUPPORTED_FUNCTION',
      message: `The function "${name}" of mathjs cannot be used in a constraint.`,
      hint: reasonOf(name),
    };
  return {
    code: 'E_UNKNOWN_FUNCTION',
    message: `There is no function "${name}".`,
    hint: ADVICE.get(name) ?? known(name),
  };
}

/** Advice for the name of a function of another language, if it is known. */
export const adviceFor = (name: string): string | undefined => ADVICE.get(name);

/** Advice for a name of another language that nothing declares, in place of the nearest name. */
export function adviceForName(name: string): string | undefined {
  if (/^deg(rees?)?$/.test(name)) return RADIANS;
  if (/^(Math|math|np|numpy)$/.test(name)) return 'constants are pi, tau and e; functions are called as in sqrt(x)';
  if (/^PI$/i.test(name)) return 'write pi';
  return undefined;
}

/**
 * A hint for a call of a member: `Math.sqrt(x)` is sqrt(x), and `a.dot(b)` is dot(a, b) where `a` is
 * a quantity.
 */
export function hintForMethod(object: string | undefined, method: string, args: readonly string[]): string | undefined {
  if (!FUNCTION_NAMES.has(method)) return ADVICE.get(method);
  const all = object === undefined ? args : [object, ...args];
  return `write ${method}(${all.join(', ')})`;
}

const known = (name: string): string =>
  suggestion(name, FUNCTION_NAMES) ?? `the functions are ${[...FUNCTION_NAMES].sort().join(' ')}`;
