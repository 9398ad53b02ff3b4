import { SpecError } from '../diagnostics/index.js';

/** What runs everything that a mechanism of its own does not. */
export const RUNTIME = 'holonomic/runtime steps it: loadScene(document).build().world.step(dt)';

/** The error for a scene that no module is made of, with the reason. */
export const refusal = (message: string, hint = RUNTIME): SpecError =>
  new SpecError([{ code: 'E_MECHANISM', message, hint }]);
