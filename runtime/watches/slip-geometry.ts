import { acos } from '../elementary/index.js';
import { showTime } from '../base/text.js';
import { dot, greatestOf, leastOf, norm } from '../base/vector.js';
import type { Batch } from '../model/batch.js';
import { bindingOf } from '../model/constraint.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { ConstraintType } from '../model/constraint-type.js';
import type { InputBlocks } from '../model/products/block-products.js';
import type { StepWatch } from '../recovery/step-watch.js';
import type { WorldWarning } from '../recovery/warnings.js';
import { isFirstLook, isLook, type Watch, type WatchedStep, type WatchedSteps } from './watch.js';

/**
 * Tolerated relative difference of lengths, and cosine. If an implicit equation is divided by the norm of
 * its gradient, the gradient of the quotient has an error in proportion to the violation.
 */
const TOLERANCE = 0.05;
/** Largest number of contacts of a class that are checked: piles have hundreds, and would pause visibly. */
const MOST = 20;

/**
 * Checks that the rows of friction of each class fit the inequality that they follow: the cone
 * `‖λ_T‖ ≤ μ λ_N` is Coulomb's law only if the gradients of `C` and of the slip, with respect to the
 * position of a point, are perpendicular and equally long. If two directions of slip have different
 * lengths, as in anisotropic friction, the length of the gradient of `C` is between them. Contacts are
 * checked that have been pressed for two steps and so are closed: all of a class, up to {@link MOST}, as
 * soon as there are any, and now and then later, since gradients may be others where they have slid to.
 */
export class SlipGeometry implements Watch {
  readonly #system: ConstraintSystem;
  readonly #watch: StepWatch;
  /** Classes that have been judged, and those with a warning. */
  readonly #judged = new WeakSet<ConstraintType>();
  readonly #told = new WeakSet<ConstraintType>();
  /** Batches of other classes than these, and which contacts of each were pressed in the last step. */
  #open: Batch[] = [];
  #pressed: number[][] = [];

  constructor(system: ConstraintSystem, watch: StepWatch) {
    this.#system = system;
    this.#watch = watch;
  }

  structureChanged(): WatchedSteps {
    this.#open = this.#system.all.batches.filter(({ type }) => type.friction !== undefined && !this.#told.has(type));
    this.#pressed = this.#open.map(() => []);
    return this.#open.length > 0 ? 'all' : 'none';
  }

  afterStep({ number }: WatchedStep): void {
    const { lambda } = this.#system.all.rows;
    for (let i = this.#open.length - 1; i >= 0; i--) this.#lookAt(i, lambda, number);
  }

  #lookAt(i: number, lambda: Float64Array, step: number): void {
    const batch = this.#open[i]!;
    const { firstRow, type, constraints } = batch;
    const isJudged = this.#judged.has(type);
    if (isJudged && !isLook(step)) return;
    const pressed = this.#pressed[i]!;
    const isPressed = (k: number): boolean =>
      lambda[firstRow + k * type.rows]! > 0 && bindingOf(constraints[k]!).coefficient(type.friction) > 0;
    const closed = isJudged && isFirstLook(step) ? [] : pressed.filter(isPressed);
    if (closed.length === 0) {
      pressed.length = 0;
      for (let k = 0; k < constraints.length && pressed.length < MOST; k++) if (isPressed(k)) pressed.push(k);
      return;
    }
    this.#judged.add(type);
    for (const k of closed) {
      const warning = judge(batch, k, this.#system.time);
      if (!warning) continue;
      this.#watch.warn(warning);
      this.#told.add(type);
      this.#open.splice(i, 1);
      this.#pressed.splice(i, 1);
      return;
    }
  }
}

/** A warning if a contact's friction is not Coulomb's, by the present `J`. */
function judge({ type, blocks, constraints }: Batch, k: number, time: number): WorldWarning | undefined {
  for (const [i, { name, kind }] of type.inputs.entries()) {
    if (kind !== 'point') continue;
    const [normal, ...slips] = rowsOf(blocks[i]!, k);
    const length = norm(normal!);
    // A slip against the rotation of a wheel, for example, has no gradient in the position.
    const moving = slips.filter((slip) => norm(slip) > TOLERANCE * length);
    if (moving.length === 0) continue;
    const lengths = moving.map(norm);
    const cosines = moving.map((slip, j) => Math.abs(dot(normal!, slip)) / (length * lengths[j]!));
    const [shortest, longest] = [leastOf(lengths), greatestOf(lengths)];
    const fits = length >= (1 - TOLERANCE) * shortest && length <= (1 + TOLERANCE) * longest;
    const cosine = greatestOf(cosines);
    if (fits && cosine <= TOLERANCE) continue;
    const { label } = constraints[k]!;
    const degrees = (acos(Math.min(1, cosine)) * 180) / Math.PI;
    return {
      code: 'W_FRICTION',
      message:
        `The friction of ${label} is not that of a surface: at t = ${showTime(time)} the gradient of its C with respect to ` +
        `${name} has length ${show(length)}, that of its slip ${lengths.map(show).join(' and ')}, at an angle of ${show(degrees)} degrees. ` +
        'They should have one length, and be at right angles. Let C be a distance, as an implicit equation over the ' +
        'norm of its gradient is, and the slip the velocity along the surface.',
      time,
      constraints: [label],
    };
  }
  return undefined;
}

/** The rows of contact `k` in the block of one input. */
const rowsOf = ({ rows, size, stride, offset, J }: InputBlocks, k: number): Float64Array[] =>
  Array.from({ length: rows }, (_, r) => {
    const start = k * stride + offset + r * size;
    return J.slice(start, start + size);
  });

const show = (x: number): string => String(Number(x.toPrecision(3)));
