import { showTime, shownFormulas } from '../base/text.js';
import type { EquationParts } from '../equations/equations-of-motion.js';
import { bindingOf } from '../model/constraint.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
import { PrescribedConnector, valueOfMotion } from '../model/prescribed-handle.js';
import { RowSizes } from '../equations/row-sizes.js';
import { SingleEvaluation } from '../model/single-evaluation.js';
import type { StepWatch } from '../recovery/step-watch.js';
import type { Watch, WatchedStep, WatchedSteps } from './watch.js';
import { INEQUALITY, kindsOfRows, POSITION } from '../recovery/violations.js';

/** Smallest jump that is detected, relative to the size of the row or of the world. */
const LEAST = 1e-6;
/** Number of halvings of a step, and the fraction of its change that remains after them at a jump. */
const HALVINGS = 30;
const PART = 0.6;
/** A change above this multiple of the change over the last step may be a jump. */
const USUAL = 2;

const NOTHING = new Uint8Array(0);

/** Numbers that depend on the time alone while nothing moves. */
interface Timed {
  /** Description of their owner, and its label. */
  readonly what: string;
  readonly label: string;
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
 */
export class Jumps implements Watch {
  readonly #parts: EquationParts;
  readonly #watch: StepWatch;
  #timed: readonly Timed[] = [];

  constructor(parts: EquationParts, watch: StepWatch) {
    this.#parts = parts;
    this.#watch = watch;
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
        constraints.map(bindingOf).flatMap((one) => timedRows(one, kinds, rowSizes)),
      ),
      ...[...handles].flatMap((handle) =>
        handle instanceof PrescribedConnector ? [timedMotion(handle, rowSizes)] : [],
      ),
    ];
    return this.#timed.length > 0 ? 'all' : 'none';
  }

  afterStep({ start }: WatchedStep): void {
    const { system } = this.#parts;
    if (this.#watch.warnings.knows('W_JUMP', system.structure)) return;
    for (const timed of this.#timed) {
      const time = lookAt(timed, start, system.time);
      if (time !== undefined) this.#warn(timed, time);
    }
  }

  #warn({ what, label }: Timed, time: number): void {
    this.#watch.warn({
      code: 'W_JUMP',
      message:
        `${what} jumps or has a pole at t = ${showTime(time)}. Nothing with mass can follow a jump: what pulls bodies ` +
        'after it is no part of the motion. Let it change over a while, as smoothstep(1, 1.2, t) does from 0 to 1.',
      time,
      constraints: [label],
    });
  }
}

/** The rows of a hard constraint at position level, if its formula depends on the time. */
function timedRows(binding: ConstraintBinding, kinds: Uint8Array, rowSizes: RowSizes): Timed[] {
  const { type, label, row } = binding;
  const rows = Array.from({ length: type.rows }, (_, r) => r);
  const entries = rows.filter((r) => kinds[row + r] === POSITION || kinds[row + r] === INEQUALITY);
  if (entries.length === 0) return [];
  const evaluation = new SingleEvaluation(type);
  return [
    {
      what: `The formula of ${label} (${shownFormulas(type.formula.C)})`,
      label,
      entries,
      periods: type.periods,
      sizeOf: (i) => rowSizes.find()[row + i]!,
      isOneSided: rows.map((r) => kinds[row + r] === INEQUALITY),
      at: (time, isMoved) => {
        if (isMoved) binding.read(evaluation);
        evaluation.evaluate(time);
        return evaluation.C;
      },
      first: new Float64Array(type.rows),
      last: new Float64Array(type.rows),
      changes: new Float64Array(type.rows),
    },
  ];
}

function timedMotion(handle: PrescribedConnector, rowSizes: RowSizes): Timed {
  const entries = Array.from({ length: handle.size }, (_, i) => i);
  return {
    what: `The motion of ${handle.label}`,
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

/** Finds a time within a step at which a number jumps. */
function lookAt(timed: Timed, start: number, end: number): number | undefined {
  const { entries, first, last, changes, periods, sizeOf, at } = timed;
  first.set(at(start, true));
  last.set(at(end, false));
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
  const change = (from: number, to: number): number => nearest(to - from, periods?.[i]);
  let [low, high, before, after] = [start, end, first[i]!, last[i]!];
  const least = Math.max(LEAST * sizeOf(i), PART * Math.abs(change(before, after)));
  for (let k = 0; k < HALVINGS; k++) {
    if (!(Math.abs(change(before, after)) > least)) return undefined;
    const middle = low + (high - low) / 2;
    const between = at(middle, false)[i]!;
    if (Math.abs(change(before, between)) > Math.abs(change(between, after))) [high, after] = [middle, between];
    else [low, before] = [middle, between];
  }
  // An inequality that opens pushes nothing.
  return isOneSided[i] && (after > before || last[i]! > 0) ? undefined : high;
}

/** A change, of a number with a period to the nearest turn. */
const nearest = (change: number, period = 0): number =>
  period === 0 ? change : change - period * Math.round(change / period);
