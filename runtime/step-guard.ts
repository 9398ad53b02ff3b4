import { checkCallback, readOptions } from './check.js';
import { readProjection, type ProjectionOption } from './projection.js';
import { StepCorrection, type CorrectionParts } from './step-correction.js';
import { printWarning, type WorldWarning } from './warning.js';

/** What {@link stepGuard} takes. */
export interface StepGuardOptions {
  /** Projects positions and velocities onto the constraints after each step; not if left out. See {@link ProjectionOption}. */
  readonly projection?: ProjectionOption | undefined;
  /** Gets every warning, once. Prints with `console.warn` if left out. */
  readonly onWarning?: ((warning: WorldWarning) => void) | undefined;
}

/** A choice of what is done about steps that go wrong. One can serve any number of worlds. */
export interface StepGuard {
  /** Sets it to work in one world. Called by the runtime. */
  create(parts: CorrectionParts): StepCorrection;
}

/**
 * Looks after the steps of a {@link BareWorld} as a {@link World} does: a step that breaks down where constraints all but depend on each other is taken again at
 * velocity level; contradictions, and solvers and projections that did not converge, are warned of; states that are not finite are traced to the
 * constraint that they began with; and each step is projected if that is asked for.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NOT_POSITIVE, E_FUNCTION.
 */
export function stepGuard(options: StepGuardOptions = {}): StepGuard {
  const { projection, onWarning = printWarning } = readOptions(options, 'Options of stepGuard', [
    'projection',
    'onWarning',
  ]);
  const limits = readProjection(projection);
  checkCallback(onWarning, "Option 'onWarning'");
  return { create: (parts) => new StepCorrection(parts, limits, onWarning) };
}
