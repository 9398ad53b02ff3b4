import { norm } from '../base/vector.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
import type { ConstraintType } from '../model/constraint-type.js';
import type { RowRange } from '../model/constraint-system.js';
import { RowSizes } from '../equations/row-sizes.js';
import { StiffConstraint } from '../model/stiff-row.js';
import { Projection } from '../stabilize/projection.js';
import { WORTHWHILE, type StateProjection } from './state-projection.js';
import type { StepStarts } from './step-start.js';
import { OUT_OF_REACH, PATIENT_LIMITS, type VelocityFallback } from './velocity-fallback.js';
import { constraintsOf, kindsOfRows, POSITION, INEQUALITY, Violations } from './violations.js';
import type { Warnings } from './warnings.js';

/** Steps of a trial; one if a handle is moved from step to step, whose path is known no further. */
const AHEAD = 16;
/** Errors above this fraction of the path of a drive in a trial mean that nothing follows it. */
const LEFT_BEHIND = 0.05;
/** Steps between two trials of the steps ahead. */
const PAUSE = 4;
/** Fraction of the requested rate by which a motor may be slower. */
const SLOWED = 0.25;
/** Error above which rows are examined, relative to their size. */
const TRIGGER = 3e-5;
/** Drives count as still if a step moves them by less, relative to the size of their row. */
const STILL = 1e-13;

/**
 * Detects that something drives a mechanism past where it can go: a formula in the time, a motor,
 * or a handle. The part of `Cdot` that is not due to the bodies' velocities is the rate of a drive.
 */
export class Reach {
  /** Labels of the drives that went beyond reach in the last trial. */
  drivers: readonly string[] = [];
  /** True where the last step left constraints out of reach. */
  isLeft = false;
  /** True if a trial has replaced the factorization of the step. */
  hasTried = false;
  /** Steps until the next trial of the steps ahead. */
  #pause = 0;
  readonly #stepped: SteppedSystem;
  readonly #starts: StepStarts;
  readonly #stateProjection: StateProjection;
  readonly #fallback: VelocityFallback;
  readonly #warnings: Warnings;
  readonly #violations: Violations;
  #candidates: readonly ConstraintBinding[] | undefined;
  /** The quantity that is checked in each row; see violations.ts. */
  #kinds: Uint8Array = new Uint8Array(0);
  #rates = new Float64Array(0);
  #sizes: RowSizes | undefined;

  constructor(
    stepped: SteppedSystem,
    starts: StepStarts,
    stateProjection: StateProjection,
    fallback: VelocityFallback,
    warnings: Warnings,
  ) {
    this.#stepped = stepped;
    this.#starts = starts;
    this.#stateProjection = stateProjection;
    this.#fallback = fallback;
    this.#warnings = warnings;
    this.#violations = new Violations(stepped);
  }

  /** Adapts to a change of structure. What steps hand on stays: in a run taken again, contacts may be known already. */
  resize(): void {
    this.#candidates = undefined;
    this.#sizes = undefined;
  }

  /** Memory from step to step: 1 out of reach; within it 0, or one more than the pause. */
  get memory(): number {
    return this.isLeft ? 1 : this.#pause > 0 ? 1 + this.#pause : 0;
  }

  set memory(memory: number) {
    this.isLeft = memory === 1;
    this.#pause = Math.max(0, memory - 1);
  }

  /** Begins a step. */
  begin(): void {
    if (this.#pause > 0) this.#pause--;
    this.hasTried = false;
  }

  get #all(): RowRange {
    return this.#stepped.system.all;
  }

  /** True where the world has constraints that may drive it. */
  get drives(): boolean {
    return this.#found.length > 0;
  }

