import type { Space } from '../../runtime/model/constraint-type.js';
import type { BodySpec } from '../spec/body-spec.js';
import { describeParameter } from '../spec/describe.js';
import type { BodyModel, ConnectorModel, InertialModel } from './body-model.js';

/**
 * Turns a valid spec into a model in one space. Its points, angles and coordinates are the
 * connectors.
 */
export function modelOfSpec(className: string, spec: BodySpec, space: Space): BodyModel {
  const {
    summary,
    doc,
    coordinates,
    params = {},
    where = {},
    points,
    angles = {},
    directions = {},
    energy,
    kinetic,
    dissipation,
    sample = {},
  } = spec;
  const inertial = (
    section: string,
    field: string,
    formulas: readonly (readonly [string, string | undefined])[],
  ): InertialModel[] =>
    formulas.flatMap(([on, formula]) =>
      formula === undefined ? [] : [{ on, field: `${section}.${on}.${field}`, formula }],
    );
  return {
    name: className,
    summary,
    ...(doc === undefined ? {} : { doc }),
    space,
    coordinates: Object.entries(coordinates).map(([name, { unit, min, max }]) => ({
      name,
      kind: 'scalar',
      size: 1,
      rateSize: 1,
      ...(unit === undefined ? {} : { unit }),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    })),
    params: Object.entries(params).map(([name, param]) => describeParameter(name, param, space)),
    where,
    connectors: [
      ...Object.entries(points).map(([name, { at }]): ConnectorModel => ({
        name,
        kind: 'point',
        field: `points.${name}.at`,
        formula: at,
      })),
      ...Object.entries(angles).map(([name, { of }]): ConnectorModel => ({
        name,
        kind: 'scalar',
        field: `angles.${name}.of`,
        formula: of,
      })),
      ...Object.entries(directions).map(([name, { of }]): ConnectorModel => ({
        name,
        kind: 'direction',
        field: `directions.${name}.of`,
        formula: of,
      })),
      ...Object.keys(coordinates).map((name): ConnectorModel => ({
        name,
        kind: 'scalar',
        field: `coordinates.${name}`,
        formula: name,
        isCoordinate: true,
      })),
    ],
    masses: inertial(
      'points',
      'mass',
      Object.entries(points).map(([name, { mass }]) => [name, mass]),
    ),
    inertias: Object.entries({ angles, directions }).flatMap(([section, owners]) =>
      inertial(
        section,
        'inertia',
        Object.entries(owners).map(([name, { inertia }]) => [name, inertia]),
      ),
    ),
    ...(energy === undefined ? {} : { energy: { field: 'energy', formula: energy } }),
    ...(kinetic === undefined ? {} : { kinetic: { field: 'kinetic', formula: kinetic } }),
    ...(dissipation === undefined ? {} : { dissipation: { field: 'dissipation', formula: dissipation } }),
    sample: Object.fromEntries(
      Object.entries(sample).flatMap(([name, range]) => (range === undefined ? [] : [[name, range]])),
    ),
  };
}
