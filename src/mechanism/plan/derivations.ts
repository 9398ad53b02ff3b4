import type { BodyType } from '../../../runtime/model/bodies/body-type.js';
import type { ConstraintType, ParameterDescription } from '../../../runtime/model/constraint-type.js';
import { RigidBody2D, RigidBody3D } from '../../../runtime/index.js';
import type { BodyModel, FormulaModel, InertialModel } from '../../bodies/body-model.js';
import { RIGID_BODY_2D, RIGID_BODY_3D } from '../../bodies/rigid-bodies.js';
import { deriveBody, type BodyDerivation } from '../../derive/derive-body.js';
import { deriveSpace, type SpaceDerivation } from '../../derive/derive-space.js';
import type { SceneBody } from '../../scene/connectors.js';
import { specOf } from '../../verify/derived-jdot.js';

const constraints = new WeakMap<ConstraintType, SpaceDerivation>();
const bodies = new WeakMap<object, BodyDerivation>();

/** The derivation of a class of constraints: its kernel as a program that is checked against the formula. */
export function derivationOf(type: ConstraintType): SpaceDerivation {
  let found = constraints.get(type);
  if (found === undefined) {
    found = deriveSpace(type.name, specOf(type), type.space ?? 2, { isLenient: true });
    constraints.set(type, found);
  }
  return found;
}

/** True for the class of rigid bodies in space. */
export const isSpatialBody = (derivation: BodyDerivation | undefined): boolean => derivation?.model === RIGID_BODY_3D;

/** True for a particle and a rigid body, whose formulas do not depend on time. */
export const isTimelessBody = (derivation: BodyDerivation | undefined): boolean =>
  derivation === undefined || derivation.model === RIGID_BODY_2D || isSpatialBody(derivation);

/** The derivation of the class of a body; undefined of a particle. */
export function derivationOfBody(body: SceneBody['body']): BodyDerivation | undefined {
  if (body instanceof RigidBody2D) return derived(RIGID_BODY_2D, () => RIGID_BODY_2D);
  if (body instanceof RigidBody3D) return derived(RIGID_BODY_3D, () => RIGID_BODY_3D);
  const { type } = body.constructor as { type?: BodyType };
  return type === undefined ? undefined : derived(type, () => modelOf(type));
}

function derived(key: object, model: () => BodyModel): BodyDerivation {
  let found = bodies.get(key);
  if (found === undefined) bodies.set(key, (found = deriveBody(model(), { isLenient: true })));
  return found;
}

/** A model from which the class could be made, without units and texts: only its values count. */
function modelOf({ name, summary, space, coordinates, params, connectors, formula }: BodyType): BodyModel {
  const inertial = (formulas: Readonly<Record<string, string>>): InertialModel[] =>
    Object.entries(formulas).map(([on, text]) => ({ on, field: on, formula: text }));
  const optional = (field: 'energy' | 'kinetic' | 'dissipation'): Partial<Record<string, FormulaModel>> =>
    formula[field] === undefined ? {} : { [field]: { field, formula: formula[field] } };
  return {
    name,
    summary,
    space,
    coordinates: coordinates.map(withoutUnit),
    params: params.map(withoutUnit),
    where: formula.where,
    connectors: connectors.map((connector) => ({
      name: connector.name,
      kind: connector.kind,
      field: connector.name,
      formula: formula.connectors[connector.name]!,
      ...(coordinates.some((one) => one.name === connector.name) && { isCoordinate: true as const }),
    })),
    masses: inertial(formula.masses),
    inertias: inertial(formula.inertias),
    ...optional('energy'),
    ...optional('kinetic'),
    ...optional('dissipation'),
    sample: formula.sample,
  };
}

const withoutUnit = <T extends { readonly unit?: string }>(described: T): Omit<T, 'unit'> =>
  Object.fromEntries(Object.entries(described).filter(([field]) => field !== 'unit')) as Omit<T, 'unit'>;

/** The components of a parameter that is left out. */
export const defaultsOf = ({ default: value = 0, size }: ParameterDescription): number[] =>
  typeof value === 'number' ? new Array<number>(size).fill(value) : [...value];
