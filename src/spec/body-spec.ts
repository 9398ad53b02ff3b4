import type { NoParameters, ParameterSpecs, Range, SpaceSpec } from './constraint-spec.js';

/**
 * A coordinate of a body: a number that, with the others, determines the position of the whole
 * body.
 */
export interface CoordinateSpec {
  /**
   * Unit, of SI: `'rad'`, `'m'`. Where a spec names units, its formulas are checked dimensionally.
   */
  readonly unit?: string;
  /** Smallest value allowed, and largest, inclusive: the range in which the formulas hold. */
  readonly min?: number;
  readonly max?: number;
}

/** A point of a body: a connector, and the position of a mass if it has one. */
export interface PointSpec {
  /** Position, a vector of the space, m. */
  readonly at: string;
  /** Mass, kg, a formula of parameters and numbers. A point without one only connects. */
  readonly mass?: string;
}

/**
 * An angle of a body: a scalar connector, and in the plane the angle of an extended mass, such as a
 * rigid link.
 */
export interface AngleSpec {
  /** The angle, rad. */
  readonly of: string;
  /**
   * Moment of inertia about the position of the link's mass, kg m², a formula of parameters and
   * numbers.
   */
  readonly inertia?: string;
}

/** A direction of a body: a connector. */
export interface DirectionSpec {
  /** The unit vector, of the space; `normalize(…)` makes one of any vector. */
  readonly of: string;
  /**
   * Second moment of mass along the direction, `∫ s² dm` about the centre of the mass, kg m², a
   * formula of parameters and numbers: for a slender rod its moment of inertia. A body that extends
   * in all directions has three directions with `(Iyy + Izz − Ixx) / 2` and so on.
   */
  readonly inertia?: string;
}

/**
 * A kind of body as its author writes it: a parametric (Lagrangian) object, described by
 * coordinates of its own, with masses at points that the coordinates move. It is plain data, like a
 * constraint.
 *
 * Formulas have the syntax of constraints. They know the coordinates, the parameters, the names
 * under `where`, and `t`.
 */
export interface BodySpec<
  Coordinates extends Readonly<Record<string, CoordinateSpec>> = Readonly<Record<string, CoordinateSpec>>,
  Params extends ParameterSpecs = ParameterSpecs,
> {
  /** Marks the object as a body among the exports of a module; `defineBody` sets it. */
  readonly kind?: 'body';
  /** The purpose of the body, in one sentence. */
  readonly summary: string;
  /** Further remarks, for the documentation. */
  readonly doc?: string;
  readonly space: SpaceSpec;
  /** The coordinates. Each is also a scalar connector. */
  readonly coordinates: Coordinates;
  readonly params?: Params;
  /**
   * Names for parts of the formulas: name → formula, in any order. The names survive into the
   * generated code.
   */
  readonly where?: Readonly<Record<string, string>>;
  readonly points: Readonly<Record<string, PointSpec>>;
  readonly angles?: Readonly<Record<string, AngleSpec>>;
  readonly directions?: Readonly<Record<string, DirectionSpec>>;
  /**
   * A potential of the body itself, J, such as that of a spring inside it. Minus its slope along
   * the coordinates is a force on them.
   */
  readonly energy?: string;
  /**
   * Kinetic energy, J, besides that of the masses and inertias given: of second degree in the rates
   * `ddt(…)` of the coordinates. `ddt(x)^2 * m(x) / 2` gives the mass matrix `m(x)` itself.
   */
  readonly kinetic?: string;
  /**
   * Dissipation function (Rayleigh's), W, of the coordinates and their rates `ddt(…)`. Minus its
   * slope along the rates is a force on the coordinates: for the damping force `c ẋ` it is
   * `c / 2 * ddt(x)^2`.
   */
  readonly dissipation?: string;
  /**
   * Ranges from which verification draws, per coordinate or parameter, where the default box leaves
   * the domain.
   */
  readonly sample?: Readonly<Partial<Record<NoInfer<keyof Coordinates | keyof Params>, Range>>>;
}

/** The return type of `defineBody`: the spec, marked. */
export type DefinedBody<
  Coordinates extends Readonly<Record<string, CoordinateSpec>> = Readonly<Record<string, CoordinateSpec>>,
  Params extends ParameterSpecs = ParameterSpecs,
> = BodySpec<Coordinates, Params> & { readonly kind: 'body' };

/**
 * Declares a kind of body. The name of the export becomes the name of the class.
 *
 * ```ts
 *  export const Pendulum = defineBody({
 *    summary: 'A point mass on a massless arm.',
 *    space: 2,
 *    coordinates: { theta: { unit: 'rad' } },
 *    params: { length: { unit: 'm', min: 0 }, mass: { unit: 'kg', min: 0 } },
 *    points: { bob: { at: '[length * sin(theta), -length * cos(theta)]', mass: 'mass' } },
 *  });
 * ```
 *
 * Returns the same plain data with a mark. Nothing but the types is checked here, so that a spec
 * file loads at once. `derive` and `holonomic generate` report mistakes in a spec.
 */
export function defineBody<
  const Coordinates extends Readonly<Record<string, CoordinateSpec>>,
  const Params extends ParameterSpecs = NoParameters,
>(spec: BodySpec<Coordinates, Params>): DefinedBody<Coordinates, Params> {
  return { ...spec, kind: 'body' };
}
