import { showTime } from '../base/text.js';
import type { EquationParts } from '../equations/equations-of-motion.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import type { RowRange } from '../model/constraint-system.js';
import { nameDisagreements } from '../recovery/contradiction.js';
import type { DrivenParameters } from './driven-parameters.js';
import type { StepWatch } from '../recovery/step-watch.js';
import { constraintsOf, Violations, type Violation } from '../recovery/violations.js';
import type { WorldWarning } from '../recovery/warnings.js';
import type { Watch, WatchedSteps } from './watch.js';

/** Warnings that say more about constraints that do not hold than that they do not. */
const BETTER = ['W_CONTRADICTION', 'W_OUT_OF_REACH'] as const;

/**
 * Looks whether constraints hold before the first step in which they take part, and warns if they
 * do not: the feedback then pulls them in by forces that are no part of the motion.
 */
export class IllegalStart implements Watch {
  readonly #parts: EquationParts;
  readonly #watch: StepWatch;
  readonly #violations: Violations;
  readonly #drivenParameters: DrivenParameters | undefined;
  /** Constraints that were in a step, or were looked at before one. */
  readonly #known = new WeakSet<Constraint>();
  #found: WorldWarning | undefined;

  constructor(parts: EquationParts, watch: StepWatch, drivenParameters?: DrivenParameters) {
    this.#parts = parts;
    this.#watch = watch;
    this.#violations = new Violations(parts);
    this.#drivenParameters = drivenParameters;
  }

  /** Looks at constraints that are new in the step to come. Throws E_SINGULAR_POINT. */
  structureChanged(): WatchedSteps {
    this.#found = undefined;
    const fresh = constraintsOf(this.#parts).filter((one) => !this.#known.has(one));
    if (fresh.length === 0) return 'none';
    // What a parameter that was set put off is what a change of it means.
    const looked = fresh.filter((one) => this.#drivenParameters?.explains(bindingOf(one)) !== true);
    const violation = this.#violations.of(new Set(looked));
    this.#found = violation && illegalStart(this.#parts.system.all, violation);
    for (const constraint of fresh) this.#known.add(constraint);
    return 'first';
  }

  /** Takes all constraints for ones that were in a step. */
  restored(): void {
    for (const constraint of constraintsOf(this.#parts)) this.#known.add(constraint);
  }

  /** Gives the warning of {@link structureChanged}, unless another one of this step says more. */
  afterStep(): void {
    const { system } = this.#parts;
    const { warnings } = this.#watch;
    if (this.#found && !BETTER.some((code) => warnings.knows(code, system.structure))) this.#watch.warn(this.#found);
  }
}

function illegalStart(range: RowRange, { errors, isPosition, isOneSided }: Violation): WorldWarning {
  const { labels, description } = nameDisagreements(range, errors);
  const { time } = range;
  return {
    code: 'W_ILLEGAL_START',
    message:
      `Constraints do not hold where their first step begins, at t = ${showTime(time)}. ` +
      `They are off as follows (${isPosition ? 'C' : 'dC/dt'}): ${description}. ` +
      (isOneSided
        ? 'Each step takes back a part of that, which is no part of the motion. '
        : 'The feedback pulls them in by forces that are no part of the motion. ') +
      `Call assemble(world${isPosition ? '' : ', { velocitiesOnly: true }'}) before that step.`,
    time,
    constraints: labels,
  };
}
