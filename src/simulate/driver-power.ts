import type { Connector, DirectionConnector, PointConnector, ScalarConnector } from '../../runtime/index.js';
import type { Driver } from './scene.js';

/**
 * Power of the drivers at the last evaluation, W: constraint force times velocity, `λᵀ J v`. That on
 * a handle is what the constraint takes from it, so a handle gives the opposite.
 */
export function driverPower(drivers: readonly Driver[]): number {
  let power = 0;
  for (const { constraint, input } of drivers) {
    const force = constraint.forceOn(input as never); // throws for an input that does not exist
    const connector = (constraint.inputs as Readonly<Record<string, Connector>>)[input]!;
    const rate = rateOf(connector);
    const sign = isHandle(connector) ? -1 : 1;
    for (let i = 0; i < force.length; i++) power += sign * force[i]! * rate[i]!;
  }
  return power;
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
