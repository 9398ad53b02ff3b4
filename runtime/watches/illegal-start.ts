import { showTime } from '../base/text.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import type { RowRange } from '../model/constraint-system.js';
import { nameDisagreements } from '../recovery/contradiction.js';
import type { DrivenParameters } from './driven-parameters.js';
import type { StepWatch } from '../recovery/step-watch.js';
import { constraintsOf, Violations, type Violation } from '../recovery/violations.js';
import type { WorldWarning } from '../recovery/warnings.js';
import type { Watch, WatchedSteps } from './watch.js';

/** Warnings that explain violated constraints better than this one. */
const BETTER = ['W_CONTRADICTION', 'W_OUT_OF_REACH'] as const;

/**
 * Warns if constraints are violated before their first step: the feedback then pulls bodies together by
 * forces that are no part of the motion.
 */
export class IllegalStart implements Watch {
  readonly #parts: EquationsOfMotion;
  readonly #watch: StepWatch;
  readonly #violations: Violations;
  readonly #drivenParameters: DrivenParameters | undefined;
  /** Constraints that have been in a step, or were checked before one. */
  readonly #known = new WeakSet<Constraint>();
  #found: WorldWarning | undefined;

  constructor(parts: EquationsOfMotion, watch: StepWatch, drivenParameters?: DrivenParameters) {
    this.#parts = parts;
    this.#watch = watch;
    this.#violations = new Violations(parts);
    this.#drivenParameters = drivenParameters;
  }

  /** Checks constraints that are new in the next step. Throws E_SINGULAR_POINT. */
  structureChanged(): WatchedSteps {
    this.#found = undefined;
    const fresh: Constraint[] = [];
    for (const { constraints } of this.#parts.system.all.batches)
      for (const one of constraints) if (!this.#known.has(one)) fresh.push(one);
    if (fresh.length === 0) return 'none';
    // A parameter that was just set is meant to shift its constraint.
    const looked = fresh.filter((one) => this.#drivenParameters?.explains(bindingOf(one)) !== true);
    const violation = this.#violations.of(new Set(looked));
    this.#found = violation && illegalStart(this.#parts.system.all, violation);
    for (const constraint of fresh) this.#known.add(constraint);
    return 'first';
  }

  /** Marks all constraints as having been in a step. */
  restored(): void {
    for (const constraint of constraintsOf(this.#parts)) this.#known.add(constraint);
  }

  /** Gives the warning found in {@link structureChanged}, unless another one explains more. */
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
