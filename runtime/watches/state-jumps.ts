import { showTime, shownFormulas } from '../base/text.js';
import type { EquationParts } from '../equations/equations-of-motion.js';
import { Breaks } from '../recovery/breaks.js';
import type { StepWatch } from '../recovery/step-watch.js';
import type { Watch, WatchedStep, WatchedSteps } from './watch.js';

/**
 * Detects formulas that jump where bodies pass, as `p.y == (p.x > 0 ? 1 : 0)` does: some integrators pull bodies
 * across, with energy from nowhere. Rates that jump there, as in `ddt(u) == (u < 1 ? 2 : 0)`, are followed where a step
 * begins by bringing the velocities onto the constraints, which an adaptive integrator's own steps do not.
 */
export class StateJumps implements Watch {
  readonly #parts: EquationParts;
  readonly #watch: StepWatch;
  readonly #breaks: Breaks;

  constructor(parts: EquationParts, watch: StepWatch) {
    this.#parts = parts;
    this.#watch = watch;
    this.#breaks = new Breaks(parts);
  }

  structureChanged(): WatchedSteps {
    return this.#breaks.resize() ? 'all' : 'none';
  }

  beforeStep(): void {
    this.#breaks.begin();
  }

  afterStep({ start, isOwn }: WatchedStep): void {
    const { system } = this.#parts;
    if (this.#watch.warnings.knows('W_JUMP', system.structure)) return;
    const h = system.time - start;
    const found = this.#breaks.find(h);
    if (found === undefined || found.what === 'slope' || (found.what === 'rate' && !isOwn)) return;
    const time = start + found.at * h;
    const { label, type } = found.binding;
    const formula = `the formula of ${label} (${shownFormulas(type.formula.C)})`;
    this.#watch.warn({
      code: 'W_JUMP',
      message:
        found.what === 'rate'
          ? `Near t = ${showTime(time)} the motion passes where the rate of ${formula} jumps. That is an impact, which steps ` +
            'of dormandPrince() in world.run() do not see: the constraint is no longer held. Take world.step(dt), or ' +
            'velocityStep(), or let it change over a while, as smoothstep(1, 1.2, u) does from 0 to 1.'
          : `Near t = ${showTime(time)} the motion passes where ${formula} jumps. Nothing with mass can follow a jump: ` +
            'integrators pull bodies across with energy from nowhere, or leave the constraint. Let it change over a ' +
            'while, as smoothstep(1, 1.2, u) does from 0 to 1, or keep the motion away by a stop.',
      time,
      constraints: [label],
    });
  }
}
