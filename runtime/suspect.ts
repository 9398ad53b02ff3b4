import type { BodyFamily } from './body-family.js';
import type { ConstraintSystem } from './constraint-system.js';
import { bindingOf } from './constraint.js';
import { maxAbs } from './vector.js';

function labelOf(owner: object | null): string | undefined {
  return owner !== null && 'label' in owner && typeof owner.label === 'string' ? owner.label : undefined;
}

/**
 * The body that the velocity `i` of the state belongs to, and of the constraints on it the one with the largest multiplier: as the subject of a
 * sentence, for messages about solutions that go wrong there.
 */
export function suspectAt(i: number, families: readonly BodyFamily[], system: ConstraintSystem): string {
  const body = families.findLast(({ velocityOffset }) => velocityOffset <= i)?.labelOfVelocity(i) ?? 'the state';
  let worst = -1;
  let suspect: string | undefined;
  for (const { constraints } of system.batches) {
    for (const constraint of constraints) {
      const { connectors, label } = bindingOf(constraint);
      if (!connectors.some(({ owner }) => labelOf(owner) === body)) continue;
      const largest = maxAbs(constraint.lambda);
      const size = Number.isNaN(largest) ? Infinity : largest;
      if (size <= worst) continue;
      worst = size;
      suspect = label;
    }
  }
  return suspect === undefined ? body : `${body}, and of its constraints ${suspect} carries the largest multiplier`;
}
