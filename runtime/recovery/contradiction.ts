import { sin } from '../elementary/index.js';
import { magnitudeOfProduct, type RowRange } from '../model/constraint-system.js';
import { RowSizes } from '../equations/row-sizes.js';
import { bindingOf } from '../model/constraint.js';
import { showTime } from '../base/text.js';
import type { Feedback } from '../equations/feedback.js';
import type { MultiplierEquations } from '../equations/multiplier-equations.js';
import { DEFAULT_LIMITS, limitsFor } from '../stabilize/projection.js';
import type { MultiplierProblem, StatedProblem } from '../equations/solver.js';
import { maxAbs, norm } from '../base/vector.js';
import type { WorldWarning } from './warnings.js';

/**
 * Size of a residual, relative to its terms, below which it is drift or rounding.
 */
const RELATIVE_THRESHOLD = 1e-6;
/**
 * The same for rates, and for rows that depend on each other only on the surface `C = 0`: off it they
 * agree to the order of `C`, which steps at velocity level do not keep very small.
 */
const OFF_SURFACE_THRESHOLD = 1e-2;
/**
 * Threshold for constraint values, relative to the coordinates. It allows for rounding and for
 * redundancy that holds up to drift.
 */
const DRIFT_THRESHOLD = 1e-9;
/** Size of `A r`, relative to `‖A‖ ‖r‖`, up to which a residual `r` counts as the least. */
const LEAST = 1e-3;
/** Number of constraints that a message names. */
const NAMED = 4;

interface Disagreement {
  readonly label: string;
  /** Largest residual among the constraint's rows, with its sign. */
  readonly size: number;
}

/** Part of the size of a row that assembly, projection and steps leave as an error. */
const LEGAL = DEFAULT_LIMITS.position;

/** True where a residual exceeds `least`, and `legal` times the size of its row. */
const exceeds = (range: RowRange, residual: Float64Array, least: number, legal: number): boolean => {
  if (!(maxAbs(residual) > least)) return false;
  const sizes = new RowSizes(range).find();
  return residual.some((r, i) => !(Math.abs(r) <= least + legal * (sizes[i]! < Infinity ? sizes[i]! : 0)));
};

/** True of the length of steps, s, that are not chosen by the integrator. */
const isFixed = (usual: number): boolean => usual > 0 && usual < Infinity;

/** Errors that assembly leaves in a world of this size, whose points move through it in a step of `usual` at most. */
function legalErrors(range: RowRange, usual: number): { readonly position: number; readonly velocity: number } {
  const length = new RowSizes(range).length();
  return limitsFor(length, isFixed(usual) ? length / usual : 1);
}

function disagreements(range: RowRange, residual: Float64Array, threshold: number): Disagreement[] {
  const found: Disagreement[] = [];
  for (const { constraints, firstRow, type } of range.batches) {
    constraints.forEach((constraint, k) => {
      const start = firstRow + k * type.rows;
      const rows = residual.subarray(start, start + type.rows);
      const size = rows.reduce((worst, value) => (Math.abs(value) <= Math.abs(worst) ? worst : value), 0);
      // NaN is included.
      if (!(Math.abs(size) <= threshold)) found.push({ label: bindingOf(constraint).label, size });
    });
  }
  // Equal sizes keep their order in spite of rounding.
  const rounded = ({ size }: Disagreement): number =>
    Number.isNaN(size) ? Infinity : Number(Math.abs(size).toPrecision(3));
  return found.sort((a, b) => (rounded(b) === rounded(a) ? 0 : rounded(b) - rounded(a)));
}

/** Returns `b − A λ`, the residual that a solver could not reduce. */
function residualOf(problem: MultiplierProblem): Float64Array {
  const { rightHandSide: b, multipliers } = problem;
  const residual = new Float64Array(b.length);
  problem.multiply(multipliers, residual);
  for (let i = 0; i < b.length; i++) residual[i] = b[i]! - residual[i]!;
  return residual;
}

/** Returns `J B W Q` as it entered `b`: the part of `C̈` due to the applied forces alone. */
function unconstrained({ rightHandSide, feedback }: MultiplierEquations, { rows }: RowRange): Float64Array {
  return rightHandSide.map((b, i) => -b - rows.gamma[i]! - feedback[i]!);
}

/**
 * Names the constraints with the largest parts of a residual: returns their labels, and a text with
 * the labels and the parts.
 */
export function nameDisagreements(range: RowRange, residual: Float64Array): { labels: string[]; description: string } {
  const largest = residual.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 0);
  // Parts beyond all numbers are the largest.
  const all = disagreements(range, residual, 0.1 * Math.min(largest, Number.MAX_VALUE));
  const amount = (size: number): string => (Number.isFinite(size) ? size.toPrecision(3) : 'more than a number can say');
  const named = all.slice(0, NAMED).map(({ label, size }) => `${label} by ${amount(size)}`);
  if (all.length > NAMED) named.push(`${all.length - NAMED} more`);
  return { labels: all.map(({ label }) => label), description: named.join(', ') };
}

/**
 * Remedy for links in a line, whose ends a drive moves together: its point is within reach, but the gradients depend
 * on each other, as they do where it is beyond reach.
 */
export const STRETCHED = 'To fold links that lie in a line, bend them a little first, or push a joint sideways.';

/** True if a handle moves one of the constraints with these labels. */
const isDriven = ({ batches }: RowRange, labels: readonly string[]): boolean =>
  batches.some(({ constraints, driven }) => driven.some((k) => labels.includes(bindingOf(constraints[k]!).label)));

interface Contradiction {
  readonly residual: Float64Array;
  /** The contradiction, as in `no force gives all of them the acceleration they ask for`. */
  readonly what: string;
  /** The quantity in which they disagree, as in `d²C/dt²`. */
  readonly missed: string;
  /** The result that is applied instead: force or impulse. */
  readonly instead: string;
}

