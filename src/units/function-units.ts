import type { Syntax } from '../syntax/syntax.js';
import { isPrimitive, primitiveOf } from '../primitives/index.js';
import type { UnitRule } from '../primitives/primitive.js';
import type { UnitContext } from './context.js';
import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';
import { isNumber, NUMBER, over, RADIAN, SECOND, toThe, type Dimension } from './dimension.js';
import { rationalOf } from './exponent.js';
import { describeUnit, formatUnit } from './format-unit.js';
import { raise } from './powers.js';
import {
  entriesOf,
  entryOf,
  mapEntries,
  product,
  scalarOf,
  sharedEntry,
  vectorOf,
  type Entry,
  type UnitValue,
} from './values.js';

interface Argument {
  readonly syntax: Syntax;
  readonly value: UnitValue;
}
type Rule = (context: UnitContext, name: string, args: readonly Argument[]) => UnitValue;

/** The rule of a function that raises its argument to a power. */
const root =
  (exponent: Rational): Rule =>
  (_, __, [x]) =>
    mapEntries(x!.value, (entry) => toThe(entry, exponent));

/**
 * The rule of a function whose arguments are of one dimension; `result` makes that of the function
 * from it.
 */
const alike =
  (result: (entry: Entry) => Entry): Rule =>
  (context, name, args) =>
    scalarOf(result(sameOf(context, name, args)));

/** The rule of a function whose arguments are numbers or angles. */
const ofNumbers =
  (result: Dimension, what = 'a number without a unit'): Rule =>
  (context, name, args) => {
    for (const { syntax, value } of args) {
      const entry = entryOf(value);
      if (entry !== null && !isNumber(entry))
        context.report(
          syntax.span,
          'E_UNIT_ARGUMENT',
          `${name} takes ${what}, not ${describeUnit(entry)}.`,
          `divide by a quantity of the same unit, such as 1 ${formatUnit(entry)}`,
        );
    }
    return scalarOf(result);
  };

const sameVector = (context: UnitContext, { syntax, value }: Argument): Entry => {
  const shared = sharedEntry(entriesOf(value));
  if (shared !== undefined) return shared;
  const [a, b] = differing(entriesOf(value));
  const message = `The components of this vector differ in unit: one is ${describeUnit(a)}, one ${describeUnit(b)}.`;
  return context.report(syntax.span, 'E_UNIT_SUM', message);
};

/** The rule for sums of products of components, such as `dot` and `cross`. */
const bilinear =
  (sums: (size: number) => readonly (readonly (readonly [i: number, j: number])[])[]): Rule =>
  (context, name, [left, right]) => {
    const [a, b] = [entriesOf(left!.value), entriesOf(right!.value)];
    let isFaulty = false;
    const entries = sums(a.length).map((pairs): Entry => {
      const terms = pairs.map(([i, j]) => product(a[i] ?? null, b[j] ?? null));
      const shared = sharedEntry(terms);
      if (shared !== undefined || isFaulty) return shared ?? null;
      isFaulty = true;
      return sumOf(context, name, right!.syntax, terms);
    });
    return entries.length === 1 ? scalarOf(entries[0]!) : vectorOf(entries);
  };

const cyclic = [
  [1, 2],
  [2, 0],
  [0, 1],
] as const;

const ANGLE = ofNumbers(NUMBER, 'an angle');
const SAME = alike((entry) => entry);

/** The unit rules of primitives. */
const UNITS: Readonly<Record<Extract<UnitRule, string>, Rule>> = {
  'of angle': ANGLE,
  'to angle': ofNumbers(RADIAN),
  'ratio to angle': alike(() => RADIAN),
  same: SAME,
  'any to number': () => scalarOf(NUMBER),
  'by exponent': (context, _, [x, y]) =>
    scalarOf(raise(context, entryOf(x!.value), entryOf(y!.value), y!.syntax, y!.syntax.span)),
};

function ruleOfPrimitive(name: string): Rule | undefined {
  const rule = isPrimitive(name) ? primitiveOf(name).units : undefined;
  return typeof rule === 'object' ? root(Q.rational(1, rule.root)) : rule && UNITS[rule];
}

/**
 * Functions that are no primitives, whose arguments may have units, or whose results are angles.
 * All other functions take numbers and give numbers.
 */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...['sec', 'csc', 'cot'].map((name): [string, Rule] => [name, ANGLE]),
  ['sqrt', root(Q.HALF)],
  ['square', root(Q.TWO)],
  ['cube', root(Q.rational(3))],
  ['hypot', SAME],
  ['nthRoot', nthRoot],
  ['ddt', (_, __, [x]) => mapEntries(x!.value, (entry) => over(entry, SECOND))],
  ['dot', bilinear((size) => [Array.from({ length: size }, (_, i) => [i, i] as const)])],
  [
    'cross',
    bilinear((size) =>
      size === 2
        ? [
            [
              [0, 1],
              [1, 0],
            ],
          ]
        : cyclic.map(([i, j]) => [[i, j] as const, [j, i] as const]),
    ),
  ],
  ['norm', (context, _, [v]) => scalarOf(sameVector(context, v!))],
  [
    'normalize',
    (context, _, [v]) => {
      sameVector(context, v!);
      return vectorOf(entriesOf(v!.value).map(() => NUMBER));
    },
  ],
  ['angle', angleUnits],
  ['dihedral', dihedralUnits],
  ['mod', SAME],
  ['clamp', SAME],
  ['smoothstep', alike(() => NUMBER)],
  ['lerp', lerpUnits],
  ['det', determinantUnits],
  ['trace', traceUnits],
  ['transpose', (_, __, [A]) => A!.value[0]!.map((___, column) => A!.value.map((row) => row[column]!))],
  ['perp', (_, __, [v]) => vectorOf(entriesOf(v!.value).toReversed())],
  ['rotate', rotate],
]);

