import { lengthOf } from '../base/powers.js';
import { checkCallback, checkList, checkPositive } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import { internalsOf, type AnyWorld, type WorldInternals } from './internals.js';
import { checkBelongs, checkConstraint } from './membership.js';
import { removeConstraint } from './add-and-remove.js';

/** A constraint that has broken. */
export interface Break {
  readonly constraint: Constraint;
  /** End of the step in which it broke, s. */
  readonly time: number;
  /** Size of its multipliers in that step. */
  readonly force: number;
}

/** What {@link breakAt} returns. */
export interface Breaking {
  /** What has broken so far, in the order of breaking. */
  readonly broken: readonly Break[];
}

/**
 * Lets constraints break: each one whose multipliers `λ` have a size `‖λ‖` beyond `force` in a step is
 * removed at the end of that step, and `onBreak` is called with it. The unit is that of its
 * multipliers, N for a length. In an impact, which takes no time, the force is the mean over the step.
 *
 * ```ts
 * breakAt(world, [rod], 500, ({ constraint, time }) => console.log(`${constraint.type.name} at ${time} s`));
 * ```
 *
 * Throws E_WORLD, E_STEPPING, E_LIST, E_CONSTRAINT, E_NOT_IN_WORLD, E_NOT_POSITIVE, E_FUNCTION, and
 * E_INTEGRATOR for an integrator that chooses its steps.
 */
export function breakAt(
  world: AnyWorld,
  constraints: readonly Constraint[],
  force: number,
  onBreak?: (event: Break) => void,
): Breaking {
  const internals = internalsOf(world);
  const { structure } = internals;
  structure.checkOpen();
  const given = checkList(constraints, 'The constraints of breakAt', 'constraints') as readonly Constraint[];
  for (const constraint of given) {
    checkConstraint(constraint);
    const { label, world: home } = bindingOf(constraint);
    checkBelongs(label, home, structure.world);
  }
  checkPositive(force, 'The force of breakAt');
  checkCallback(onBreak, "The 'onBreak' of breakAt");
  if (structure.integrator.isAdaptive) {
    throw new HolonomicRuntimeError(
      'E_INTEGRATOR',
      `${structure.integrator.name}() chooses its steps, at whose ends nothing can break.`,
      'Use velocityStep() or rk4(). Or find the event: run({ events: [{ function, onEvent }] }), and remove it there.',
    );
  }
  structure.system.refusesEvents = true;
  const broken: Break[] = [];
  internals.listeners.push({
    beforeStep: () => undefined,
    afterStep: () => {
      for (const event of overloaded(internals, given, force)) {
        broken.push(event);
        onBreak?.(event);
      }
    },
    nextTime: () => undefined,
  });
  return { broken };
}

/** Removes what is loaded by more than `force`. */
function overloaded(
  { structure, stepped }: WorldInternals,
  constraints: readonly Constraint[],
  force: number,
): readonly Break[] {
  const found: Break[] = [];
  for (const constraint of constraints) {
    // What an application has removed does not break.
    if (bindingOf(constraint).world !== structure.world) continue;
    const size = lengthOf(constraint.lambda);
    if (size > force) found.push({ constraint, time: stepped.time, force: size });
  }
  for (const { constraint } of found) removeConstraint(structure, constraint);
  return found;
}
