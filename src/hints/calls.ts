/**
 * Calls of functions of other languages and libraries, and the formula that means the same. `a b c
 * v n` are vectors, other letters scalars; a call may fit several patterns, of which the first
 * counts that has its arguments.
 */
export const FOREIGN_CALLS: readonly (readonly [call: string, formula: string])[] = [
  ['distance(a, b)', 'norm(a - b)'],
  ['dist(a, b)', 'norm(a - b)'],
  ['dist(x, y, z, w)', 'hypot(z - x, w - y)'],
  ['distanceTo(a, b)', 'norm(a - b)'],
  ['distanceToSquared(a, b)', 'dot(a - b, a - b)'],
  ['length(v)', 'norm(v)'],
  ['length(a, b)', 'norm(a - b)'],
  ['len(v)', 'norm(v)'],
  ['len(a, b)', 'norm(a - b)'],
  ['mag(v)', 'norm(v)'],
  ['magnitude(v)', 'norm(v)'],
  ['norm2(v)', 'norm(v)'],
  ['abs(v)', 'norm(v)'],
  ['hypot(v)', 'norm(v)'],
  ['norm(x)', 'abs(x)'],
  ['norm(a, b)', 'norm(a - b)'],
  ['norm(x, y)', 'hypot(x, y)'],
  ['norm(x, y, z)', 'hypot(x, y, z)'],
  ['square(v)', 'dot(v, v)'],
  ['lengthSq(v)', 'dot(v, v)'],
  ['magSq(v)', 'dot(v, v)'],
  ['squaredNorm(v)', 'dot(v, v)'],
  ['sq(x)', 'x^2'],
  ['sq(v)', 'dot(v, v)'],
  ['sqr(x)', 'x^2'],
  ['sqr(v)', 'dot(v, v)'],
  ['unit(v)', 'normalize(v)'],
  ['normalise(v)', 'normalize(v)'],
  ['normalized(v)', 'normalize(v)'],
  ['unitVector(v)', 'normalize(v)'],
  ['hat(v)', 'normalize(v)'],
  ['arg(v)', 'atan2(v.y, v.x)'],
  ['atan2(v)', 'atan2(v.y, v.x)'],
  ['angle(v)', 'atan2(v.y, v.x)'],
  ['angle(a, b, c)', 'angle(a - b, c - b)'],
  ['heading(v)', 'atan2(v.y, v.x)'],
  ['angleTo(a, b)', 'angle(a, b)'],
  ['angleBetween(a, b)', 'angle(a, b)'],
  ['mid(a, b)', '(a + b) / 2'],
  ['midpoint(a, b)', '(a + b) / 2'],
  ['center(a, b)', '(a + b) / 2'],
  ['centre(a, b)', '(a + b) / 2'],
  ['mean(a, b)', '(a + b) / 2'],
  ['mean(x, y)', '(x + y) / 2'],
  ['avg(a, b)', '(a + b) / 2'],
  ['avg(x, y)', '(x + y) / 2'],
  ['average(a, b)', '(a + b) / 2'],
  ['average(x, y)', '(x + y) / 2'],
  ['proj(a, b)', 'dot(a, b) / dot(b, b) * b'],
  ['project(a, b)', 'dot(a, b) / dot(b, b) * b'],
  ['projectOnVector(a, b)', 'dot(a, b) / dot(b, b) * b'],
  ['reflect(a, n)', 'a - 2 * dot(a, n) * n'],
  ['triple(a, b, c)', 'dot(a, cross(b, c))'],
  ['area(a, b, c)', 'cross(b - a, c - a) / 2'],
  ['det(a, b)', 'det([a, b])'],
  ['det(a, b, c)', 'det([a, b, c])'],
  ['vec(x, y)', '[x, y]'],
  ['vec(x, y, z)', '[x, y, z]'],
  ['vec2(x, y)', '[x, y]'],
  ['vec3(x, y, z)', '[x, y, z]'],
  ['vector(x, y)', '[x, y]'],
  ['vector(x, y, z)', '[x, y, z]'],
  ['Vector2(x, y)', '[x, y]'],
  ['Vector3(x, y, z)', '[x, y, z]'],
  ['Vec2(x, y)', '[x, y]'],
  ['Vec3(x, y, z)', '[x, y, z]'],
  ['Vector(x, y)', '[x, y]'],
  ['Vector(x, y, z)', '[x, y, z]'],
  ['createVector(x, y)', '[x, y]'],
  ['createVector(x, y, z)', '[x, y, z]'],
  ['array(v)', 'v'],
  ['clone(v)', 'v'],
  ['point(x, y)', '[x, y]'],
  ['mix(x, y, s)', 'lerp(x, y, s)'],
  ['mix(a, b, s)', 'lerp(a, b, s)'],
  ['interpolate(x, y, s)', 'lerp(x, y, s)'],
  ['map(x, k, l, y, z)', 'lerp(y, z, (x - k) / (l - k))'],
  ['saturate(x)', 'clamp(x, 0, 1)'],
  ['constrain(x, y, z)', 'clamp(x, y, z)'],
  ['step(y, x)', 'x < y ? 0 : 1'],
  ['heaviside(x)', 'x < 0 ? 0 : 1'],
  ['ifelse(p, x, y)', 'p ? x : y'],
  ['sgn(x)', 'sign(x)'],
  ['signum(x)', 'sign(x)'],
  // The sign of the remainder is that of x.
  ['fmod(x, y)', 'x - y * sign(x / y) * floor(abs(x / y))'],
  ['rem(x, y)', 'x - y * sign(x / y) * floor(abs(x / y))'],
  ['remainder(x, y)', 'mod(x, y)'],
  ['wrap(x)', 'atan2(sin(x), cos(x))'],
  ['wrapToPi(x)', 'atan2(sin(x), cos(x))'],
  ['wrapAngle(x)', 'atan2(sin(x), cos(x))'],
  ['normalizeAngle(x)', 'atan2(sin(x), cos(x))'],
  ['ceil(x)', '-floor(-x)'],
  ['round(x)', 'floor(x + 1/2)'],
  ['fix(x)', 'sign(x) * floor(abs(x))'],
  ['trunc(x)', 'sign(x) * floor(abs(x))'],
  ['fract(x)', 'mod(x, 1)'],
  ['frac(x)', 'mod(x, 1)'],
  ['fabs(x)', 'abs(x)'],
  ['ln(x)', 'log(x)'],
  ['lg(x)', 'log10(x)'],
  ['ld(x)', 'log2(x)'],
  ['erfc(x)', '1 - erf(x)'],
  ['root(x, k)', 'nthRoot(x, k)'],
  ['power(x, y)', 'x^y'],
  ['arcsin(x)', 'asin(x)'],
  ['arccos(x)', 'acos(x)'],
  ['arctan(x)', 'atan(x)'],
  ['arctan(y, x)', 'atan2(y, x)'],
  ['arctan2(y, x)', 'atan2(y, x)'],
  ['atan(y, x)', 'atan2(y, x)'],
  ['arcsinh(x)', 'asinh(x)'],
  ['arccosh(x)', 'acosh(x)'],
  ['arctanh(x)', 'atanh(x)'],
  ['tg(x)', 'tan(x)'],
  ['ctg(x)', 'cot(x)'],
  ['sind(x)', 'sin(x * pi / 180)'],
  ['cosd(x)', 'cos(x * pi / 180)'],
  ['tand(x)', 'tan(x * pi / 180)'],
  ['rad(x)', 'x * pi / 180'],
  ['radians(x)', 'x * pi / 180'],
  ['deg2rad(x)', 'x * pi / 180'],
  ['toRadians(x)', 'x * pi / 180'],
  ['degrees(x)', 'x * 180 / pi'],
  ['rad2deg(x)', 'x * 180 / pi'],
  ['toDegrees(x)', 'x * 180 / pi'],
  ['add(x, y)', 'x + y'],
  ['add(a, b)', 'a + b'],
  ['sub(a, b)', 'a - b'],
  ['subtract(x, y)', 'x - y'],
  ['subtract(a, b)', 'a - b'],
  ['multiply(x, y)', 'x * y'],
  ...'mult mul scale times multiply multiplyScalar'.split(' ').map((name) => [`${name}(a, x)`, 'x * a'] as const),
  ['divide(x, y)', 'x / y'],
  ...'div divide divideScalar'.split(' ').map((name) => [`${name}(a, x)`, 'a / x'] as const),
  ['negate(a)', '-a'],
  ['unaryMinus(x)', '-x'],
  ['compare(x, y)', 'sign(x - y)'],
  // As a method: v.rotate(x).
  ['rotate(v, x)', 'rotate(x, v)'],
  ...'rotationMatrix rotation rot Rot R'.split(' ').map((name) => [`${name}(x)`, 'rotate(x)'] as const),
  ['inv(x)', '1 / x'],
  ['speed(v)', 'norm(ddt(v))'],
  ...'dt vel velocity rate der deriv derivative Derivative diff d D Dt v'
    .split(' ')
    .map((name) => [`${name}(x)`, 'ddt(x)'] as const),
  ...'dt vel velocity rate der deriv derivative Derivative diff d D Dt v'
    .split(' ')
    .map((name) => [`${name}(a)`, 'ddt(a)'] as const),
  ...'diff derivative Derivative der'.split(' ').map((name) => [`${name}(x, t)`, 'ddt(x)'] as const),
  ...'diff derivative Derivative der'.split(' ').map((name) => [`${name}(a, t)`, 'ddt(a)'] as const),
];

