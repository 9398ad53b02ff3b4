import { FUNCTION_NAMES, type FunctionName, type OperationName } from './operations/operation-name.js';
import type { ProgramBuilder } from './program.js';
import { rateOf } from './rates.js';
import {
  Algebra,
  asScalar,
  asVector,
  mapValue,
  matrix,
  scalar,
  transposed,
  UnreadableFormulaError,
  vector,
  zipValues,
  type Value,
} from './values.js';

/** A function of the formula language, as the oracle understands it. */
type FormulaFunction = (program: ProgramBuilder, args: readonly Value[], name: string) => Value;

/** A function of scalars. */
const ofScalars =
  (count: number, build: (program: ProgramBuilder, ...args: number[]) => number): FormulaFunction =>
  (program, args, name) => {
    if (args.length !== count) throw new UnreadableFormulaError(`${name} takes ${count} arguments, not ${args.length}`);
    return scalar(build(program, ...args.map((arg) => asScalar(arg, name))));
  };

/** An operation of the oracle under its own name. */
const direct = (name: OperationName, count = 1): [string, FormulaFunction] => [
  name,
  ofScalars(count, (program, ...args) => program.operation(name, ...args)),
];

const reciprocal = (program: ProgramBuilder, x: number): number =>
  program.operation('divide', program.constant('1'), x);

/** A reciprocal such as `sec x = 1/cos x`. */
const reciprocalOf = (name: string, of: FunctionName): [string, FormulaFunction] => [
  name,
  ofScalars(1, (program, x) => reciprocal(program, program.operation(of, x))),
];

/** A function of the reciprocal such as `asec x = acos(1/x)`. */
const ofReciprocal = (name: string, of: FunctionName): [string, FormulaFunction] => [
  name,
  ofScalars(1, (program, x) => program.operation(of, reciprocal(program, x))),
];

/** All scalars among the arguments, with vectors split into components. */
const scalarsOf = (args: readonly Value[], name: string): readonly number[] =>
  args.flatMap((arg) => (arg.kind === 'vector' ? arg.places : [asScalar(arg, name)]));

const extremum =
  (chooses: (program: ProgramBuilder, a: number, b: number) => number): FormulaFunction =>
  (program, args, name) =>
    scalar(scalarsOf(args, name).reduce((a, b) => program.operation('select', chooses(program, a, b), a, b)));

/** The real n-th root for a known n; for odd n it extends to negative numbers. */
function nthRoot(program: ProgramBuilder, x: number, n: number): number {
  const degree = Number(program.constantText(n));
  const root = program.operation('pow', program.operation('abs', x), reciprocal(program, n));
  if (Number.isInteger(degree) && degree % 2 !== 0)
    return program.operation('multiply', program.operation('sign', x), root);
  return program.operation('pow', x, reciprocal(program, n));
}

const optionalSecond =
  (
    one: (program: ProgramBuilder, x: number) => number,
    two: (program: ProgramBuilder, x: number, y: number) => number,
  ): FormulaFunction =>
  (program, args, name) => {
    const [x, y] = args.map((arg) => asScalar(arg, name));
    if (x === undefined || args.length > 2) throw new UnreadableFormulaError(`${name} takes one or two arguments`);
    return scalar(y === undefined ? one(program, x) : two(program, x, y));
  };

const ofMatrix =
  (build: (program: ProgramBuilder, rows: readonly (readonly number[])[]) => Value): FormulaFunction =>
  (program, args, name) => {
    const [arg] = args;
    if (arg?.kind !== 'matrix' || args.length !== 1) throw new UnreadableFormulaError(`${name} takes a matrix`);
    return build(program, arg.rows);
  };

/** The determinant, expanded along its last column: `Σ ± aᵢₙ det Aᵢₙ`. */
function determinant(program: ProgramBuilder, rows: readonly (readonly number[])[]): number {
  const last = rows.length - 1;
  if (rows.some((row) => row.length !== rows.length)) throw new UnreadableFormulaError('det takes a square matrix');
  if (last === 0) return rows[0]![0]!;
  return rows
    .map((row, i) => {
      const minor = rows.filter((_, k) => k !== i).map((other) => other.slice(0, last));
      const term = program.operation('multiply', row[last]!, determinant(program, minor));
      return (last - i) % 2 === 0 ? term : program.operation('negate', term);
    })
    .reduce((a, b) => program.operation('add', a, b));
}

