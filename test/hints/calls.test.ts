import { describe, expect, it } from 'vitest';
import { erf } from '../../runtime/index.js';
import { FOREIGN_CALLS } from '../../src/hints/calls.js';
import { evaluateFormula, formulaFaults, type Sample } from '../formula/helpers.js';

type V = readonly number[];
const dot = (a: V, b: V): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
const minus = (a: V, b: V): number[] => a.map((x, i) => x - b[i]!);
const length = (a: V): number => Math.sqrt(dot(a, a));
const middle = (a: V | number, b: V | number): number | number[] =>
  typeof a === 'number' || typeof b === 'number' ? (Number(a) + Number(b)) / 2 : a.map((x, i) => (x + b[i]!) / 2);
const unit = (a: V): number[] => a.map((x) => x / length(a));
const polar = (v: V): number => Math.atan2(v[1]!, v[0]!);
const project = (a: V, b: V): number[] => b.map((x) => (x * dot(a, b)) / dot(b, b));
const distance = (a: V, b?: V): number => length(b === undefined ? a : minus(a, b));
const share = (x: number | V, y: number | V, s: number): number | number[] =>
  typeof x === 'number' ? x * (1 - s) + Number(y) * s : x.map((one, i) => one * (1 - s) + (y as V)[i]! * s);
const square = (x: number | V): number => (typeof x === 'number' ? x * x : dot(x, x));
const list = (...x: number[]): number[] => x;
const det3 = (a: V, b: V, c: V): number =>
  a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) -
  a[1]! * (b[0]! * c[2]! - b[2]! * c[0]!) +
  a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
const DEGREE = Math.PI / 180;
const modulo = (x: number, y: number): number => ((x % y) + y) % y;

const scaled = (a: V, x: number): number[] => a.map((component) => x * component);
const polygonCross = (a: V, b: V): number => a[0]! * b[1]! - a[1]! * b[0]!;
const between = (a: V, b: V): number => Math.atan2(polygonCross(a, b), dot(a, b));
const wrap = (x: number): number => x - 2 * Math.PI * Math.round(x / (2 * Math.PI));

