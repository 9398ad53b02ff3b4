import type { DiagnosticCode } from '../diagnostics/index.js';
import { suggestion } from '../diagnostics/index.js';
import { MATHJS_FUNCTIONS } from '../mathjs/function-names.js';
import { FUNCTION_NAMES } from '../spec/language.js';
import { hintForCall, hintForForeignCall, type Argument } from './calls.js';
import { reasonOf } from './refused-functions.js';

const each = (names: string, advice: string): [string, string][] => names.split(' ').map((name) => [name, advice]);

export const RADIANS = 'angles are in radians: 90 degrees are 90 * pi / 180';

export const ACCELERATIONS = 'a constraint holds positions or rates: accelerations follow from them';

/** Functions of other languages that no formula replaces, each with advice. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ...each('acc acceleration ddot', ACCELERATIONS),
  // Of degrees in one language, to degrees in another.
  ['deg', RADIANS],
  ['normal', 'a vector at right angles is perp(v) in the plane, cross(a, b) in space; a unit vector normalize(v)'],
  ...each('parallel', 'write cross(a, b) == 0'),
  ...each('collinear', 'write cross(b - a, c - a) == 0'),
  ...each('perpendicular orthogonal', 'write dot(a, b) == 0'),
  ...each('coincident equal equals', 'write a == b'),
  ...each('sinc', 'write sin(x) / x, which has no value at 0'),
  ...each('rand noise', 'a formula must have the same value whenever it is evaluated'),
  ...each('int integral integrate', 'a formula has no integrals: hold the rate instead, as in ddt(theta) == speed'),
  ...each('spring force', 'forces are added to the world: world.addForce(spring({ … }))'),
  ['lambda', 'name parts of a formula under "where"'],
  ['f', 'name parts of a formula under "where", with the quantities that they are made of'],
]);

/** The message for a call of a function that the language does not have. */
export function foreignFunction(
  name: string,
  args: readonly Argument[],
): { code: DiagnosticCode; message: string; hint: string } {
  const written = hintForForeignCall(name, args) ?? ADVICE.get(name);
  if (MATHJS_FUNCTIONS.has(name))
    return {
      code: 'E_UNSUPPORTED_FUNCTION',
      message: `The function "${name}" of mathjs cannot be used in a constraint.`,
      hint: written ?? reasonOf(name),
    };
  return {
    code: 'E_UNKNOWN_FUNCTION',
    message: `There is no function "${name}".`,
    hint: written ?? known(name),
  };
}

/**
 * A hint for a call of a member: `Math.sqrt(x)` is sqrt(x), and `a.dot(b)` is dot(a, b) where `a` is
 * a quantity.
 */
export function hintForMethod(
  object: Argument | undefined,
  method: string,
  args: readonly Argument[],
): string | undefined {
  const all = object === undefined ? args : [object, ...args];
  if (!FUNCTION_NAMES.has(method)) return hintForForeignCall(method, all) ?? ADVICE.get(method);
  return hintForCall(method, all) ?? `write ${method}(${all.map(({ text }) => text).join(', ')})`;
}

const known = (name: string): string =>
  suggestion(name, FUNCTION_NAMES) ?? `the functions are ${[...FUNCTION_NAMES].sort().join(' ')}`;
