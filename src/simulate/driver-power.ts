import type { Connector, DirectionConnector, PointConnector, ScalarConnector } from '../../runtime/index.js';
import type { Driver } from './scene.js';

/** Power of the drivers at the last evaluation, W: constraint force times velocity, `λᵀ J v`. */
export function driverPower(drivers: readonly Driver[]): number {
  let power = 0;
  for (const { constraint, input } of drivers) {
    const force = constraint.forceOn(input as never); // throws for an input that does not exist
    const rate = rateOf((constraint.inputs as Readonly<Record<string, Connector>>)[input]!);
    for (let i = 0; i < force.length; i++) power += force[i]! * rate[i]!;
  }
  return power;
}

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
