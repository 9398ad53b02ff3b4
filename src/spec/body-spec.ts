import type { NoParameters, ParameterSpecs, Range, SpaceSpec } from './constraint-spec.js';

/** A coordinate of a body: a number that says, with the others, where all of the body is. */
export interface CoordinateSpec {
  /** Unit, of SI: `'rad'`, `'m'`. Where a spec names units, its formulas are checked dimensionally. */
  readonly unit?: string;
  /** Smallest and largest value allowed, inclusive: where the formulas hold. */
  readonly min?: number;
  readonly max?: number;
}

/** A point of a body: a connector, and if it has a mass, where that mass is. */
export interface PointSpec {
  /** Position, a vector of the space, m. */
  readonly at: string;
  /** Mass, kg, of parameters and numbers; a point without one only connects. */
  readonly mass?: string;
}

/** An angle of a body: a scalar connector, and in the plane what turns with an extended mass, such as a rigid link. */
export interface AngleSpec {
  /** The angle, rad. */
  readonly of: string;
  /** Moment of inertia about the point where the link's mass sits, kg m², of parameters and numbers. */
  readonly inertia?: string;
}

/** A direction of a body: a connector. */
export interface DirectionSpec {
  /** The unit vector, of the space; `normalize(…)` makes one of any vector. */
  readonly of: string;
}

/**
 * A kind of body as its author writes it: a parametric (Lagrangian) object, described by coordinates of its own, with masses at points that
 * the coordinates move. Plain data, as a constraint is.
 *
 * Formulas are those of constraints, of the coordinates, the parameters, the names under `where`, and `t`.
 */
export interface BodySpec<
  Coordinates extends Readonly<Record<string, CoordinateSpec>> = Readonly<Record<string, CoordinateSpec>>,
  Params extends ParameterSpecs = ParameterSpecs,
> {
  /** Marks the object as a body among the exports of a module; `defineBody` sets it. */
  readonly kind?: 'body';
  /** What the body is, in one sentence. */
  readonly summary: string;
  /** What one should know beyond that, for the documentation. */
  readonly doc?: string;
  readonly space: SpaceSpec;
  /** Each is a scalar connector, too. */
  readonly coordinates: Coordinates;
  readonly params?: Params;
  /** Names for parts of the formulas: name → formula, in any order. The names survive into the generated code. */
  readonly where?: Readonly<Record<string, string>>;
  readonly points: Readonly<Record<string, PointSpec>>;
  readonly angles?: Readonly<Record<string, AngleSpec>>;
  readonly directions?: Readonly<Record<string, DirectionSpec>>;
  /** A potential of the body's own, J, such as that of a spring inside it: its slope along the coordinates is a force on them. */
  readonly energy?: string;
  /** Ranges from which verification draws, per coordinate or parameter, where the default box leaves the domain. */
  readonly sample?: Readonly<Partial<Record<NoInfer<keyof Coordinates | keyof Params>, Range>>>;
}

/** What `defineBody` returns: the spec, marked. */
export type DefinedBody<
  Coordinates extends Readonly<Record<string, CoordinateSpec>> = Readonly<Record<string, CoordinateSpec>>,
  Params extends ParameterSpecs = ParameterSpecs,
> = BodySpec<Coordinates, Params> & { readonly kind: 'body' };

/**
 * Declares a kind of body. The name of the export becomes the name of the class.
 *
 * ```ts
 * export const Pendulum = defineBody({
 *   summary: 'A point mass on a massless arm.',
 *   space: 2,
 *   coordinates: { theta: { unit: 'rad' } },
 *   params: { length: { unit: 'm', min: 0 }, mass: { unit: 'kg', min: 0 } },
 *   points: { bob: { at: '[length * sin(theta), -length * cos(theta)]', mass: 'mass' } },
 * });
 * ```
 *
 * Returns the same plain data with a mark. Nothing of it is checked or computed here beyond the types, so that a spec file loads at once;
 * `derive` and `holonomic generate` report what is wrong with a spec.
 */
export function defineBody<
  const Coordinates extends Readonly<Record<string, CoordinateSpec>>,
  const Params extends ParameterSpecs = NoParameters,
>(spec: BodySpec<Coordinates, Params>): DefinedBody<Coordinates, Params> {
  return { ...spec, kind: 'body' };
}
