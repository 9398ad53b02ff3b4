import type { DiagnosticCode } from '../diagnostics/index.js';
import { suggestion } from '../diagnostics/index.js';
import { MATHJS_FUNCTIONS } from '../mathjs/function-names.js';
import { FUNCTION_NAMES } from '../spec/language.js';
import { reasonOf } from './refused-functions.js';

/** Functions of other languages that people try, each with advice. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['ln', 'the natural logarithm is log(x)'],
  ['arcsin', 'write asin(x)'],
  ['arccos', 'write acos(x)'],
  ['arctan', 'write atan(x), or atan2(y, x)'],
  ['atan2d', 'angles are in radians: atan2(y, x)'],
  ...['length', 'len', 'mag', 'magnitude'].map((name): [string, string] => [name, 'the length of a vector is norm(v)']),
  ...['unit', 'normalise', 'normalized', 'unitVector'].map((name): [string, string] => [
    name,
    'a unit vector is normalize(v)',
  ]),
  ['sq', 'write square(x) or x^2'],
  ['clamp', 'write min(max(x, low), high)'],
  ['if', 'write condition ? a : b'],
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

const known = (name: string): string =>
  suggestion(name, FUNCTION_NAMES) ?? `the functions are ${[...FUNCTION_NAMES].sort().join(' ')}`;
