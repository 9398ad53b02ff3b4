import { showTime } from '../base/text.js';
import { maxAbs } from '../base/vector.js';
import type { EquationParts } from '../equations/equations-of-motion.js';
import type { ConnectorTable } from '../model/connector-table.js';
import type { Connector } from '../model/connector.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import { DEFAULT_LIMITS } from '../stabilize/projection.js';
import { magnitudeOfProduct, type ConstraintSystem } from '../model/constraint-system.js';
import { nameDisagreements } from './contradiction.js';
import { StiffConstraint } from '../model/stiff-row.js';
import type { StepWatch } from './step-watch.js';
import type { WorldWarning } from './warnings.js';

/**
 * Part of a scene's size, or of its speed, by which constraints may be off at the start. Numbers
 * written with three digits are off by less.
 */
const TOLERANCE = 1e-3;
/** Part of `Cdot` that counts as rounding in `Cdot − J v`. */
const ROUNDING = 1e-9;

/** What is looked at in a row: nothing, `C`, `C` and `Cdot`, or `C` where it is negative. */
const NONE = 0;
const POSITION = 1;
const BOTH = 2;
const INEQUALITY = 3;

/** Warnings that say more about constraints that do not hold than that they do not. */
const BETTER = ['W_CONTRADICTION', 'W_OUT_OF_REACH'] as const;

/**
 * Looks whether constraints hold before the first step in which they take part, and warns if they
 * do not: the feedback then pulls them in by forces that are no part of the motion.
 *
 * A row is off if `|C|` exceeds a thousandth of `Σ |J| s`, with `s` the distances of a connector
 * from the origin, and of all points and their bodies from the centroid, or 1 for angles and
 * directions. An inequality is off only where it is violated. `|Cdot|` of equations is compared with
 * the largest speeds in the same way. Neither is off within the tolerances of assembly. Where
 * something prescribes rates, a motor that starts from rest, a formula in the time, or a handle,
 * `Cdot` is not looked at.
 */
export class IllegalStart {
  readonly #parts: EquationParts;
  readonly #watch: StepWatch;
  /** Constraints that were in a step, or were looked at before one. */
  readonly #known = new WeakSet<Constraint>();
  #structure = -1;
  #found: WorldWarning | undefined;

  constructor(parts: EquationParts, watch: StepWatch) {
    this.#parts = parts;
    this.#watch = watch;
  }

