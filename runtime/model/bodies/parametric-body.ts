import { readOptions } from '../../base/check.js';
import { showOnly } from '../../base/printing.js';
import { refuseAssignments } from '../../base/read-only.js';
import { defineParameters, readParameters } from '../parameters.js';
import { Body } from './body.js';
import { bindingOfBody } from './body-binding.js';
import { connectorsOfKind } from './body-connectors.js';
import type { BodyType } from './body-type.js';
import { coordinateAccessors, readCoordinates } from './coordinate-values.js';

/** Rates by the names of the coordinates. Those that are left out are zero. */
export type Rates<Coordinates extends object> = Partial<Coordinates>;

/**
 * Base of all bodies that are described by coordinates of their own. A generated class adds its
 * description and its types:
 *
 * ```ts
 * export class Pendulum extends ParametricBody<
 *   PendulumParams, PendulumCoordinates, PendulumPoints, PendulumScalars
 * > {
 *   static readonly type: BodyType = { … };
 *   constructor(
 *     params: PendulumParams,
 *     coordinates: PendulumCoordinates,
 *     rates?: Partial<PendulumCoordinates>,
 *   ) {
 *     super(Pendulum.type, params, coordinates, rates);
 *   }
 * }
 * ```
 *
 * `world.addBody(new Pendulum({ length: 1, mass: 1 }, { theta: 0.3 }))` adds it.
 */
export abstract class ParametricBody<
  Params extends object = object,
  Coordinates extends object = object,
  Points extends object = object,
  Scalars extends object = object,
  Directions extends object = object,
> extends Body {
  static {
    refuseAssignments(this.prototype, {
      coordinates: 'Set one, as in coordinates.theta = 2, or several by Object.assign(coordinates, { … }).',
      rates: 'Set one, as in rates.theta = 2, or several by Object.assign(rates, { … }).',
    });
  }

  /**
   * Parameters of the body. They can be set at any time between two steps and count from the next
   * evaluation on. Values are checked as in the constructor.
   */
  declare readonly params: Params;
  readonly #coordinates: Coordinates;
  readonly #rates: Coordinates;
  /**
   * Accelerations of the coordinates at the last evaluation, zero before the first and after bodies
   * or constraints were added or removed. `world.evaluate()` computes them at the present state.
   */
  readonly accelerations: Readonly<Coordinates>;
  /** Points of the body, by name: connectors. */
  readonly points: Points;
  /** Coordinates and angles of the body, by name: connectors. */
  readonly scalars: Scalars;
  /** Directions of the body, by name: connectors. */
  readonly directions: Directions;

  /**
   * Makes a body with these parameters, coordinates and rates.
   *
   * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_PARAMETER_MISSING, E_PARAMETER_RANGE,
   * E_COORDINATE_MISSING, E_COORDINATE_RANGE, E_QUATERNION, E_NUMBER, E_VECTOR, E_DIMENSION,
   * E_NOT_FINITE.
   */
  constructor(type: BodyType, params: Params, coordinates: Coordinates, rates: Rates<Coordinates> = {}) {
    const known = type.params.map(({ name }) => name);
    const given = readOptions(params, `Parameters of ${type.name}`, known, `${type.name} has no parameter`);
    super(type, readParameters(type, given as Readonly<Record<string, unknown>>), type.name);
    const binding = bindingOfBody(this);
    readCoordinates(binding, coordinates as Readonly<Record<string, unknown>>, rates);
    defineParameters(this, type, binding);
    this.#coordinates = coordinateAccessors(binding, 'value') as Coordinates;
    this.#rates = coordinateAccessors(binding, 'rate') as Coordinates;
    this.accelerations = coordinateAccessors(binding, 'acceleration') as Readonly<Coordinates>;
    this.points = connectorsOfKind(binding, 'point') as Points;
    this.scalars = connectorsOfKind(binding, 'scalar') as Scalars;
    this.directions = connectorsOfKind(binding, 'direction') as Directions;
    showOnly<ParametricBody>(this, ['label', 'params', 'coordinates', 'rates']);
  }

  /**
   * Coordinates of the body. Values are checked when set, also against the coordinate's range.
   * Scalars are numbers, others views on the state.
   */
  get coordinates(): Coordinates {
    return this.#coordinates;
  }

  /** Rates of the coordinates; for an orientation, the angular velocity in world axes, rad/s. */
  get rates(): Coordinates {
    return this.#rates;
  }

  override toJSON(): object {
    const { label, params, coordinates, rates } = this;
    return { label, params, coordinates, rates };
  }
}
