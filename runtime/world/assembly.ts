import { checkBoolean, readOptions } from '../base/check.js';
import { RowSizes } from '../equations/row-sizes.js';
import type { InputBlocks } from '../model/products/block-products.js';
import { nameDisagreements } from '../recovery/contradiction.js';
import type { StabilizedSystem } from '../stabilize/stabilized-system.js';
import type { ProjectedBounds } from '../stabilize/projected-bounds.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { Projection, readLimits, type ProjectionLimits } from '../stabilize/projection.js';
import { copy, maxAbs } from '../base/vector.js';
import { serveMethod } from './served-methods.js';
import { internalsOf, type AnyWorld } from './internals.js';

/**
 * Options of {@link assemble}. The limits at which it ends are `max |C|` (1e-10 if left out),
 * `max |Cdot|` (1e-9), and iterations (200) for each; in large worlds, rounding suffices.
 */
export interface AssembleOptions extends Partial<ProjectionLimits> {
  /**
   * True to leave positions as they are, and to bring velocities alone onto the constraints. False
   * if left out.
   */
  readonly velocitiesOnly?: boolean;
}

const ASSEMBLY_LIMITS: ProjectionLimits = { position: 1e-10, velocity: 1e-9, maxIterations: 200 };
/** Factor by which an iteration must reduce the error for assembly to go on. */
const PROGRESS = 1 - 1e-6;
/**
 * Distance, relative to the constraint's error, by which connectors are moved from a point where a
 * formula has no slope.
 */
const NUDGE = 1e-2;
/** Number of attempts, from points slightly apart. */
const ATTEMPTS = 4;

/**
 * Brings positions, then velocities, from an inconsistent start onto the constraints, by damped
 * Gauss-Newton steps. The changes are small in the metric of the masses. Redundant constraints do no
 * harm, handles stay where they are, and inequalities that are violated are moved to their bounds.
 * With `velocitiesOnly: true` positions stay, too.
 *
 * ```ts
 * assemble(world); // after bodies were placed by eye
 * ```
 *
 * At a point where a formula has no slope (a rod of length zero) or slope zero, its connectors are
 * first moved a little, in directions that depend only on their number. If that leads to no
 * admissible state, all connectors of violated constraints are moved a little, and assembly is tried
 * again: the start may have been a saddle, such as a ring laid out along a line.
 *
 * Throws E_ASSEMBLY if that leads to no admissible state, with the world as it was before. The error
 * names the constraints that disagree, and by how much. Throws E_WORLD, E_OPTIONS, E_OPTION_UNKNOWN,
 * E_NOT_POSITIVE, E_BOOLEAN, E_STEPPING.
 */
export function assemble(world: AnyWorld, options: AssembleOptions = {}): void {
  const internals = internalsOf(world);
  const { structure, stepped } = internals;
  structure.checkOpen();
  const { velocitiesOnly, ...limits } = readAssembleOptions(options);
  internals.layOutContacts(0);
  structure.during('calculating', () => {
    bringTogether(stepped.stabilized, stepped.projectedBounds?.choose(false), limits, velocitiesOnly);
  });
}

serveMethod('assemble', assemble);

/** Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NOT_POSITIVE, E_BOOLEAN. */
function readAssembleOptions(options: AssembleOptions): Required<AssembleOptions> {
  const names = [...Object.keys(ASSEMBLY_LIMITS), 'velocitiesOnly'];
  const { velocitiesOnly, ...limits } = readOptions(options, 'Assemble options', names);
  return {
    ...readLimits(limits, 'Assemble', ASSEMBLY_LIMITS),
    velocitiesOnly: checkBoolean(velocitiesOnly, "Assemble 'velocitiesOnly'"),
  };
}

