import type { Scene } from './scene.js';

/** A run that is over in a moment, s, is shown in slow motion: it takes some seconds. */
const MOMENT = 0.25;
const SLOWED = 6;

/** Time of a scene's world per time that passes, as long as nobody chooses another. */
export const speedOf = ({ until }: Pick<Scene, 'until'>): number =>
  until !== undefined && until < MOMENT ? until / SLOWED : 1;