/** An argument of a call: its text, and its sort where that is known. */
export interface Argument {
  readonly text: string;
  readonly kind?: 'scalar' | 'vector' | 'matrix';
  /** The number of components of a vector. */
  readonly size?: number;
}

interface Pattern {
  readonly call: string;
  readonly letters: readonly string[];
  readonly formula: string;
}

const PATTERNS = new Map<string, Pattern[]>();
for (const [call, formula] of FOREIGN_CALLS) {
  const [, name, letters] = /^(\w+)\((.*)\)$/.exec(call) as unknown as readonly [string, string, string];
  const pattern: Pattern = { call, letters: letters.split(', '), formula };
  PATTERNS.set(name, [...(PATTERNS.get(name) ?? []), pattern]);
}

const kindOfLetter = (letter: string): Argument['kind'] => (/^[abcvn]$/.test(letter) ? 'vector' : 'scalar');

const fits = ({ letters, formula }: Pattern, args: readonly Argument[]): boolean =>
  letters.length === args.length &&
  args.every(
    ({ text, kind, size = 2 }, i) =>
      (kind === undefined || kind === kindOfLetter(letters[i]!)) &&
      (letters[i] !== 't' || text === 't') &&
      // Formulas of the plane.
      (size === 2 || !/\.y|^cross/.test(formula)),
  );