/** The dimension of a call. */
export function callUnits(context: UnitContext, name: string, args: readonly Argument[]): UnitValue {
  return (ruleOfPrimitive(name) ?? RULES.get(name) ?? ofNumbers(NUMBER))(context, name, args);
}

function sameOf(context: UnitContext, name: string, args: readonly Argument[]): Entry {
  let shared: Entry = null;
  for (const { syntax, value } of args) {
    const entry = entryOf(value);
    const both = sharedEntry([shared, entry]);
    if (both === undefined && entry !== null && shared !== null)
      return context.report(
        syntax.span,
        'E_UNIT_COMPARE',
        `${name} takes quantities of one unit, not ${describeUnit(shared)} and ${describeUnit(entry)}.`,
      );
    shared = both ?? null;
  }
  return shared;
}

function nthRoot(context: UnitContext, _: string, [x, n]: readonly Argument[]): UnitValue {
  if (n === undefined) return mapEntries(x!.value, (entry) => toThe(entry, Q.HALF));
  const degree = rationalOf(n.syntax);
  const base = entryOf(x!.value);
  if (degree !== undefined && !Q.isZero(degree)) return scalarOf(base && toThe(base, Q.divide(Q.ONE, degree)));
  return scalarOf(raise(context, base, entryOf(n.value), n.syntax, n.syntax.span));
}

/**
 * The rule of `rotate`. `rotate(theta)` is a matrix of numbers; `rotate(theta, v)` mixes the
 * components of `v`, and so does `rotate(theta, axis, v)`, whatever the unit of the axis. The
 * quaternion of a body counts like an angle.
 */
function rotate(context: UnitContext, name: string, [theta, second, third]: readonly Argument[]): UnitValue {
  if (entriesOf(theta!.value).length === 1) ANGLE(context, name, [theta!]);
  if (third !== undefined) sameVector(context, second!);
  const v = third ?? second;
  if (v === undefined)
    return [
      [NUMBER, NUMBER],
      [NUMBER, NUMBER],
    ];
  const shared = sameVector(context, v);
  return vectorOf(entriesOf(v.value).map(() => shared));
}

/**
 * The rule of `angle`. The components of each vector are of one unit; that of the other vector may
 * differ.
 */
function angleUnits(context: UnitContext, _: string, vectors: readonly Argument[]): UnitValue {
  for (const vector of vectors) sameVector(context, vector);
  return scalarOf(RADIAN);
}

/** The rule of `dihedral`. It takes differences of the points, so they are of one unit. */
function dihedralUnits(context: UnitContext, name: string, points: readonly Argument[]): UnitValue {
  const components = points.map((point) => ({ ...point, value: scalarOf(sameVector(context, point)) }));
  sameOf(context, name, components);
  return scalarOf(RADIAN);
}

/** The rule of `lerp`. Both quantities are of one unit, entry by entry; the share is a number. */
function lerpUnits(context: UnitContext, name: string, [a, b, share]: readonly Argument[]): UnitValue {
  ofNumbers(NUMBER)(context, name, [share!]);
  return a!.value.map((row, i) =>
    row.map((entry, j) => {
      const other = b!.value[i]?.[j] ?? null;
      const [x, y] = [entry, other].map((value, k) => ({ ...[a!, b!][k]!, value: scalarOf(value) }));
      return sameOf(context, name, [x!, y!]);
    }),
  );
}

/** The rule of `det`. Each product of one entry per row and column is of one unit. */
function determinantUnits(context: UnitContext, name: string, [A]: readonly Argument[]): UnitValue {
  const rows = A!.value;
  if (rows.length === 1) return scalarOf(entryOf(rows));
  const terms = rows[0]!.map((entry, column): Entry => {
    const minor = rows.slice(1).map((row) => row.filter((_, k) => k !== column));
    return product(entry, entryOf(determinantUnits(context, name, [{ syntax: A!.syntax, value: minor }])));
  });
  return scalarOf(sumOf(context, name, A!.syntax, terms));
}

function traceUnits(context: UnitContext, name: string, [A]: readonly Argument[]): UnitValue {
  return scalarOf(
    sumOf(
      context,
      name,
      A!.syntax,
      A!.value.map((row, i) => row[i]!),
    ),
  );
}

function sumOf(context: UnitContext, name: string, syntax: Syntax, terms: readonly Entry[]): Entry {
  const shared = sharedEntry(terms);
  if (shared !== undefined) return shared;
  const [x, y] = differing(terms);
  const message = `${name} adds ${describeUnit(x)} to ${describeUnit(y)} here.`;
  return context.report(syntax.span, 'E_UNIT_SUM', message);
}

/** The first two entries that do not agree. */
function differing(entries: readonly Entry[]): readonly [Dimension, Dimension] {
  const known = entries.filter((entry) => entry !== null);
  const [first = NUMBER] = known;
  return [first, known.find((entry) => sharedEntry([first, entry]) === undefined) ?? NUMBER];
}
