import { bindingOf, type Constraint } from '../model/constraint.js';
import { isBoundedType } from '../model/constraint-type.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { MultiplierEquations } from '../equations/multiplier-equations.js';
import type { ImplicitForces } from './implicit-forces.js';
import type { ProjectedBounds } from './projected-bounds.js';
import type { StabilizedSystem } from './stabilized-system.js';
import type { VelocityLevel } from './velocity-level.js';

/**
 * The code of bounds on multipliers. Constraints with bounds bring it, by the import of their base
 * {@link BoundedConstraint}, so that worlds without them do not load it.
 */
export interface Bounds {
  /** Makes the steps at velocity level of a structure. */
  level(stabilized: StabilizedSystem, forces: ImplicitForces): VelocityLevel;
  /** Makes what projects the rows of `equations`, all there are. */
  projection(equations: MultiplierEquations, plain: StabilizedSystem): ProjectedBounds;
  /**
   * True where rows of the constraints `bounded` may act in a step of `h` from the state at which
   * `system` was evaluated: a largest force always may, an inequality that is closed or closes within
   * the step. With `h = 0`: true where an inequality is violated.
   */
  act(system: ConstraintSystem, bounded: readonly ConstraintBinding[], h: number): boolean;
  /** `max −C` over the hard inequalities where `system` was evaluated, 0 at least; contacts of shapes are left out. */
  largestViolation(system: ConstraintSystem): number;
}

/** Key of the {@link Bounds} that constraints bring. */
export const BOUNDS = Symbol('bounds');

/** Returns the code that a constraint brings for its bounds; undefined where its class brings none. */
export const boundsOf = (constraint: Constraint): Bounds | undefined =>
  (constraint as { readonly [BOUNDS]?: Bounds })[BOUNDS];

/** The constraints of a system with bounded multipliers, and the code that they bring. */
export interface BoundedRows {
  readonly bindings: readonly ConstraintBinding[];
  readonly bounds: Bounds | undefined;
}

/** Returns the constraints of `system` with bounded multipliers. */
export function boundedOf({ all }: ConstraintSystem): BoundedRows {
  const bounded = all.batches.filter(({ type }) => isBoundedType(type)).flatMap(({ constraints }) => constraints);
  return { bindings: bounded.map(bindingOf), bounds: bounded[0] && boundsOf(bounded[0]) };
}