/**
 * True where `r = b − A λ` is the residual of least squares: it is then orthogonal to the range of
 * `A`, so that `A r = 0`. Solvers need not find that one.
 */
function isLeastSquares(problem: MultiplierProblem, residual: Float64Array): boolean {
  const product = new Float64Array(residual.length);
  const grown = (x: Float64Array): number => {
    problem.multiply(x, product);
    return norm(product) / norm(x);
  };
  // All of b may lie outside the range; some other vector does not.
  const other = residual.map((_, i) => sin(i + 1));
  return grown(residual) <= LEAST * Math.max(grown(problem.rightHandSide), grown(other));
}

/**
 * True where the row with the largest residual has no influence: its column of `A` is zero. The
 * constraint then is at fault itself, and contradicts no other.
 */
function isImmovable(problem: MultiplierProblem, residual: Float64Array): boolean {
  const largest = maxAbs(residual);
  const unit = residual.map(() => 0);
  unit[residual.findIndex((r) => Math.abs(r) === largest)] = 1;
  const column = new Float64Array(residual.length);
  problem.multiply(unit, column);
  return maxAbs(column) === 0;
}

function contradictionWarning(
  range: RowRange,
  problem: MultiplierProblem,
  { residual, what, missed, instead }: Contradiction,
  time: number,
): WorldWarning {
  const { labels, description } = nameDisagreements(range, residual);
  if (labels.length === 1 && isImmovable(problem, residual))
    return {
      code: 'W_CONTRADICTION',
      message:
        `${labels[0]!} cannot be satisfied at t = ${showTime(time)}: no ${instead.split(' ')[1]!} changes its value. ` +
        `It misses what it asks for (${missed}) by ${description.slice(labels[0]!.length + 4)}. ` +
        'All that it joins is held fast, or its derivatives are zero here, as those of a length are where its points coincide. ' +
        'Join it to something that moves, or move its points apart.',
      time,
      constraints: labels,
    };
  const applied = isLeastSquares(problem, residual)
    ? `${instead} with the least squared error`
    : `${instead} that the solver found`;
  // Off the surface they may ask for what cannot be had here, and agree where they hold.
  const isOff = exceeds(range, range.rows.C, DEFAULT_LIMITS.position, LEGAL);
  return {
    code: 'W_CONTRADICTION',
    message:
      `Constraints contradict each other at t = ${showTime(time)}: ${what}. ` +
      `They miss it as follows (${missed}): ${description}. ${applied} is applied. ` +
      `Remove one of them, or make their parameters agree.${isOff ? ' If they agree in another place, assemble(world) goes there.' : ''}` +
      (isDriven(range, labels) ? ` ${STRETCHED}` : ''),
    time,
    constraints: labels,
  };
}

/** True where rows depend on each other on the surface `C = 0` alone. */
const isRedundant = ({ redundant }: StatedProblem): boolean => redundant !== undefined && redundant.rows.length > 0;

/**
 * Returns a warning if the residual `b − A λ` that a solver could not reduce is a contradiction
 * between constraints, and not merely rounding or drift of redundant ones.
 */
export function findAccelerationContradiction(
  range: RowRange,
  equations: MultiplierEquations,
  feedback: Feedback,
  time: number,
  usual: number,
): WorldWarning | undefined {
  const residual = residualOf(equations);
  const scale = maxAbs(range.rows.gamma) + maxAbs(unconstrained(equations, range)) + maxAbs(equations.feedback);
  const { ks, kd } = feedback;
  const { x, v } = range.table;
  const drift = ks * magnitudeOfProduct(range, x) + kd * magnitudeOfProduct(range, v);
  // Errors within the limits of assembly and projection are no contradiction, even in a world at
  // rest at its origin, nor are such of rounding in a large one.
  const { position, velocity } = legalErrors(range, usual);
  // What changes rates by less than such an error in a step, or in a second, is rounding of rates that cancel.
  const least = ks * position + kd * velocity + velocity / (isFixed(usual) ? usual : 1);
  const legal = LEGAL * (ks + (usual > 0 ? kd / usual : 0));
  const relative = isRedundant(equations) ? OFF_SURFACE_THRESHOLD : RELATIVE_THRESHOLD;
  if (!exceeds(range, residual, relative * scale + DRIFT_THRESHOLD * drift + least, legal)) return undefined;
  const what = 'no force gives all of them the acceleration they ask for';
  return contradictionWarning(range, equations, { residual, what, missed: 'd²C/dt²', instead: 'The force' }, time);
}

/**
 * Returns the same warning for impulses, with `b` the required change of the constraints' rates.
 */
export function findVelocityContradiction(
  range: RowRange,
  impulses: StatedProblem,
  time: number,
  usual: number,
): WorldWarning | undefined {
  const residual = residualOf(impulses);
  const drift = magnitudeOfProduct(range, range.table.v);
  const scale = maxAbs(impulses.rightHandSide) + (isRedundant(impulses) ? drift : 0);
  // Errors that projection leaves, taken back in a step.
  const legal = usual > 0 ? LEGAL / usual : 0;
  // A step along the tangent leaves the surface by h² gamma / 2, and redundant rows disagree by parts of that.
  const left = (usual / 4) * maxAbs(range.rows.gamma);
  const least = OFF_SURFACE_THRESHOLD * scale + DRIFT_THRESHOLD * drift + legalErrors(range, usual).velocity + left;
  if (!exceeds(range, residual, least, legal)) return undefined;
  const what = 'no impulse gives all of them the rate they ask for';
  return contradictionWarning(range, impulses, { residual, what, missed: 'dC/dt', instead: 'The impulse' }, time);
}
