import { findJump, nearest } from '../base/find-jump.js';
import { showTime, shownFormulas } from '../base/text.js';
import type { EquationParts } from '../equations/equations-of-motion.js';
import { bindingOf } from '../model/constraint.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
import { PrescribedConnector, valueOfMotion } from '../model/prescribed-handle.js';
import { DEFAULT_LIMITS } from '../stabilize/projection.js';
import { RowSizes } from '../equations/row-sizes.js';
import { SingleEvaluation } from '../model/single-evaluation.js';
import type { StepWatch } from '../recovery/step-watch.js';
import type { Watch, WatchedStep, WatchedSteps } from './watch.js';
import { INEQUALITY, kindsOfRows, POSITION } from '../recovery/violations.js';

/** Smallest jump that is detected, relative to the size of the row or of the world. */
const LEAST = 1e-6;
/** A change above this multiple of the change over the last step may be a jump. */
const USUAL = 2;
/**
 * An adaptive integrator's own step is examined in parts, since jumps within it may cancel: the longest part, s, and
 * the largest number of parts.
 */
const LONGEST_PART = 1 / 60;
const MOST_PARTS = 16;
/** Time before an end of a step, relative to it, by which values there are those before a jump at that end. */
const BEFORE = 16 * Number.EPSILON;

const NOTHING = new Uint8Array(0);

/** Numbers that depend on the time alone while nothing moves. */
interface Timed {
  /** Description of their owner, and its label. */
  readonly what: string;
  readonly label: string;
  /** True for rates, whose jumps only steps of an adaptive integrator's own do not follow. */
  readonly isRate: boolean;
  /** The numbers that must not jump. */
  readonly entries: readonly number[];
  /** Periods: changes are taken to the nearest turn; 0 for numbers without one. */
  readonly periods: readonly number[] | undefined;
  /** Numbers of inequalities, which only a jump below zero violates. */
  readonly isOneSided: readonly boolean[];
  /** Their values at a time, until the next call, with the state of the step's end if `isMoved`. */
  readonly at: (time: number, isMoved: boolean) => ArrayLike<number>;
  /** The size that each is compared with. */
  readonly sizeOf: (i: number) => number;
  /** Their values at both ends of the step. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** Their changes over the last step. */
  readonly changes: Float64Array;
}

/**
 * Detects formulas in the time and motions of handles that jump, as `floor(t)` and conditionals do, or
 * have a pole, as `tan(t)`: bodies cannot follow, and integrators respond in arbitrary ways. At the
 * state at the end of a step, the step is bisected towards the larger change, which becomes small
 * unless there is a jump.
 *
 * Rates jump at the kinks of positions, and where rows of rates do. They are followed where a step begins by bringing the
 * velocities onto the constraints, which an adaptive integrator's own steps do only after an interruption.
 */
export class Jumps implements Watch {
  readonly #parts: EquationParts;
  readonly #watch: StepWatch;
  readonly #chooses: boolean;
  #timed: readonly Timed[] = [];

  /** `chooses` for an integrator that takes steps of its own. */
  constructor(parts: EquationParts, watch: StepWatch, chooses: boolean) {
    this.#parts = parts;
    this.#watch = watch;
    this.#chooses = chooses;
  }

  structureChanged(): WatchedSteps {
    const { all, rowTable } = this.#parts.system;
    const timed = all.batches.filter(({ type }) => type.dependsOnTime !== false);
    const kinds = timed.length > 0 ? kindsOfRows(rowTable) : NOTHING;
    const rowSizes = new RowSizes(all);
    const driven = all.batches.flatMap((batch) => batch.driven.map((place) => bindingOf(batch.constraints[place]!)));
    const handles = new Set(driven.flatMap(({ connectors }) => connectors));
    this.#timed = [
      ...timed.flatMap(({ constraints }) =>
        constraints.map(bindingOf).flatMap((one) => timedRows(one, kinds, rowSizes, this.#chooses)),
      ),
      ...[...handles].flatMap((handle) =>
        handle instanceof PrescribedConnector ? [timedMotion(handle, rowSizes)] : [],
      ),
    ];
    return this.#timed.length > 0 ? 'all' : 'none';
  }

  afterStep({ start, isOwn, isFresh }: WatchedStep): void {
    const { system } = this.#parts;
    const { warnings } = this.#watch;
    const end = system.time;
    const parts = isOwn ? Math.min(MOST_PARTS, Math.max(1, Math.ceil((end - start) / LONGEST_PART))) : 1;
    for (const timed of this.#timed) {
      if (warnings.knows('W_JUMP', system.structure)) return;
      if (timed.isRate && !isOwn) continue;
      // Velocities are brought onto the constraints where a fresh step begins: nothing is lost by a jump there.
      const from = timed.isRate && !isFresh ? justBefore(start) : start;
      const time = lookAt(timed, from, timed.isRate ? justBefore(end) : end, parts);
      if (time !== undefined) this.#warn(timed, time);
    }
  }

  #warn({ what, label, isRate }: Timed, time: number): void {
    this.#watch.warn({
      code: 'W_JUMP',
      message: isRate
        ? `The rate of ${what} jumps at t = ${showTime(time)}. That is an impact, which steps of dormandPrince() in ` +
          'world.run() do not see: the constraint is no longer held. End the run just after it and begin another, take ' +
          'world.step(dt), or let it change over a while, as smoothstep(1, 1.2, t) does from 0 to 1.'
        : `${what[0]!.toUpperCase()}${what.slice(1)} jumps or has a pole at t = ${showTime(time)}. Nothing with mass ` +
          'can follow a jump: what pulls bodies after it is no part of the motion. Let it change over a while, as ' +
          'smoothstep(1, 1.2, t) does from 0 to 1.',
      time,
      constraints: [label],
    });
  }
}