function bringTogether(
  plain: StabilizedSystem,
  bounds: ProjectedBounds | undefined,
  limits: ProjectionLimits,
  velocitiesOnly: boolean,
): void {
  const { position, velocity } = limits;
  const stabilized = bounds?.stabilized ?? plain;
  const { q, v } = stabilized.state;
  const start = { q: q.slice(), v: v.slice() };
  const { impulses } = stabilized.range.system;
  // Those of the last step: what brings constraints together is none.
  const ofStep = impulses.slice();
  let completed = false;
  try {
    const projection = new Projection(plain, bounds);
    let reached = velocitiesOnly;
    if (velocitiesOnly) stabilized.range.evaluate(stabilized.stores);
    for (let attempt = 0; attempt < ATTEMPTS && !reached; attempt++) {
      const flat = nudge(stabilized, projection, position, attempt, true);
      if (!flat && attempt > 0) nudge(stabilized, projection, position, attempt, false);
      reached = projection.projectPositions(limits, PROGRESS);
    }
    if (!reached) throw failure(stabilized, 'positions', projection.errors(), 'C', position);
    if (!projection.projectVelocities(limits)) {
      throw failure(stabilized, 'velocities', projection.rates(), 'dC/dt', velocity);
    }
    completed = true;
  } finally {
    impulses.set(ofStep);
    if (!completed) {
      copy(start.q, 0, q, 0, q.length);
      copy(start.v, 0, v, 0, v.length);
    }
  }
}

/** True if the slope of row `r` of constraint `k` is not finite, or zero. */
function isFlat(blocks: readonly InputBlocks[], k: number, r: number): boolean {
  let sum = 0;
  for (const { J, stride, offset, size } of blocks) {
    const start = k * stride + offset + r * size;
    for (let c = 0; c < size; c++) sum += Math.abs(J[start + c]!);
  }
  return !(sum > 0 && sum < Infinity);
}

/**
 * Moves the connectors of violated constraints, farther in every attempt. If `flat`, only of
 * constraints without slope. Returns true if there are any.
 */
function nudge(
  { state, stores, range }: StabilizedSystem,
  projection: Projection,
  limit: number,
  attempt: number,
  flat: boolean,
): boolean {
  range.evaluate(stores);
  const errors = projection.errors();
  const f = new Float64Array(range.table.x.length);
  let largest = 0;
  let count = 0;
  for (const { blocks, type, constraints, firstRow } of range.batches) {
    for (let k = 0; k < constraints.length; k++) {
      for (let r = 0; r < type.rows; r++) {
        const error = Math.abs(errors[firstRow + k * type.rows + r]!);
        if (error <= limit || (flat && !isFlat(blocks, k, r))) continue;
        if (error < Infinity) largest = Math.max(largest, error);
        for (const { slots, inputs, input, size } of blocks) {
          const slot = slots[k * inputs + input]!;
          // Multiples of the golden ratio spread the directions and never repeat.
          for (let c = 0; c < size; c++) f[slot + c] = (((++count + 7 * attempt) * 0.618033988749895) % 1) - 0.5;
        }
        break;
      }
    }
  }
  if (count === 0) return false;
  const d = new Float64Array(state.v.length);
  for (const store of stores) store.addAccelerations(f, d);
  const moved = new Float64Array(f.length);
  for (const store of stores) store.toConnectors(d, moved);
  const farthest = maxAbs(moved);
  if (!(farthest > 0)) return false;
  const length = new RowSizes(range).length();
  const scale = ((NUDGE * (1 + attempt)) / farthest) * (largest > 0 ? Math.min(largest, length) : length);
  for (let i = 0; i < d.length; i++) d[i]! *= scale;
  for (const store of stores) store.displace(d);
  for (const store of stores) store.normalize();
  return true;
}

function failure(
  { range }: StabilizedSystem,
  what: string,
  residual: Float64Array,
  missed: string,
  limit: number,
): HolonomicRuntimeError {
  const { labels, description } = nameDisagreements(range, residual);
  return new HolonomicRuntimeError(
    'E_ASSEMBLY',
    `No ${what} near the present ones satisfy all constraints to ${limit}. At the nearest found they are off as follows (${missed}): ${description}.`,
    labels.length === 1
      ? 'Change its parameters, or start nearer to where it holds, if there is such a place.'
      : 'Remove one of these constraints, make their parameters agree, or start nearer to where they hold.',
  );
}
