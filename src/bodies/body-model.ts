import type { CoordinateDescription } from '../../runtime/model/bodies/body-type.js';
import type { ConnectorKind, ParameterDescription, Space } from '../../runtime/model/constraint-type.js';

/**
 * A kind of body by its formulas, in one space: what `defineBody` and the rigid bodies have in
 * common, and all that the derivation of bodies knows.
 *
 * Formulas know the coordinates, the parameters, the names under `where`, and `t`. For an
 * orientation `o`, `rotate(o, r)` is the vector `r`, given in the body's axes, in world axes.
 */
export interface BodyModel {
  readonly name: string;
  readonly summary: string;
  readonly doc?: string;
  readonly space: Space;
  readonly coordinates: readonly CoordinateDescription[];
  readonly params: readonly ParameterDescription[];
  readonly where: Readonly<Record<string, string>>;
  readonly connectors: readonly ConnectorModel[];
  readonly masses: readonly InertialModel[];
  readonly inertias: readonly InertialModel[];
  /** Potential in the coordinates, J. */
  readonly energy?: FormulaModel;
  /** Kinetic energy in coordinates and rates, J, besides that of masses and inertias. */
  readonly kinetic?: FormulaModel;
  /** Dissipation function in coordinates and rates, W. */
  readonly dissipation?: FormulaModel;
  readonly sample: Readonly<Record<string, readonly [number, number]>>;
}

/** A formula and its path in the spec, for messages. */
export interface FormulaModel {
  readonly field: string;
  readonly formula: string;
}

export interface ConnectorModel extends FormulaModel {
  readonly name: string;
  readonly kind: ConnectorKind;
  /**
   * Set where the formula is about a place on the body: a vector named `local`, which each
   * connector of this kind has of its own.
   */
  readonly isLocal?: true;
  /** Set where the formula is a coordinate or a component of one: its unit is what that declares. */
  readonly isCoordinate?: true;
}

/**
 * A mass or an inertia. A mass sits at a point: a connector, or a coordinate that is a vector. An
 * inertia belongs to an angle or a direction: a connector, or a coordinate that is a scalar or an
 * orientation. For an orientation it is the tensor in body axes.
 */
export interface InertialModel extends FormulaModel {
  readonly on: string;
}
