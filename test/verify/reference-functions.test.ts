import { describe, expect, it } from 'vitest';
import { referenceMathjs } from '../../src/mathjs.js';
import { exact, literal, powerOfTen } from '../../src/reference/big.js';
import { atanEvaluator } from '../../src/reference/elementary.js';
import { evaluateFormula, inputsOf, machineOf } from './formula.js';

/** Digits of published tables and of independent series: more than a double has. */
const CONSTANTS: readonly (readonly [formula: string, digits: string])[] = [
  ['pi', '3.141592653589793238462643383279502884197169399375105820974944592'],
  ['tau', '6.283185307179586476925286766559005768394338798750211641949889185'],
  ['e', '2.718281828459045235360287471352662497757247093699959574966967628'],
  ['sqrt(2)', '1.414213562373095048801688724209698078569671875376948073176679738'],
  ['log(2)', '0.6931471805599453094172321214581765680755001343602552541206800095'],
  ['log(10)', '2.302585092994045684017991454684364207601101488628772976033327901'],
  ['cbrt(2)', '1.259921049894873164767210607278228350570251464701507980081975112'],
  ['sin(1)', '0.8414709848078965066525023216302989996225630607983710656727517100'],
  ['cos(1)', '0.5403023058681397174009366074429766037323104206179222276700972554'],
  ['atan(1/2)', '0.4636476090008061162142562314612144020285370542861202638109330887'],
  ['cosh(1)', '1.543080634815243778477905620757061682601529112365863704737402215'],
  ['sinh(1)', '1.175201193643801456882381850595600815155717981334095870229565413'],
  ['asinh(1)', '0.8813735870195430252326093249797923090281603282616354107532956087'],
  ['0.1 + 0.2', '0.3'],
];

/**
 * Formulas that vanish for all arguments in their domain. Together they fix every function of the
 * language.
 */
