import { ACCELERATIONS, RADIANS } from './functions.js';

/** Units that people write after numbers, in SI. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['mm', '0.001'],
  ['cm', '0.01'],
  ['dm', '0.1'],
  ['km', '1000'],
  ['inch', '0.0254'],
  ['ft', '0.3048'],
  ['ms', '0.001'],
  ['min', '60'],
  ['hour', '3600'],
  ['kN', '1000'],
  ['rpm', 'pi / 30'],
  ...['m', 's', 'kg', 'N', 'Nm', 'J', 'W', 'Hz', 'meter', 'metre', 'meters', 'metres', 'sec', 'second', 'seconds'].map(
    (unit): [string, string] => [unit, '1'],
  ),
]);

const ELSEWHERE = 'a formula knows what its spec declares: name it under "inputs" or "params"';
const CONSTANTS = 'constants are pi, tau and e; functions are called as in sqrt(x)';

/** What is meant by names that nothing declares, in place of the nearest name. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ...['deg', 'degree', 'degrees'].map((name): [string, string] => [name, RADIANS]),
  ...['rad', 'radian', 'radians'].map((name): [string, string] => [name, 'leave it out: angles are in radians']),
  ...['Math', 'math', 'np', 'numpy'].map((name): [string, string] => [name, CONSTANTS]),
  ...['p5', 'THREE', 'sympy', 'sp', 'glm'].map((name): [string, string] => [name, CONSTANTS]),
  ...['PI', 'Pi', 'M_PI'].map((name): [string, string] => [name, 'write pi']),
  ['TWO_PI', 'write tau'],
  ['HALF_PI', 'write (pi / 2)'],
  ['QUARTER_PI', 'write (pi / 4)'],
  ['time', 'time is t'],
  ['T', 'time is t; a transposed matrix is transpose(A)'],
  ...['inf', 'infinity', 'INF'].map((name): [string, string] => [name, 'formulas have finite numbers only']),
  ...['world', 'ground', 'body', 'self', 'this'].map((name): [string, string] => [name, ELSEWHERE]),
  ['g', 'write 9.81, or name it under "params"; gravity itself is a force of the world'],
  ...['d', 'dt'].map((name): [string, string] => [name, 'a rate of change is ddt(x)']),
  ['then', 'write condition ? a : b'],
]);

/** Spellings of the rate of a quantity: `theta_dot`, `thetadot`, `dtheta`, `vx`. */
const RATES = [/^(\w+?)_?[dD]ot$/, /^(\w+)_t$/, /^d_?(\w+)$/, /^dot_?(\w+)$/, /^v_?(\w+)$/];
/** Spellings of an acceleration: `theta_ddot`. */
const ACCELERATION = /^(\w+?)_?(?:ddot|dotdot|DDot|Ddot|tt)$/;
/** Spellings of a component: `p_x`, `px`, `pX`. */
const COMPONENT = /^(\w+?)_?([xyzXYZ])$/;

/**
 * Advice for a name that nothing declares. `kindOf` tells the sort of what is declared. `factor` is
 * a number before the name.
 */
export function adviceForName(
  name: string,
  kindOf: (name: string) => 'scalar' | 'vector' | 'matrix' | undefined,
  factor?: string,
): string | undefined {
  const meant = MEANT.get(name);
  if (meant !== undefined) return meant;
  const accelerated = ACCELERATION.exec(name)?.[1];
  if (accelerated !== undefined && kindOf(accelerated) !== undefined) return ACCELERATIONS;
  for (const pattern of RATES) {
    const of = pattern.exec(name)?.[1];
    if (of !== undefined && kindOf(of) !== undefined) return `the rate of change of ${of} is ddt(${of})`;
  }
  const [, object, axis] = COMPONENT.exec(name) ?? [];
  if (object !== undefined && axis !== undefined && kindOf(object) === 'vector')
    return `write ${object}.${axis.toLowerCase()} for a component of ${object}`;
  const size = UNITS.get(name);
  if (size === '1' && factor !== undefined) return `write ${factor}: formulas are in SI units`;
  if (size !== undefined && size !== '1') return `write ${factor ?? 'x'} * ${size}: formulas are in SI units`;
  if (size === '1') return `${ELSEWHERE}; units are left out, formulas are in SI units`;
  return undefined;
}