/**
 * What to write instead of a call, with its own arguments; in general terms where they do not fit.
 * Undefined for an unknown name.
 */
export function hintForCall(name: string, args: readonly Argument[]): string | undefined {
  const patterns = PATTERNS.get(name);
  if (patterns === undefined) return undefined;
  const pattern = patterns.find((candidate) => fits(candidate, args));
  if (pattern === undefined) return undefined;
  const formula = filled(pattern, args);
  // So that it may stand wherever the call stands.
  return `write ${isAtom(pattern.formula.length > 1 ? pattern.formula : formula) ? formula : `(${formula})`}`;
}

/** The same for a name that is no function of the language, whatever its arguments. */
export function hintForForeignCall(name: string, args: readonly Argument[]): string | undefined {
  const known = hintForCall(name, args);
  const patterns = PATTERNS.get(name) ?? [];
  const [first] = patterns;
  const isOtherCount = patterns.every(({ letters }) => letters.length !== args.length);
  return known ?? (first && isOtherCount ? `${first.call} is written ${first.formula}` : undefined);
}

/** The formula of a pattern with arguments in place of its letters, in brackets where they need them. */
function filled({ letters, formula }: Pattern, args: readonly Argument[]): string {
  return formula.replace(/(?<![\w.])[a-z](?!\w)/g, (letter, at: number) => {
    const argument = args[letters.indexOf(letter)]?.text;
    if (argument === undefined) return letter;
    const [before, after] = [formula.slice(0, at), formula.slice(at + 1)];
    const isWhole = /(^|[([]|, )$/.test(before) && /^($|[)\]]|, )/.test(after);
    return isWhole || isAtom(argument) ? argument : `(${argument})`;
  });
}

/** Tests for a text that binds at least as strongly as a component: a name, a number, a bracket, a call. */
const isAtom = (text: string): boolean => /^[\w.]*(\((?:[^()]|\([^()]*\))*\)|\[[^[\]]*\])?$/.test(text);