const IDENTITIES: readonly string[] = [
  'sin(x)^2 + cos(x)^2 - 1',
  'tan(x) - sin(x) / cos(x)',
  'sin(3*x) - 3*sin(x) + 4*sin(x)^3',
  'sec(x) * cos(x) - 1',
  'csc(x) * sin(x) - 1',
  'cot(x) * tan(x) - 1',
  'sin(asin(x)) - x',
  'cos(acos(x)) - x',
  'asin(x) + acos(x) - pi/2',
  'tan(atan(y)) - y',
  'sec(asec(y)) - y',
  'csc(acsc(y)) - y',
  'cot(acot(y)) - y',
  'acot(y) + atan(y) - pi/2',
  'cosh(x)^2 - sinh(x)^2 - 1',
  'exp(x) - cosh(x) - sinh(x)',
  'tanh(x) - sinh(x) / cosh(x)',
  'sech(x) * cosh(x) - 1',
  'csch(x) * sinh(x) - 1',
  'coth(x) * tanh(x) - 1',
  'sinh(asinh(x)) - x',
  'asinh(-x) + asinh(x)',
  'cosh(acosh(y)) - y',
  'tanh(atanh(x)) - x',
  'sech(asech(x)) - x',
  'csch(acsch(y)) - y',
  'coth(acoth(y)) - y',
  'coth(acoth(-y)) + y',
  'log(exp(x)) - x',
  'exp(log(y)) - y',
  'expm1(x) - exp(x) + 1',
  'log1p(x) - log(1 + x)',
  'expm1(log1p(x)) - x',
  '2^log2(y) - y',
  'log2(8) - 3',
  '10^log10(y) - y',
  'log10(1000) - 3',
  'log(8, 2) - 3',
  'log(x * y) - log(x) - log(y)',
  'e^x - exp(x)',
  'sqrt(y)^2 - y',
  'cbrt(y)^3 - y',
  'cbrt(-y) + cbrt(y)',
  'nthRoot(y, 5)^5 - y',
  'nthRoot(-y, 3) + cbrt(y)',
  'nthRoot(y) - sqrt(y)',
  'square(x) - x^2',
  'cube(-x) + x^3',
  'pow(y, x) - exp(x * log(y))',
  'y^2.5 - y^2 * sqrt(y)',
  'y^(-3) * y^3 - 1',
  'y^0.5 - sqrt(y)',
  'abs(-x) - x',
  'abs(x) - x',
  'sign(-x) + 1',
  'sign(0)',
  'hypot(x, y)^2 - x^2 - y^2',
  'hypot(3, 4) - 5',
  'min(x, y) + max(x, y) - x - y',
  'max(x, y, 3) - 3',
  'min(3, y, x) - x',
  'floor(-x) + 1',
  'floor(3 * y) - 5',
  'mod(y, x) - y + 2 * x',
  'mod(-y, x) + y - 3 * x',
  'mod(y, -x) - y + 3 * x',
  'clamp(x, 1, y) - 1',
  'clamp(x, 0, y) - x',
  'clamp(y, 0, x) - x',
  'smoothstep(0, y, x) - 3 * (x/y)^2 + 2 * (x/y)^3',
  'smoothstep(y, 0, x) - 1 + 3 * (x/y)^2 - 2 * (x/y)^3',
  'smoothstep(0, x, y) - 1',
  'smoothstep(x, y, 0)',
  'lerp(x, y, t) - (3 * x + y) / 4',
  'lerp(a, b, x) - (1 - x) * a - x * b',
  'sum(k, 1:3, k * x^k) - x - 2 * x^2 - 3 * x^3',
  'sum(i, -1:1, sum(k, 0:1, (i + k) * a)) - 3 * a',
  'sum(k, 1:3, u[k] * w[k]) - dot(u, w)',
  'sum(x, 1:2, x) - 3 + 0 * x',
  'u[4 - 2] - u.y',
  'atan2(sin(x), cos(x)) - x',
  'atan2(sin(x + 2), cos(x + 2)) - x - 2',
  'atan2(-y, -x) + pi - atan(y/x)',
  'atan2(-x, -y) + pi - atan(x/y)',
  'atan2(x, -y) - pi + atan(x/y)',
  'atan2(1, 0) - pi/2',
  'atan2(0, -1) - pi',
  'dot(a, b) - a.x*b.x - a.y*b.y',
  'norm(a)^2 - dot(a, a)',
  'norm(u) - sqrt(u[1]^2 + u.y^2 + u.z^2)',
  'norm(x) - x',
  'dot(normalize(u), normalize(u)) - 1',
  'normalize(u) * norm(u) - u',
  'dot(perp(a), a)',
  'cross(a, perp(a)) - dot(a, a)',
  'cross(a, b) - a.x*b.y + a.y*b.x',
  'dot(cross(u, w), u)',
  'cross(u, w) + cross(w, u)',
  'dot(cross(u, w), cross(u, w)) - dot(u,u)*dot(w,w) + dot(u,w)^2',
  'cross([1,0,0], [0,1,0]) - [0,0,1]',
  'rotate(pi/2, a) - perp(a)',
  'rotate(x) * a - rotate(x, a)',
  'rotate(x) * rotate(y) * a - rotate(x + y, a)',
  '[[1, 2], [3, 4]] * a - [a.x + 2*a.y, 3*a.x + 4*a.y]',
  'rotate(x)[2, 1] - sin(x)',
  'rotate(x, [0, 0, 2], u) - [rotate(x)[1, 1] * u.x - sin(x) * u.y, sin(x) * u.x + cos(x) * u.y, u.z]',
  'rotate(x, w, w) - w',
  'rotate(pi, w, u) + u - 2 * dot(u, w) / dot(w, w) * w',
  'rotate(x, w, rotate(y, w, u)) - rotate(x + y, normalize(w), u)',
  'rotate(2 * pi / 3, [1, 1, 1], u) - [u.z, u.x, u.y]',
  'det([a, b]) - cross(a, b)',
  'det([u, w, cross(u, w)]) - dot(cross(u, w), cross(u, w))',
  'det([[1, x, 0, 2], [y, 1, 1, 0], [0, 2, x, 1], [3, 0, 1, y]]) - det([[1, y, 0, 3], [x, 1, 2, 0], [0, 1, x, 1], [2, 0, 1, y]])',
  'det([[2, 0, 0, 0], [x, 3, 0, 0], [y, x, 5, 0], [1, y, x, 7]]) - 210',
  'det([[x]]) - x',
  'trace([a, b]) - a.x - b.y',
  'transpose(rotate(x)) * rotate(x) * a - a',
  'transpose([u, w])[3, 2] - w.z',
  'a * 2 - a - a',
  'a / x - a * (1/x)',
  '-(-a) - a',
  '+x - x',
  'x < y ? 0 : 1',
  'x > y ? 1 : 0',
  '(0 < x < 1 and not (x == y)) ? 0 : 1',
  '(x >= y or y <= x or x != x) ? 1 : 0',
  'x < 0 ? sqrt(-x) : 0',
  'd * d - dot(d, d)',
  'c - dot(a, b) * 2',
  't - 1/4',
];

