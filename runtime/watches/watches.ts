import { checkList, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { isAdaptive, type Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import type { MovedHandle } from '../model/handle.js';
import type { ParameterListener } from '../model/constraint-binding.js';
import type { StepWatch } from '../recovery/step-watch.js';
import { Drift } from './drift.js';
import { DrivenParameters } from './driven-parameters.js';
import { LowOrder } from './low-order.js';
import { GainedEnergy, type EnergyNow } from './gained-energy.js';
import { IllegalStart } from './illegal-start.js';
import { Jumps } from './jumps.js';
import { MistakenMilliseconds } from './mistaken-milliseconds.js';
import { RunawayEnergy } from './runaway-energy.js';
import { SlipGeometry } from './slip-geometry.js';
import { StateJumps } from './state-jumps.js';
import type { Watch } from './watch.js';

/**
 * The watches of a world:
 *
 * - `accuracy`: steps that are inaccurate or gain energy without a cause. They are retaken in shorter
 *   ones, and reported by W_ACCURACY, W_NEAR_SINGULAR or W_UNSTABLE. Steps of methods that estimate no error are only reported.
 * - `drivenParameters`: parameters that are changed before each step (W_DRIVEN_PARAMETER).
 * - `illegalStart`: constraints that do not hold where their first step begins (W_ILLEGAL_START).
 * - `slipGeometry`: friction rows that do not fit their surface (W_FRICTION).
 * - `jumps`: formulas and motions of handles that jump, in time or where bodies pass (W_JUMP).
 * - `drift`: constraints left behind by an adaptive integrator (W_DRIFT).
 * - `milliseconds`: steps that were probably meant in milliseconds (W_MILLISECONDS).
 */
export type WatchName =
  | 'accuracy'
  | 'drivenParameters'
  | 'illegalStart'
  | 'slipGeometry'
  | 'jumps'
  | 'drift'
  | 'milliseconds';

/** All watches, in the order in which they are called. */
const WATCH_NAMES: readonly WatchName[] = [
  'accuracy',
  'drivenParameters',
  'illegalStart',
  'slipGeometry',
  'jumps',
  'drift',
  'milliseconds',
];

/**
 * Checks the option `watches` of a world; all if left out. Throws E_LIST, and E_OPTIONS for a name that
 * does not exist, and where the world has an `accuracy` that nothing watches.
 */
export function readWatches(
  watches: readonly WatchName[] = WATCH_NAMES,
  accuracy: number | undefined,
): ReadonlySet<WatchName> {
  const names = checkList(watches, "Option 'watches' of a world", 'names of watches');
  for (const [i, name] of names.entries()) {
    if (WATCH_NAMES.some((known) => known === name)) continue;
    throw new HolonomicRuntimeError(
      'E_OPTIONS',
      `Option 'watches' of a world has ${show(name)} at index ${i}.`,
      `Known: ${WATCH_NAMES.join(', ')}. Leave the option out for all of them, and give [] for none.`,
    );
  }
  if (accuracy !== undefined && !watches.includes('accuracy')) {
    throw new HolonomicRuntimeError(
      'E_OPTIONS',
      `A world with accuracy ${show(accuracy)} does not watch it: option 'watches' lacks 'accuracy'.`,
      "Add 'accuracy' to the watches, or leave the option accuracy out.",
    );
  }
  return new Set(watches);
}

/** Watches of a world, and the listener to changes of parameters among them. */
export interface MadeWatches {
  readonly watches: readonly Watch[];
  readonly parameterListener: ParameterListener | undefined;
}

/**
 * Makes the watches of a world, except the part of `accuracy` that judges steps, which is in the
 * recovery. `energyNow` returns the energy of the present state, J; `handles` are those that users move.
 */
export function makeWatches(
  names: ReadonlySet<WatchName>,
  stepped: SteppedSystem,
  stepper: Stepper,
  warnings: StepWatch,
  energyNow: EnergyNow,
  handles: readonly MovedHandle[],
): MadeWatches {
  const { system, state } = stepped;
  const chooses = isAdaptive(stepper);
  const parameters = names.has('drivenParameters') ? new DrivenParameters(system, warnings) : undefined;
  const watches: readonly (Watch | undefined)[] = [
    // Called first: it needs the parameters that the next one clears.
    names.has('illegalStart') ? new IllegalStart(stepped, warnings, parameters) : undefined,
    parameters,
    names.has('slipGeometry') ? new SlipGeometry(system, warnings) : undefined,
    names.has('jumps') ? new Jumps(stepped, warnings, chooses) : undefined,
    names.has('jumps') ? new StateJumps(stepped, warnings) : undefined,
    // Other integrators correct errors in `C` themselves.
    names.has('drift') && chooses ? new Drift(stepped, warnings) : undefined,
    // Adaptive integrators estimate their errors.
    names.has('accuracy') && !chooses ? new LowOrder(stepped, stepper, warnings, energyNow, handles) : undefined,
    names.has('accuracy') && !chooses ? new GainedEnergy(stepped, stepper, warnings, energyNow) : undefined,
    names.has('accuracy') && !chooses ? new RunawayEnergy(stepped, warnings, energyNow) : undefined,
    // Adaptive integrators divide long steps.
    names.has('milliseconds') && !chooses ? new MistakenMilliseconds(state, warnings) : undefined,
  ];
  return { watches: watches.filter((watch) => watch !== undefined), parameterListener: parameters };
}