/** What the functions of other languages compute, written without the formula language. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- functions of numbers and of vectors
const MEANING: Readonly<Record<string, (...args: any[]) => number | readonly number[]>> = {
  ...{ distanceTo: distance, lengthSq: square, magSq: square, squaredNorm: square, heading: polar },
  dist: (a: V | number, b: V | number, c?: number, d?: number) =>
    typeof a === 'number' ? Math.hypot(c! - a, d! - Number(b)) : distance(a, b as V),
  distanceToSquared: (a: V, b: V) => square(minus(a, b)),
  ...{ angleTo: between, angleBetween: between, projectOnVector: project },
  ...{ clone: (a: V) => a, array: (a: V) => a, negate: (a: V) => scaled(a, -1), sub: minus },
  area: (a: V, b: V, c: V) => (polygonCross(a, b) + polygonCross(b, c) + polygonCross(c, a)) / 2,
  map: (x: number, k: number, l: number, y: number, z: number) => y + ((x - k) / (l - k)) * (z - y),
  ...Object.fromEntries(['mult', 'mul', 'scale', 'times', 'multiplyScalar'].map((name) => [name, scaled])),
  ...Object.fromEntries(['div', 'divideScalar'].map((name) => [name, (a: V, x: number) => scaled(a, 1 / x)])),
  ...{ distance, length: distance, len: distance, mag: length, magnitude: length, norm2: length },
  norm: (a: V | number, b?: V | number, c?: number) =>
    typeof a === 'number' ? Math.hypot(a, Number(b ?? 0), c ?? 0) : distance(a, b as V),
  ...{ abs: length, hypot: length, square, sq: square, sqr: square },
  ...{ unit, normalise: unit, normalized: unit, unitVector: unit, hat: unit },
  ...{ arg: polar, atan2: polar },
  angle: (a: V, b?: V, c?: V) =>
    b === undefined ? polar(a) : modulo(polar(minus(c!, b)) - polar(minus(a, b)) + Math.PI, 2 * Math.PI) - Math.PI,
  ...{ mid: middle, midpoint: middle, center: middle, centre: middle, mean: middle, avg: middle, average: middle },
  ...{ proj: project, project },
  reflect: (a: V, n: V) => a.map((x, i) => x - 2 * dot(a, n) * n[i]!),
  triple: det3,
  det: (a: V, b: V, c?: V) => (c === undefined ? a[0]! * b[1]! - a[1]! * b[0]! : det3(a, b, c)),
  ...{
    vec: list,
    vec2: list,
    vec3: list,
    vector: list,
    Vector2: list,
    Vector3: list,
    Vec2: list,
    Vec3: list,
    Vector: list,
    createVector: list,
    point: list,
  },
  ...{ mix: share, interpolate: share },
  saturate: (x: number) => Math.min(1, Math.max(0, x)),
  constrain: (x: number, y: number, z: number) => Math.min(z, Math.max(y, x)),
  step: (edge: number, x: number) => (x < edge ? 0 : 1),
  heaviside: (x: number) => (x < 0 ? 0 : 1),
  ...{ sgn: Math.sign, signum: Math.sign },
  ...{ fmod: (x: number, y: number) => x % y, rem: (x: number, y: number) => x % y, remainder: modulo },
  ...{ wrap, wrapToPi: wrap, wrapAngle: wrap, normalizeAngle: wrap },
  ...{ ceil: Math.ceil, round: Math.round, fix: Math.trunc, trunc: Math.trunc, fabs: Math.abs },
  fract: (x: number) => x - Math.floor(x),
  frac: (x: number) => x - Math.floor(x),
  ...{ ln: Math.log, lg: Math.log10, ld: Math.log2, power: (base: number, exponent: number) => base ** exponent },
  root: (x: number, k: number) => x ** (1 / k),
  ...{ arcsin: Math.asin, arccos: Math.acos, arctan2: Math.atan2, atan: Math.atan2 },
  arctan: (x: number, y?: number) => (y === undefined ? Math.atan(x) : Math.atan2(x, y)),
  erfc: (x: number) => 1 - erf(x),
  ...{ arcsinh: Math.asinh, arccosh: Math.acosh, arctanh: Math.atanh, tg: Math.tan },
  ctg: (x: number) => 1 / Math.tan(x),
  sind: (x: number) => Math.sin(x * DEGREE),
  cosd: (x: number) => Math.cos(x * DEGREE),
  tand: (x: number) => Math.tan(x * DEGREE),
  ...Object.fromEntries(['rad', 'radians', 'deg2rad', 'toRadians'].map((name) => [name, (x: number) => x * DEGREE])),
  ...Object.fromEntries(['degrees', 'rad2deg', 'toDegrees'].map((name) => [name, (x: number) => x / DEGREE])),
  add: (x: number | V, y: number | V) => (typeof x === 'number' ? x + Number(y) : minus(x, scaled(y as V, -1))),
  subtract: (x: number | V, y: number | V) => (typeof x === 'number' ? x - Number(y) : minus(x, y as V)),
  multiply: (x: number | V, y: number) => (typeof x === 'number' ? x * y : scaled(x, y)),
  divide: (x: number | V, y: number) => (typeof x === 'number' ? x / y : scaled(x, 1 / y)),
  unaryMinus: (x: number) => -x,
  compare: (x: number, y: number) => Math.sign(x - y),
  inv: (x: number) => 1 / x,
};

/** Arguments that need brackets in most places, and their values. */
const VECTORS = ['a - b', 'b', 'a + theta * b'];
const SCALARS = ['theta - phi', 'length', '2 + phi', '3 * phi', '5 - theta'];
const isVector = (letter: string): boolean => /^[abcvn]$/.test(letter);

const SAMPLES: readonly Sample[] = [
  { a: [0.3, -1.1, 0.5], b: [1.9, 0.4, -0.7], u: [0, 0, 1], axis: [2, 3, 5], theta: 0.9, phi: 0.45, length: 2.3, t: 1 },
  { a: [-0.8, 0.2, 1.5], b: [0.7, -0.4, 0.1], u: [0, 1, 0], axis: [2, 3, 5], theta: 0.75, phi: 0.2, length: 1.6, t: 1 },
];
/** Where a remainder has another sign than the divisor; logarithms have no value here. */
const NEGATIVE: Sample = { ...SAMPLES[0]!, theta: -6.3, length: 2.3 };