describe('the 64-digit evaluation', () => {
  it.each(CONSTANTS)('knows %s', (formula, digits) => {
    const [value] = evaluateFormula(formula);
    expect(value!.minus(literal(digits)).abs().div(value!).toNumber()).toBeLessThan(1e-62);
  });

  it.each(IDENTITIES)('%s = 0', (formula) => {
    const where = { c: 'dot(d, b) + dot(a, b) + dot(b, b)', d: 'a - b' };
    for (const value of evaluateFormula(formula, {}, where)) expect(value.abs().toNumber()).toBeLessThan(1e-61);
  });

  it.each(IDENTITIES)('%s = 0, and stays so where values are continued from a place nearby', (formula) => {
    const where = { c: 'dot(d, b) + dot(a, b) + dot(b, b)', d: 'a - b' };
    const machine = machineOf(formula, where);
    machine.moveTo(inputsOf({}));
    // Time is kept: one of the identities is about it.
    for (const step of ['1e-15', '-3e-9', '2e-20'])
      for (const value of machine.perturbed([0, 1, 2, 3, 6, 8].map((k) => [k, literal(step)])))
        expect(value.abs().toNumber()).toBeLessThan(1e-61);
  });

  it.each([
    'sin',
    'cos',
    'tan',
    'asin',
    'acos',
    'atan',
    'sinh',
    'cosh',
    'tanh',
    'asinh',
    'atanh',
    'asech',
    'exp',
    'expm1',
    'log',
    'log1p',
    'log2',
    'log10',
    'sqrt',
    'cbrt',
    'sec',
    'csc',
    'cot',
    'sech',
    'csch',
    'coth',
    'acot',
    'acsch',
  ])('%s agrees with mathjs, evaluated afresh and continued from nearby', (name) => {
    const math = referenceMathjs() as unknown as Record<string, (x: unknown) => typeof shifted>;
    const machine = machineOf(`${name}(x)`);
    const shifted = exact(0.7).plus(powerOfTen(-12));
    const expected = [math[name]!(exact(0.7)), math[name]!(shifted)] as const;
    const actual = [machine.moveTo(inputsOf({}))[0]!, machine.perturbed([[0, powerOfTen(-12)]])[0]!] as const;
    expected.forEach((value, k) => {
      expect(actual[k]!.minus(value).div(value).abs().toNumber()).toBeLessThan(1e-61);
    });
  });

  it.each(['sqrt(-x)', 'log(-x)', 'acos(y)', 'asin(-y)', 'acosh(x)', 'atanh(y)', '(-x)^0.3'])(
    '%s is not a number: the reals end there',
    (formula) => {
      expect(evaluateFormula(formula)[0]!.isNaN()).toBe(true);
    },
  );

  it.each([
    'random()',
    'q + 1',
    'x!',
    'f(x) = x',
    'import("fs")',
    'a + x',
    'cross(a, u)',
    'u.w',
    '"text"',
    '{a: 1}.a',
    'constructor',
    'x.constructor',
  ])('refuses %s', (formula) => {
    expect(() => evaluateFormula(formula)).toThrow();
  });

  it('keeps the sign of the angle of a large number after that of one with the other sign', () => {
    const arc = atanEvaluator();
    const [large, right] = [literal('3.3e8'), exact(Math.PI / 2)];
    expect(arc(large).minus(right).abs().toNumber()).toBeLessThan(1e-8);
    expect(arc(large.neg()).plus(right).abs().toNumber()).toBeLessThan(1e-8);
  });

  it('refuses names that define each other in a circle', () => {
    expect(() => evaluateFormula('p', {}, { p: 'q + 1', q: 'p - 1' })).toThrow(/defined by itself/);
  });
});
