import type { Diagnostic } from '../diagnostics/index.js';
import type { BodyModel } from '../bodies/body-model.js';
import type { ExpandedBody } from '../formula/expanded-body.js';
import { declaredUnits, type DeclaredUnits } from './declared-units.js';
import {
  JOULE,
  KILOGRAM,
  METRE,
  MOMENT_OF_INERTIA,
  NUMBER,
  over,
  RADIAN,
  SECOND,
  type Dimension,
} from './dimension.js';
import { requireUnit } from './require-unit.js';
import { UnitScope } from './scope.js';

/** The units that the coordinates and parameters of a body declare. */
export function bodyDeclarations({ coordinates, params }: BodyModel): DeclaredUnits {
  const byName = (list: readonly { readonly name: string }[]): Record<string, unknown> =>
    Object.fromEntries(list.map((entry) => [entry.name, entry]));
  return declaredUnits({ coordinates: byName(coordinates), params: byName(params) });
}

/** The unit that a formula of a body must have. */
interface Required {
  readonly field: string;
  readonly subject: string;
  readonly unit: Dimension;
}

/**
 * Checks the formulas of a body dimensionally: points are in metres, angles in radians, masses in
 * kilograms, moments of inertia in kg m², energies in joules, the dissipation in watts. A body that declares no unit is
 * not checked. Returns the faults.
 */
export function bodyUnitFaults(
  { model, formulas, coordinates, params }: ExpandedBody,
  { dimensions }: DeclaredUnits,
): readonly Diagnostic[] {
  if (dimensions.size === 0) return [];
  const scope = new UnitScope();
  for (const { name, kind, components } of coordinates)
    scope.define(name, components.length, kind === 'orientation' ? NUMBER : (dimensions.get(name) ?? null));
  scope.parameters(params, dimensions);
  scope.where(formulas.where);
  for (const { field, subject, unit } of requirementsOf(model)) {
    const parsed = formulas.others.get(field);
    if (parsed === undefined) continue;
    if (model.connectors.some((connector) => connector.field === field && connector.isLocal === true))
      scope.define('local', model.space, unit);
    scope.read(parsed, (checker, syntax) => requireUnit(checker, syntax, subject, unit));
  }
  return scope.diagnostics;
}

const WATT = over(JOULE, SECOND);
const CONNECTOR_UNITS = { point: METRE, direction: NUMBER, scalar: RADIAN } as const;

function requirementsOf({ connectors, masses, inertias, energy, kinetic, dissipation }: BodyModel): Required[] {
  return [
    ...connectors
      .filter(({ isCoordinate }) => isCoordinate !== true)
      .map(({ field, name, kind }) => ({
        field,
        subject: `The ${kind === 'scalar' ? 'angle' : kind} "${name}"`,
        unit: CONNECTOR_UNITS[kind],
      })),
    ...masses.map(({ field }) => ({ field, subject: 'A mass', unit: KILOGRAM })),
    ...inertias.map(({ field }) => ({ field, subject: 'A moment of inertia', unit: MOMENT_OF_INERTIA })),
    ...(energy === undefined ? [] : [{ field: energy.field, subject: 'The energy', unit: JOULE }]),
    ...(kinetic === undefined ? [] : [{ field: kinetic.field, subject: 'The kinetic energy', unit: JOULE }]),
    ...(dissipation === undefined ? [] : [{ field: dissipation.field, subject: 'The dissipation', unit: WATT }]),
  ];
}
