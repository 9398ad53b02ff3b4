import { capitalized } from '../base/text.js';
import { bindingOf } from '../model/constraint.js';
import type { WorldWarning } from '../recovery/warnings.js';
import type { WorldStructure } from './structure.js';

/** Constraints that the message names. */
const MOST_NAMES = 3;

/**
 * Warns that the solver with the label `solver`, which an application chose, does not get the rows of steps
 * in which multipliers are bounded; undefined where none are. A {@link Solver} solves `A λ = b`, and
 * knows no bounds. Rows that act on each other are solved for together, equations too.
 */
export function solverBoundsWarning({ system, integrator }: WorldStructure, solver: string): WorldWarning | undefined {
  if (system.isPlain) return undefined;
  const bounded = system.all.batches
    .flatMap(({ constraints }) => constraints.map(bindingOf))
    .filter(({ isBounded }) => isBounded)
    .map(({ label }) => label);
  if (bounded.length === 0) return undefined;
  const rest = bounded.length - MOST_NAMES;
  const names = bounded.slice(0, MOST_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  const steps =
    integrator.isAdaptive || integrator.takesSoftRows
      ? `${integrator.name}() takes every step of a world with such rows that way`
      : `${integrator.name}() takes the steps in which one of them acts that way, and leaves the others to the solver`;
  return {
    code: 'W_SOLVER_BOUNDS',
    message:
      `${capitalized(solver)} solves equations, and multipliers of some rows are bounded (inequalities, contacts, friction, largest forces): ${names}. ` +
      `They are found together with those of all other rows, by a method for bounds that no option replaces: ${steps}. ` +
      'Leave out the option solver to accept that, or write forces and equations in place of bounds.',
    time: system.time,
    constraints: bounded,
  };
}
