import type { Connector, Constraint, ConstraintType } from '../../runtime/index.js';

const known = new WeakMap<Constraint, readonly Connector[]>();

/** The connectors of a constraint, in the order of its inputs. They stay the same. */
export function connectorsOf(constraint: Constraint): readonly Connector[] {
  let connectors = known.get(constraint);
  if (connectors === undefined) {
    connectors = Object.values<Connector | readonly Connector[]>(
      constraint.inputs as Readonly<Record<string, Connector | readonly Connector[]>>,
    ).flat();
    known.set(constraint, connectors);
  }
  return connectors;
}

/** Tests whether a class keeps a point on a line by its first row, and by others only angles. */
export const isRail = ({ formula: { C }, rows, space }: ConstraintType): boolean =>
  space === 2 &&
  rows === C.length &&
  /^dot\(\w+ - \w+, \w+\)$/.test(C[0]!) &&
  C.slice(1).every((text) => /^\w+ - \w+ == \w+$/.test(text));