function valuesAt({ a, b, theta, phi, length: size }: Sample, space: 2 | 3): { vectors: V[]; scalars: number[] } {
  const [p, q] = [a.slice(0, space), b.slice(0, space)];
  return {
    vectors: [minus(p, q), q, p.map((x, i) => x + theta * q[i]!)],
    scalars: [theta - phi, size, 2 + phi, 3 * phi, 5 - theta],
  };
}

const RATES = FOREIGN_CALLS.filter(([, formula]) => formula.includes('ddt('));
const VALUES = FOREIGN_CALLS.filter(
  (entry) => !RATES.includes(entry) && !/ifelse|^(rotate|rotationMatrix|rotation|rot|Rot|R)\(/.test(entry[0]),
);

describe('a function of another language is answered with a formula that means the same', () => {
  it.each(VALUES)('%s: %s', (call) => {
    const [, name, parameters] = /^(\w+)\((.*)\)$/.exec(call) as unknown as [string, string, string];
    const letters = parameters.split(', ');
    const space = /^(vec|vec3|vector|Vector3|Vec3|Vector|createVector|triple|det)\(\w, \w, \w\)$/.test(call) ? 3 : 2;
    // Its argument is at least 1.
    const large = name === 'arccosh';
    let [s, v] = [0, 0];
    const pick = letters.map((letter) => (isVector(letter) ? { v: v++ } : { s: s++ }));
    const texts = pick.map((one) => ('v' in one ? VECTORS[one.v]! : large ? SCALARS[2]! : SCALARS[one.s]!));
    const typed = `${name}(${texts.join(', ')})`;

    const [fault, ...others] = formulaFaults(typed, {}, space);
    expect(others).toEqual([]);
    const [, hinted] = /^write (.*)$/.exec(fault?.hint ?? '') ?? [];
    expect(hinted, `${typed}: ${String(fault?.hint)}`).toBeDefined();
    for (const sample of [...SAMPLES, NEGATIVE]) {
      const { vectors, scalars } = valuesAt(sample, space);
      const args = pick.map((one) => ('v' in one ? vectors[one.v]! : large ? scalars[2]! : scalars[one.s]!));
      const expected = [MEANING[name]!(...args)].flat();
      if (sample === NEGATIVE && !expected.every(Number.isFinite)) continue;
      expect(expected.every(Number.isFinite), typed).toBe(true);
      // Inside a larger formula, and beside an input, on which a row has to depend.
      const isScalar = expected.length === 1;
      const embedded = isScalar ? `theta + 2 * ${hinted!}^2` : `a + 2 * ${hinted!}`;
      const values = evaluateFormula(embedded, sample, space);
      expect(values).toHaveLength(isScalar ? 1 : space);
      values.forEach((value, i) => {
        const meant = isScalar ? sample.theta + 2 * expected[i]! ** 2 : sample.a[i]! + 2 * expected[i]!;
        expect(value, `${typed}: ${hinted!}`).toBeCloseTo(meant, 10);
      });
    }
  });

  it.each(RATES)('%s: %s', (call, formula) => {
    const [, name, parameters] = /^(\w+)\((.*)\)$/.exec(call) as unknown as [string, string, string];
    const of = /^[av]/.test(parameters) ? 'a - b' : 'theta - phi';
    const [fault] = formulaFaults(`${name}(${parameters.replace(/^\w/, of)})`);
    expect(fault?.hint).toBe(`write ${formula.replace(/\b[avx]\b/, of)}`);
    expect(formulaFaults(fault!.hint!.slice('write '.length))).toEqual([]);
  });
});

it('arguments that do not fit are answered in general terms, or not with another formula', () => {
  const hintOf = (formula: string): string | undefined => formulaFaults(formula)[0]?.hint;
  expect(hintOf('dist(a)')).toBe('dist(a, b) is written norm(a - b)');
  expect(hintOf('mix(theta, phi)')).toBe('mix(x, y, s) is written lerp(x, y, s)');
  expect(hintOf('inv([[theta, 1], [0, 1]])')).toBe('it takes matrices or lists; write its terms out');
  expect(formulaFaults('angle(axis)', {}, 3)[0]?.hint).toBe('write angle(a, b), the angle from a to b');
  expect(formulaFaults('max(a - b)', {}, 3)[0]?.hint).toBe('give its components: max((a - b).x, (a - b).y, (a - b).z)');
});
