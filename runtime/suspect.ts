import type { BodyFamily } from './body-family.js';
import type { ConstraintSystem, RowFault } from './constraint-system.js';
import { bindingOf } from './constraint.js';
import { showTime } from './describe-arguments.js';
import { maxAbs } from './vector.js';

function labelOf(owner: object | null): string | undefined {
  return owner !== null && 'label' in owner && typeof owner.label === 'string' ? owner.label : undefined;
}

/** Says which row was not finite, and where. */
export const describeFault = ({ label, args, time }: RowFault): string =>
  `the first value or derivative that is not finite is that of ${label} at t = ${showTime(time)}, with ${args}`;

/**
 * The body that the velocity `i` of the state belongs to, and the constraint whose rows were not finite or else, of the constraints on it, the one with the
 * largest multiplier, with the values of its inputs: as the subject of a sentence, for messages about solutions that go wrong there.
 */
export function suspectAt(i: number, families: readonly BodyFamily[], system: ConstraintSystem): string {
  const { fault } = system;
  const body = families.findLast(({ velocityOffset }) => velocityOffset <= i)?.labelOfVelocity(i) ?? 'the state';
  if (fault !== undefined) return `${body}; ${describeFault(fault)}`;
  let worst = -1;
  let suspect: string | undefined;
  for (const batch of system.batches) {
    for (let k = 0; k < batch.constraints.length; k++) {
      const constraint = batch.constraints[k]!;
      const { connectors, label } = bindingOf(constraint);
      if (!connectors.some(({ owner }) => labelOf(owner) === body)) continue;
      const largest = maxAbs(constraint.lambda);
      const size = Number.isNaN(largest) ? Infinity : largest;
      if (size <= worst) continue;
      worst = size;
      suspect = `${label}, with ${batch.describeArguments(k, system.table)},`;
    }
  }
  return suspect === undefined ? body : `${body}, and of its constraints ${suspect} carries the largest multiplier`;
}