  /** Looks at constraints that are new in the step to come. Throws E_SINGULAR_POINT. */
  look(): void {
    const { system, stores } = this.#parts;
    this.#found = undefined;
    if (this.#structure === system.structure) return;
    this.#structure = system.structure;
    const fresh = this.#constraints().filter((one) => !this.#known.has(one));
    if (fresh.length === 0) return;
    system.extended.time = system.time;
    system.extended.evaluate(stores);
    this.#found = this.#judge(new Set(fresh));
    for (const constraint of fresh) this.#known.add(constraint);
  }

  /** Takes all constraints for ones that were in a step: those of a state that is restored. */
  acceptAll(): void {
    for (const constraint of this.#constraints()) this.#known.add(constraint);
  }

  #constraints(): Constraint[] {
    return this.#parts.system.extended.batches.flatMap(({ constraints }) => constraints);
  }

  /** Gives the warning of {@link look}, unless another one of this step says more. */
  tell(): void {
    const { system } = this.#parts;
    const { warnings } = this.#watch;
    if (this.#found && !BETTER.some((code) => warnings.knows(code, system.structure))) this.#watch.warn(this.#found);
    this.#found = undefined;
  }

  #judge(fresh: ReadonlySet<Constraint>): WorldWarning | undefined {
    const system = this.#parts.system.extended;
    const { rows } = system;
    const { sizes, speeds, driven } = this.#scales();
    const sums = new Float64Array(rows.count);
    const { position, velocity } = DEFAULT_LIMITS;
    const beyond = (
      values: Float64Array,
      scale: Float64Array,
      least: number,
      isLookedAt: (row: number) => boolean,
    ): Float64Array => {
      magnitudeOfProduct(system, scale, sums);
      const isOff = (value: number, r: number): boolean => Math.abs(value) > Math.max(least, TOLERANCE * sums[r]!);
      return values.map((value, r) => (isOff(value, r) && isLookedAt(r) ? value : 0));
    };
    const kinds = new Uint8Array(rows.count);
    for (const constraint of fresh) setKinds(constraint, driven.has(constraint) ? POSITION : BOTH, kinds);
    const violations = rows.C.map((value, r) => (kinds[r] === INEQUALITY ? Math.min(0, value) : value));
    const C = beyond(violations, sizes, position, (r) => kinds[r] !== NONE);
    const moving = new Float64Array(rows.count);
    system.multiply(system.table.v, moving);
    const Cdot = beyond(rows.Cdot, speeds, velocity, (r) => {
      const rate = rows.Cdot[r]!;
      return kinds[r] === BOTH && Math.abs(rate - moving[r]!) <= ROUNDING * Math.abs(rate);
    });
    const [isOff, moves] = [maxAbs(C) > 0, maxAbs(Cdot) > 0];
    if (!isOff && !moves) return undefined;
    const isOneSided = isOff && C.every((value, r) => value === 0 || kinds[r] === INEQUALITY);
    return illegalStart(system, isOff ? C : Cdot, isOff, isOneSided);
  }

  /** Sizes and speeds of connectors, over the connector table, and constraints on handles that move. */
  #scales(): { sizes: Float64Array; speeds: Float64Array; driven: ReadonlySet<Constraint> } {
    const { system, stores } = this.#parts;
    const { table } = system;
    const isCarried = ({ slot }: Connector): boolean => stores.some((store) => store.bodyAt(slot) >= 0);
    const lengths = new Set<Connector>();
    const numbers = new Set<Connector>();
    const places: ArrayLike<number>[] = [];
    const driven = new Set<Constraint>();
    for (const constraint of this.#constraints()) {
      const { connectors, type } = bindingOf(constraint);
      connectors.forEach((connector, i) => {
        const isLength = connector.kind === 'point' || type.inputs[i]!.unit === 'm';
        (isLength ? lengths : numbers).add(connector);
        if (connector.kind === 'point') places.push(...placesOf(connector, table));
        if (connector.moves && !isCarried(connector)) driven.add(constraint);
      });
    }
    const sizes = new Float64Array(table.x.length);
    const speeds = new Float64Array(table.x.length);
    for (const [connectors, size] of [
      [lengths, spread(places)],
      [numbers, 1],
    ] as const) {
      const carried = [...connectors].filter(isCarried);
      const speed = Math.max(0, ...carried.map(({ slot, size: n }) => maxAbs(table.v.subarray(slot, slot + n))));
      for (const { slot, size: n } of connectors) {
        for (let i = slot; i < slot + n; i++) sizes[i] = Math.max(size, Math.abs(table.x[i]!));
        speeds.fill(speed, slot, slot + n);
      }
    }
    return { sizes, speeds, driven };
  }
}

/** The position of a point, and that of the particle or rigid body that carries it. */
function placesOf({ slot, size, owner }: Connector, { x }: ConnectorTable): ArrayLike<number>[] {
  const place = x.subarray(slot, slot + size);
  if (owner === null || !('position' in owner) || !(owner.position instanceof Float64Array)) return [place];
  return [place, owner.position];
}

/** Root mean square of the distances of points from their centroid, m. */
function spread(places: readonly ArrayLike<number>[]): number {
  let sum = 0;
  for (let c = 0; c < (places[0]?.length ?? 0); c++) {
    let [mean, square] = [0, 0];
    for (const place of places) mean += place[c]! / places.length;
    for (const place of places) square += (place[c]! - mean) ** 2 / places.length;
    sum += square;
  }
  return Math.sqrt(sum);
}

/** Sets what is looked at in each row of a constraint; `ofEquations` in those of equations. */
function setKinds(constraint: Constraint, ofEquations: number, kinds: Uint8Array): void {
  if (constraint instanceof StiffConstraint) return;
  const { type, row, softness } = bindingOf(constraint);
  if (softness || type.maxForce !== undefined) return;
  for (let i = 0; i < type.rows; i++) {
    const relation = type.relations?.[i] ?? '==';
    if (relation === '==') kinds[row + i] = ofEquations;
    else if (relation === '>=' && type.levels?.[i] !== 'velocity') kinds[row + i] = INEQUALITY;
  }
}

function illegalStart(
  system: ConstraintSystem,
  off: Float64Array,
  isPosition: boolean,
  isOneSided: boolean,
): WorldWarning {
  const { labels, description } = nameDisagreements(system, off);
  const { time } = system;
  return {
    code: 'W_ILLEGAL_START',
    message:
      `Constraints do not hold where their first step begins, at t = ${showTime(time)}. ` +
      `They are off as follows (${isPosition ? 'C' : 'dC/dt'}): ${description}. ` +
      (isOneSided
        ? 'Each step takes back a part of that, which is no part of the motion. '
        : 'The feedback pulls them in by forces that are no part of the motion. ') +
      `Call world.assemble(${isPosition ? '' : '{ velocitiesOnly: true }'}) before that step.`,
    time,
    constraints: labels,
  };
}