/** `v cos θ + n × v sin θ + n (n·v) (1 − cos θ)` with the unit vector `n` along the axis. */
function turnedAbout(program: ProgramBuilder, theta: number, axis: Value, of: Value): Value {
  const algebra = new Algebra(program);
  const [a, v] = [asVector(axis, 'rotate', 3), asVector(of, 'rotate', 3)];
  const n = axis.kind === 'vector' && axis.isUnit === true ? a : unitVector(program, a);
  const times = (x: number, y: number): number => program.operation('multiply', x, y);
  const [cos, sin] = [program.operation('cos', theta), program.operation('sin', theta)];
  const along = times(algebra.dot(n, v), program.operation('subtract', program.constant('1'), cos));
  const across = asVector(algebra.cross(n, v), 'rotate', 3);
  return vector(v.map((x, k) => algebra.sum([times(x, cos), times(across[k]!, sin), times(n[k]!, along)])));
}

function unitVector(program: ProgramBuilder, places: readonly number[]): readonly number[] {
  const length = new Algebra(program).norm(places);
  return places.map((place) => program.operation('divide', place, length));
}

/** `min(max(x, low), high)` */
const clamped = (program: ProgramBuilder, x: number, low: number, high: number): number => {
  const least = program.operation('select', program.operation('smallerEq', low, x), x, low);
  return program.operation('select', program.operation('smallerEq', least, high), least, high);
};

/** `3 u² − 2 u³` of the fraction `u` of the way from `low` to `high`, from 0 to 1. */
function smoothstep(program: ProgramBuilder, low: number, high: number, x: number): number {
  const { operation, constant } = bound(program);
  const way = operation('divide', operation('subtract', x, low), operation('subtract', high, low));
  const u = clamped(program, way, constant('0'), constant('1'));
  const slope = operation('subtract', constant('3'), operation('multiply', constant('2'), u));
  return operation('multiply', operation('multiply', u, u), slope);
}

/** `x − y ⌊x/y⌋` */
function remainder(program: ProgramBuilder, x: number, y: number): number {
  const { operation } = bound(program);
  return operation('subtract', x, operation('multiply', y, operation('floor', operation('divide', x, y))));
}

const bound = (program: ProgramBuilder): Pick<ProgramBuilder, 'operation' | 'constant'> => ({
  operation: (name, ...args) => program.operation(name, ...args),
  constant: (text) => program.constant(text),
});

/**
 * Every function that a formula may call, defined anew: nothing is shared with the toolkit's graph.
 */