const justBefore = (time: number): number => time - BEFORE * Math.abs(time);

/** The rows of a hard constraint, if its formula depends on the time, and the rates of its equations. */
function timedRows(binding: ConstraintBinding, kinds: Uint8Array, rowSizes: RowSizes, chooses: boolean): Timed[] {
  const { type, label, row } = binding;
  const rows = Array.from({ length: type.rows }, (_, r) => r);
  const entries = rows.filter((r) => kinds[row + r] === POSITION || kinds[row + r] === INEQUALITY);
  if (entries.length === 0) return [];
  const evaluation = new SingleEvaluation(type);
  const equations = entries.filter((r) => kinds[row + r] === POSITION);
  const make = (numbers: 'C' | 'Cdot'): Timed => {
    const isRate = numbers === 'Cdot';
    return {
      isRate,
      what: `the formula of ${label} (${shownFormulas(type.formula.C)})`,
      label,
      entries: isRate ? equations : entries,
      periods: isRate ? undefined : type.periods,
      // Rates below what counts as at rest may be rounding.
      sizeOf: (i) =>
        isRate ? Math.max(DEFAULT_LIMITS.velocity / LEAST, rowSizes.findRates()[row + i]!) : rowSizes.find()[row + i]!,
      isOneSided: rows.map((r) => kinds[row + r] === INEQUALITY),
      at: (time, isMoved) => {
        if (isMoved) binding.read(evaluation);
        evaluation.evaluate(time);
        return evaluation[numbers];
      },
      first: new Float64Array(type.rows),
      last: new Float64Array(type.rows),
      changes: new Float64Array(type.rows),
    };
  };
  return chooses ? [make('C'), make('Cdot')] : [make('C')];
}

function timedMotion(handle: PrescribedConnector, rowSizes: RowSizes): Timed {
  const entries = Array.from({ length: handle.size }, (_, i) => i);
  return {
    isRate: false,
    what: `the motion of ${handle.label}`,
    label: handle.label,
    entries,
    periods: undefined,
    sizeOf: () => (handle.kind === 'point' ? rowSizes.length() : 1),
    isOneSided: entries.map(() => false),
    at: (time) => valueOfMotion(handle, time),
    first: new Float64Array(handle.size),
    last: new Float64Array(handle.size),
    changes: new Float64Array(handle.size),
  };
}

/** Finds a time within a step at which a number jumps, in one of its equal parts. */
function lookAt(timed: Timed, start: number, end: number, parts: number): number | undefined {
  const { first, last, at } = timed;
  last.set(at(start, true));
  for (let k = 1; k <= parts; k++) {
    first.set(last);
    const to = k < parts ? start + (k / parts) * (end - start) : end;
    last.set(at(to, false));
    const time = lookAtPart(timed, start + ((k - 1) / parts) * (end - start), to);
    if (time !== undefined) return time;
  }
  return undefined;
}

function lookAtPart(timed: Timed, start: number, end: number): number | undefined {
  const { entries, first, last, changes, periods, sizeOf } = timed;
  for (const i of entries) {
    const change = nearest(last[i]! - first[i]!, periods?.[i]);
    const size = Math.abs(change);
    const isUsual = size <= USUAL * Math.abs(changes[i]!) || size <= LEAST * sizeOf(i);
    changes[i] = change;
    const time = isUsual ? undefined : jumpOf(timed, i, start, end);
    if (time !== undefined) return time;
  }
  return undefined;
}

function jumpOf(
  { at, first, last, periods, isOneSided, sizeOf }: Timed,
  i: number,
  start: number,
  end: number,
): number | undefined {
  const valueAt = (time: number): number => at(time, false)[i]!;
  const jump = findJump(valueAt, start, end, first[i]!, last[i]!, LEAST * sizeOf(i), periods?.[i]);
  // An inequality that opens pushes nothing.
  return jump === undefined || (isOneSided[i] && (jump.by > 0 || last[i]! > 0)) ? undefined : jump.at;
}
