import { programInputs, type Configuration } from '../sampling/configuration.js';
import { OPERATIONS } from '../reference/operations/index.js';
import type { OperationName } from '../reference/operations/operation-name.js';
import type { Partials } from '../reference/operations/operation.js';
import { partialsAt } from '../reference/partials.js';
import type { Program } from '../reference/program.js';

/**
 * A quantity along the motion `m` and along the components `i` by which `J` is taken: its value,
 * first and second derivatives.
 */
export interface Jet {
  readonly value: number;
  readonly m: number;
  readonly mm: number;
  readonly i: Float64Array;
  readonly im: Float64Array;
}

/**
 * The dependence of a place on operations that are singular at the configuration.
 *
 * - `none`: it depends on none.
 * - `singular`: it is one, of smooth arguments.
 * - `smooth`: it depends on one by sums, by products with others, or by a smooth function.
 * - `unknown`: it depends on several of them, or on powers of one. Algebra may have made it smooth.
 */
export type Dependence = 'none' | 'singular' | 'smooth' | 'unknown';

/** A row of a formula, and its dependence on singular operations. */
export interface RowJet extends Jet {
  readonly dependence: Dependence;
}

/**
 * The rows of a formula by the stated policy for singular points (see {@link regularized}): along
 * `x + v τ`, `t + τ`, and by components of `x`, at velocity level of `v`.
 *
 * The formula's text is differentiated operation by operation, forward and to second order. At
 * singular operations the policy gives the values; elsewhere they are differences of the operation
 * at 64 digits. No derivative rule of the derivation is used.
 */
export function rowsByPolicy(program: Program, at: Configuration, level: 'position' | 'velocity'): readonly RowJet[] {
  const inputs = programInputs(at);
  const width = at.x.length;
  const time = width + at.p.length;
  const firstColumn = level === 'position' ? 0 : time + 1;
  const jets: Jet[] = [];
  const dependence: Dependence[] = [];
  /** Conditions at a point where they change. */
  const tied = new Set<number>();
  program.places.forEach((place, k) => {
    dependence[k] = 'none';
    if (place.kind === 'input') {
      const i = new Float64Array(width);
      if (k >= firstColumn && k < firstColumn + width) i[k - firstColumn] = 1;
      jets[k] = {
        value: inputs[k]!,
        m: k < width ? at.v[k]! : Number(k === time),
        mm: 0,
        i,
        im: new Float64Array(width),
      };
      return;
    }
    if (place.kind === 'constant') {
      jets[k] = chain(partialsAt(place, []), [], width);
      return;
    }
    const { name } = place;
    // Only the branch taken counts.
    const args = name === 'select' ? [place.args[jets[place.args[0]!]!.value === 0 ? 2 : 1]!] : place.args;
    const values = args.map((arg) => jets[arg]!.value);
    const ruled = regularized(name, values);
    const partials = name === 'select' ? identity(values[0]!) : (ruled ?? partialsAt(place, values));
    jets[k] = chain(
      partials,
      args.map((arg) => jets[arg]!),
      width,
    );
    if (COMPARISONS.has(name) ? values[0] === values[1] : CONNECTIVES.has(name) && args.some((arg) => tied.has(arg)))
      tied.add(k);
    const isOwn = name !== 'divide' || values[0] === 0 || areApart(program, args);
    dependence[k] = dependenceOf(
      name,
      ruled === undefined ? undefined : isOwn,
      args.map((arg) => dependence[arg]!),
    );
    if (name === 'select' && tied.has(place.args[0]!) && dependence[k] === 'none') dependence[k] = 'singular';
  });
  return program.rows.map((row) => ({ ...jets[row]!, dependence: dependence[row]! }));
}

/**
 * Tests whether the policy determines a row. Algebra may have changed an `unknown` one, and for
 * `none` there is nothing to determine.
 */
export const isDetermined = (dependence: Dependence): boolean => dependence === 'singular' || dependence === 'smooth';

const COMPARISONS: ReadonlySet<OperationName> = new Set(['smaller', 'smallerEq']);
const CONNECTIVES: ReadonlySet<OperationName> = new Set(['and', 'or', 'not']);

/**
 * Tests whether numerator and denominator depend on different inputs, so that no parts of their
 * derivatives cancel.
 */
const areApart = ({ dependencies }: Program, [above, below]: readonly number[]): boolean =>
  (dependencies[above!]! & dependencies[below!]!) === 0n;

const identity = (value: number): Partials => ({ value, first: [1], second: [[0]] });

/** A product with a zero rate is 0, even if the slope is not known. */
const times = (slope: number, by: number): number => (by === 0 ? 0 : slope * by);

/** The chain rule: `f˙ = Σ f_a a˙`, `f¨ = Σ f_a a¨ + Σ f_ab a˙ b˙`. */
function chain({ value, first, second }: Partials, args: readonly Jet[], width: number): Jet {
  let [m, mm] = [0, 0];
  const [i, im] = [new Float64Array(width), new Float64Array(width)];
  args.forEach((a, j) => {
    const slope = first[j]!;
    m += times(slope, a.m);
    mm += times(slope, a.mm);
    for (let c = 0; c < width; c++) {
      i[c]! += times(slope, a.i[c]!);
      im[c]! += times(slope, a.im[c]!);
    }
    args.forEach((b, l) => {
      const curvature = second[j]![l]!;
      mm += times(curvature, a.m * b.m);
      for (let c = 0; c < width; c++) im[c]! += times(curvature, a.i[c]! * b.m);
    });
  });
  return { value, m, mm, i, im };
}

/**
 * The dependence of an operation. For a singular operation, `isOwn` is true if its own derivatives
 * are plain.
 */
function dependenceOf(name: OperationName, isOwn: boolean | undefined, args: readonly Dependence[]): Dependence {
  const dependent = args.filter((arg) => arg !== 'none');
  // A vector divided by its own length has the derivatives 0, too.
  const isNormalized = name === 'divide' && args[0] === 'none' && args[1] === 'singular';
  if (isOwn !== undefined) return isOwn && (dependent.length === 0 || isNormalized) ? 'singular' : 'unknown';
  if (dependent.length === 0) return 'none';
  if (dependent.includes('unknown')) return 'unknown';
  switch (OPERATIONS[name].dependence) {
    case 'linear':
      return 'smooth';
    case 'choice':
      return dependent[0]!;
    case 'one argument':
      return dependent.length === 1 ? 'smooth' : 'unknown';
    case 'numerator':
      return args[1] === 'none' ? 'smooth' : 'unknown';
    case 'smooth':
      return dependent[0] === 'smooth' ? 'smooth' : 'unknown';
    case 'unknown':
      return 'unknown';
  }
}

/**
 * The value and derivatives of an operation at a singular point by the policy `regularize`. Where a
 * divisor is zero, one divided by it counts as 0, and so does anything infinite. Hence `norm`,
 * `sqrt`, `cbrt`, `abs`, `acos`, `asin`, `acosh` and `atan2` have the derivatives 0 there, and
 * `log` and `atanh` also the value 0. Where rounding alone leads beyond ±1, `acos` and `asin` have
 * the value and derivatives that they have at ±1. Undefined at other arguments.
 */
function regularized(name: OperationName, args: readonly number[]): Partials | undefined {
  const { singular } = OPERATIONS[name];
  return singular === 'nowhere' ? undefined : singular.policy?.(...args);
}