  /** Constraints that may drive the world. */
  get #found(): readonly ConstraintBinding[] {
    if (this.#candidates) return this.#candidates;
    const range = this.#all;
    const { count } = range.rows;
    this.#kinds = kindsOfRows(range.system.rowTable);
    this.#rates = new Float64Array(count);
    this.#candidates = range.batches.flatMap((batch) => {
      const { type, constraints, driven } = batch;
      if (type.maxForce !== undefined) return [];
      const hasRate = type.levels?.some((level, i) => level === 'velocity' && isEquation(type, i)) === true;
      const isTimed = type.dependsOnTime !== false && (type.relations === undefined || hasPositionRow(type));
      const some = hasRate || isTimed ? constraints : driven.map((place) => constraints[place]!);
      // The stiff rows of forces are rows of rates, and drive nothing.
      const own = some.filter((constraint) => !(constraint instanceof StiffConstraint));
      return own.map(bindingOf).filter(({ softness }) => !softness);
    });
    return this.#candidates;
  }

  /**
   * True if violated constraints moved further away at the last evaluation, or motors do not reach their
   * requested rates.
   */
  #isLost(): boolean {
    if (!this.drives) return false;
    const { C, Cdot } = this.#all.rows;
    let sizes: Float64Array | undefined;
    for (let r = 0; r < C.length; r++) {
      const kind = this.#kinds[r]!;
      const error = kind === INEQUALITY ? Math.min(0, C[r]!) : kind === POSITION ? C[r]! : 0;
      if (error === 0 || error * Cdot[r]! < 0) continue;
      sizes ??= this.#sizesOfRows();
      if (Math.abs(error) > TRIGGER * sizes[r]!) return this.#isOff();
    }
    return !this.areRatesMet();
  }

  /** True if drives have left constraints behind in a step of `dt`, and a trial shows no return. */
  leavesBehind(dt: number): boolean {
    return this.#pause === 0 && this.#isLost() && this.foresees(dt);
  }

  /** True if drives go beyond reach in a trial of the next steps of `dt`, which is taken now and then. */
  foresees(dt: number): boolean {
    if (this.#pause > 0) return false;
    this.hasTried = true;
    if (this.goesBeyond(dt)) return true;
    this.#pause = PAUSE;
    return false;
  }

  #isOff(): boolean {
    return this.#violations.of(new Set(constraintsOf(this.#stepped)))?.isPosition === true;
  }

  /** True if all motors nearly reach their requested rates. */
  areRatesMet(): boolean {
    return !this.#found.some((binding) => binding.type.levels !== undefined) || this.#slowed().length === 0;
  }

  /** Motors that reach less than three quarters of their requested rate. */
  #slowed(): readonly ConstraintBinding[] {
    if (this.#warnings.knows('W_CONTRADICTION', this.#stepped.system.structure)) return [];
    const { Cdot } = this.#all.rows;
    this.#findRates();
    return this.#found.filter((binding) =>
      binding.type.levels?.some(
        (level, i) =>
          level === 'velocity' &&
          isEquation(binding.type, i) &&
          Math.abs(Cdot[binding.row + i]!) >
            Math.max(this.#still(binding.row + i), SLOWED * Math.abs(this.#rates[binding.row + i]!)),
      ),
    );
  }

  #sizesOfRows(): Float64Array {
    return (this.#sizes ??= new RowSizes(this.#all)).find();
  }

  /** Rate of a row below which a drive counts as still. */
  #still(row: number): number {
    return (STILL / this.#stepped.usual) * this.#sizesOfRows()[row]!;
  }

  /** Finds the rates of the drives, `Cdot − J v` with `v` the rates of what bodies carry. */
  #findRates(): void {
    const range = this.#all;
    range.multiplyRates(this.#rates);
    for (let r = 0; r < this.#rates.length; r++) this.#rates[r] = range.rows.Cdot[r]! - this.#rates[r]!;
  }

  /**
   * Takes a few steps of `h` on trial, and returns true if the drives go beyond reach in them. The
   * present state is restored.
   */
  goesBeyond(h: number): boolean {
    if (!this.drives) return false;
    const start = this.#starts.save('trial');
    return this.#warnings.silently(() => {
      try {
        return this.#tries(h);
      } catch {
        // The application's motions and forces may have no value at later times.
        return false;
      } finally {
        start.goBack();
        this.#evaluate();
      }
    });
  }

  #tries(h: number): boolean {
    const stepped = this.#stepped;
    const { table } = this.#all;
    const isMoved = this.#found.some(({ connectors }) =>
      connectors.some((connector) => table.isDriven(connector) && !connector.accelerates),
    );
    const steps = isMoved ? 1 : AHEAD;
    for (let i = 0; i < steps; i++) {
      if (stepped.isBounded) this.#fallback.takeRegularizedWithinBounds(h);
      else this.#fallback.takeRegularized(h, true);
    }
    this.#evaluate();
    const slowed = this.#slowed();
    this.#findRates();
    const way = steps * h * this.#largestRate();
    const errors = this.#unreached();
    const isOff = errors !== undefined && norm(errors) > LEFT_BEHIND * way;
    if (slowed.length === 0 && !isOff) return false;
    this.drivers = this.#driversOf(slowed, isOff ? errors : undefined);
    return this.drivers.length > 0;
  }

  /** Errors of constraints that cannot be met where the trial ends. */
  #unreached(): Float64Array | undefined {
    const { projectedBounds, stabilized } = this.#stepped;
    const projection = projectedBounds
      ? new Projection(stabilized, projectedBounds.choose(true))
      : this.#stateProjection.projection;
    if (projection.projectPositions(PATIENT_LIMITS, WORTHWHILE, { regularization: OUT_OF_REACH })) return undefined;
    return projection.errors();
  }

  #largestRate(): number {
    let largest = 0;
    for (let r = 0; r < this.#kinds.length; r++)
      if (this.#kinds[r]! > 0) largest = Math.max(largest, Math.abs(this.#rates[r]!));
    return largest;
  }

  /** Labels of the drives that act on violated constraints, directly or through other constraints. */
  #driversOf(slowed: readonly ConstraintBinding[], errors: Float64Array | undefined): readonly string[] {
    const driving = this.#found.filter(({ type, row }) =>
      this.#rates.subarray(row, row + type.rows).some((rate, i) => Math.abs(rate) > this.#still(row + i)),
    );
    if (slowed.length > 0) return slowed.filter((binding) => driving.includes(binding)).map(({ label }) => label);
    const off = constraintsOf(this.#stepped).filter((constraint) => isAmong(constraint, errors!));
    const joined = this.#joinedTo(off.map(bindingOf));
    return driving.filter((binding) => joined.has(binding)).map(({ label }) => label);
  }

  /** All constraints that are connected to `some` through bodies. */
  #joinedTo(some: readonly ConstraintBinding[]): ReadonlySet<ConstraintBinding> {
    const all = constraintsOf(this.#stepped).map(bindingOf);
    const found = new Set(some);
    const owners = new Set(some.flatMap(ownersOf));
    for (let before = -1; found.size > before;) {
      before = found.size;
      for (const binding of all) {
        if (found.has(binding) || !ownersOf(binding).some((owner) => owners.has(owner))) continue;
        found.add(binding);
        for (const owner of ownersOf(binding)) owners.add(owner);
      }
    }
    return found;
  }

  #evaluate(): void {
    const { system, stores } = this.#stepped;
    system.all.evaluate(stores);
  }
}

const isEquation = ({ relations }: ConstraintType, i: number): boolean => (relations?.[i] ?? '==') === '==';

const hasPositionRow = (type: ConstraintType): boolean =>
  Array.from({ length: type.rows }, (_, i) => type.levels?.[i]).some((level) => level !== 'velocity');

/** The bodies that a constraint joins. */
const ownersOf = ({ connectors }: ConstraintBinding): readonly object[] =>
  connectors.flatMap(({ owner }) => (owner === null ? [] : [owner]));

/** True if a row of the constraint has more than a tenth of the largest error. */
function isAmong(constraint: Constraint, errors: Float64Array): boolean {
  const { type, row } = bindingOf(constraint);
  const largest = errors.reduce((most, error) => Math.max(most, Math.abs(error)), 0);
  return errors.subarray(row, row + type.rows).some((error) => Math.abs(error) > 0.1 * largest);
}
