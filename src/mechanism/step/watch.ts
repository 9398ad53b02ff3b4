import type { MechanismStep } from '../options.js';
import { WATCHED } from './rk4.js';

/** What a step at velocity level says of itself. */
const WATCHED_AT_VELOCITY_LEVEL = [...WATCHED.slice(0, 3), 'length'];

/** What a step says of itself, in this order in the array of the watch. */
export const watchedOf = (step: MechanismStep): readonly string[] =>
  step === 'rk4' ? WATCHED : WATCHED_AT_VELOCITY_LEVEL;

/** What the last of these says, by the method. */
export const LAST_WATCHED: Readonly<Record<MechanismStep, string>> = {
  rk4: "Largest entry of `h/3 (k₂ − k₃)` of the velocities: an estimate of the step's error, or more.",
  velocityStep:
    'Up to 1, a world takes the step in the same way. Beyond, a body turns by more than 1 rad, or a force is stiff.',
};