export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = new Map<string, FormulaFunction>([
  ...FUNCTION_NAMES.map((name) => direct(name)),
  direct('atan2', 2),
  direct('pow', 2),
  reciprocalOf('sec', 'cos'),
  reciprocalOf('csc', 'sin'),
  [
    'cot',
    ofScalars(1, (program, x) => program.operation('divide', program.operation('cos', x), program.operation('sin', x))),
  ],
  reciprocalOf('sech', 'cosh'),
  reciprocalOf('csch', 'sinh'),
  reciprocalOf('coth', 'tanh'),
  ofReciprocal('asec', 'acos'),
  ofReciprocal('acsc', 'asin'),
  ofReciprocal('acot', 'atan'),
  ofReciprocal('asech', 'acosh'),
  ofReciprocal('acsch', 'asinh'),
  ofReciprocal('acoth', 'atanh'),
  ['abs', (program, [x]) => mapValue(x!, (place) => program.operation('abs', place))],
  [
    'log',
    optionalSecond(
      (program, x) => program.operation('log', x),
      (program, x, base) => program.operation('divide', program.operation('log', x), program.operation('log', base)),
    ),
  ],
  [
    'log1p',
    optionalSecond(
      (program, x) => program.operation('log1p', x),
      (program, x, base) => program.operation('divide', program.operation('log1p', x), program.operation('log', base)),
    ),
  ],
  ['nthRoot', optionalSecond((program, x) => program.operation('sqrt', x), nthRoot)],
  ['square', ofScalars(1, (program, x) => program.operation('multiply', x, x))],
  ['cube', ofScalars(1, (program, x) => program.operation('pow', x, program.constant('3')))],
  ['min', extremum((program, a, b) => program.operation('smallerEq', a, b))],
  // Of two equal arguments, the first one counts.
  ['max', extremum((program, a, b) => program.operation('smallerEq', b, a))],
  ['mod', ofScalars(2, remainder)],
  ['clamp', ofScalars(3, clamped)],
  ['smoothstep', ofScalars(3, smoothstep)],
  [
    'lerp',
    (program, [a, b, s], name) => {
      const share = asScalar(s!, name);
      return zipValues(a!, b!, name, (x, y) =>
        program.operation('add', x, program.operation('multiply', share, program.operation('subtract', y, x))),
      );
    },
  ],
  ['hypot', (program, args, name) => scalar(new Algebra(program).norm(scalarsOf(args, name)))],
  [
    'norm',
    (program, [x], name) =>
      scalar(x?.kind === 'scalar' ? program.operation('abs', x.place) : new Algebra(program).norm(asVector(x!, name))),
  ],
  ['ddt', (program, [x]) => mapValue(x!, (place) => rateOf(program, place))],
  ['dot', (program, [a, b], name) => scalar(new Algebra(program).dot(asVector(a!, name), asVector(b!, name)))],
  ['cross', (program, [a, b], name) => new Algebra(program).cross(asVector(a!, name), asVector(b!, name))],
  [
    'normalize',
    (program, [x], name) => ({ kind: 'vector', places: unitVector(program, asVector(x!, name)), isUnit: true }),
  ],
  // atan2(|a × b|, a·b); in the plane with the sign of a × b.
  [
    'angle',
    (program, [a, b], name) => {
      const algebra = new Algebra(program);
      const [u, w] = [asVector(a!, name), asVector(b!, name)];
      const across = algebra.cross(u, w);
      const sine = across.kind === 'vector' ? algebra.norm(across.places) : asScalar(across, name);
      return scalar(program.operation('atan2', sine, algebra.dot(u, w)));
    },
  ],
  // atan2(m × n · ĝ, m·n) with m = f × g and n = h × g of the bonds f = a − b, g = b − c, h = d −
  // c.
  [
    'dihedral',
    (program, points, name) => {
      const algebra = new Algebra(program);
      const [a, b, c, d] = points.map((point) => asVector(point, name, 3)) as [number[], number[], number[], number[]];
      const minus = (p: readonly number[], q: readonly number[]): number[] =>
        p.map((place, k) => program.operation('subtract', place, q[k]!));
      const [f, g, h] = [minus(a, b), minus(b, c), minus(d, c)];
      const normal = (side: readonly number[]): readonly number[] => asVector(algebra.cross(side, g), name, 3);
      const [m, n] = [normal(f), normal(h)];
      const sine = program.operation('multiply', algebra.norm(g), algebra.dot(h, m));
      return scalar(program.operation('atan2', sine, algebra.dot(m, n)));
    },
  ],
  // A quarter turn to the left: (x, y) ↦ (−y, x).
  [
    'perp',
    (program, [a], name) => {
      const [x, y] = asVector(a!, name, 2);
      return vector([program.operation('negate', y!), x!]);
    },
  ],
  [
    'rotate',
    (program, [theta, v, of], name) => {
      if (of !== undefined) return turnedAbout(program, asScalar(theta!, name), v!, of);
      // The rotation by the quaternion of a body in space.
      if (theta?.kind === 'vector' && theta.places.length === 4 && v !== undefined)
        return vector(turned(program, theta.places, asVector(v, name, 3)));
      const rotation = new Algebra(program).rotation(asScalar(theta!, name));
      if (v === undefined) return matrix(rotation);
      return new Algebra(program).multiply(matrix(rotation), vector(asVector(v, name, 2)));
    },
  ],
  ['transpose', ofMatrix((_, rows) => matrix(transposed(rows)))],
  ['det', ofMatrix((program, rows) => scalar(determinant(program, rows)))],
  ['trace', ofMatrix((program, rows) => scalar(new Algebra(program).sum(rows.map((row, k) => row[k]!))))],
]);

/** `o s o*`, the product of quaternions, for a unit quaternion `o` and the vector `s`. */
function turned(program: ProgramBuilder, o: readonly number[], s: readonly number[]): readonly number[] {
  const zero = program.constant('0');
  const conjugate = o.map((place, k) => (k === 0 ? place : program.operation('negate', place)));
  return quaternionProduct(program, quaternionProduct(program, o, [zero, ...s]), conjugate).slice(1);
}

function quaternionProduct(program: ProgramBuilder, a: readonly number[], b: readonly number[]): readonly number[] {
  const algebra = new Algebra(program);
  const times = (x: number, y: number): number => program.operation('multiply', x, y);
  const [[w, ...p], [u, ...q]] = [a, b];
  const across = algebra.cross(p, q);
  const sides = asVector(across, 'a product of quaternions', 3);
  return [
    program.operation('subtract', times(w!, u!), algebra.dot(p, q)),
    ...sides.map((side, k) => algebra.sum([times(w!, q[k]!), times(u!, p[k]!), side])),
  ];
}
