import type { CoordinateDescription } from '../../runtime/model/bodies/body-type.js';
import type { BodyModel, ConnectorModel } from '../bodies/body-model.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { Graph } from '../symbolic/graph.js';
import type { Node } from '../symbolic/node.js';
import type { Orientation, Rotations } from '../symbolic/rotations.js';
import type { ExpandedParameter } from './expanded.js';
import type { ParsedField } from '../syntax/parse-field.js';

/** A body in one space, its formulas typed and written out in scalars. */
export interface ExpandedBody {
  readonly model: BodyModel;
  readonly graph: Graph;
  readonly coordinates: readonly ExpandedCoordinate[];
  readonly params: readonly ExpandedParameter[];
  readonly connectors: readonly ExpandedConnector[];
  /** Points with a mass: `x` in terms of the coordinates. */
  readonly masses: readonly { readonly x: readonly Node[]; readonly mass: Node }[];
  /** Angles and directions with an inertia: `x` in terms of the coordinates. */
  readonly inertias: readonly { readonly x: readonly Node[]; readonly inertia: Node }[];
  /** Orientations with an inertia tensor in body axes, row by row. */
  readonly tensors: readonly { readonly orientation: Orientation; readonly inertia: readonly (readonly Node[])[] }[];
  readonly energy: Node;
  /** Kinetic energy besides that of masses and inertias, and the dissipation; 0 where not given. */
  readonly kinetic: Node;
  readonly dissipation: Node;
  /** The formulas as they were read: those under `where`, and all others by their fields. */
  readonly formulas: { readonly where: readonly ParsedField[]; readonly others: ReadonlyMap<string, ParsedField> };
  readonly time: Node;
  readonly rotations: Rotations;
  /** Readable names of nodes. */
  readonly names: ReadonlyMap<Node, string>;
  /** The formulas' own text for nodes that stand in them. */
  readonly sources: ReadonlyMap<Node, string>;
  /** A diagnostic for each quantity that no formula uses. */
  readonly unused: readonly Diagnostic[];
}

/**
 * A coordinate with its variables and those of its rate. For an orientation these are the angular
 * velocity's.
 */
export interface ExpandedCoordinate extends CoordinateDescription {
  readonly components: readonly Node[];
  readonly rates: readonly Node[];
}

export interface ExpandedConnector extends ConnectorModel {
  readonly size: number;
  /** The variables that say where on the body a connector of this kind sits. */
  readonly local: readonly Node[];
  readonly value: readonly Node[];
}
