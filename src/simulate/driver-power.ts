import { connectorsOf } from '../painter/connectors.js';
import type { Connector, DirectionConnector, PointConnector, ScalarConnector } from '../../runtime/index.js';
import type { Driver } from './scene.js';

/**
 * Power of the drivers at the last evaluation, W: constraint force times velocity, `λᵀ J v`. That on
 * a handle is what the constraint takes from it, so a handle gives the opposite.
 */
export function driverPower(drivers: readonly Driver[]): number {
  let power = 0;
  for (const driver of drivers.flatMap(drivenInputs)) {
    const { connector } = driver;
    const force = driver.constraint.forceOn(driver.name as never);
    const rate = rateOf(connector);
    const sign = isHandle(connector) ? -1 : 1;
    for (let i = 0; i < force.length; i++) power += sign * force[i]! * rate[i]!;
  }
  return power;
}

/** All connectors by which drivers do work. */
export const drivenConnectors = (drivers: readonly Driver[] = []): ReadonlySet<Connector> =>
  new Set(drivers.flatMap(drivenInputs).map(({ connector }) => connector));

/** The input of a driver with its connector; of a list all its entries, or the one named, as `p[1]`. */
function drivenInputs({ constraint, input }: Driver): readonly DrivenInput[] {
  const connectors = connectorsOf(constraint);
  const found = constraint.type.inputs.flatMap(({ name }, i) =>
    name === input || name.replace(/\[\d+\]$/, '') === input ? [{ constraint, name, connector: connectors[i]! }] : [],
  );
  // Throws: there is no such input.
  if (found.length === 0) constraint.forceOn(input as never);
  return found;
}

interface DrivenInput {
  readonly constraint: Driver['constraint'];
  readonly name: string;
  readonly connector: Connector;
}

/** True for what carries itself and has no mass. */
const isHandle = (connector: Connector): boolean => connector.owner === connector && !('mass' in connector);

function rateOf(connector: Connector): ArrayLike<number> {
  switch (connector.kind) {
    case 'point':
      return (connector as PointConnector).velocity;
    case 'direction':
      return (connector as DirectionConnector).rate;
    case 'scalar':
      return [(connector as ScalarConnector).rate];
  }
}
