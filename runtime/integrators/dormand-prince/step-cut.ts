import type { EventDrivenRows } from '../../contact-modes/event-driven-rows.js';
import type { DormandPrinceState } from './state.js';
import type { IntegratedSystem } from '../integrator.js';

/**
 * The end of a step at an event of its rows: the step's solution goes on beyond it, and the state
 * there is another one after an impact.
 */
export class StepCut {
  /** True where the last step ends at an event. */
  isCut = false;
  /** Inequalities, friction and largest forces of the last step, if there are any. */
  rows: EventDrivenRows | undefined;
  #q = new Float64Array(0);
  #v = new Float64Array(0);
  #integral = new Float64Array(0);
  #impulses = new Float64Array(0);
  readonly #state: DormandPrinceState;

  constructor(state: DormandPrinceState) {
    this.#state = state;
  }

  /** Begins a step. */
  begin(): void {
    this.isCut = false;
  }

  /**
   * Looks for the first event in the step from `start` to `end`, at whose end `system` is, and
   * leaves it after that event. Returns the time of it, or `end`.
   */
  cut(rows: EventDrivenRows, system: IntegratedSystem, start: number, end: number): number {
    const state = this.#state;
    state.end(system);
    const time = rows.find(
      (t) => {
        system.time = t;
        state.interpolate((t - start) / (end - start), end - start, system);
        system.normalize();
      },
      start,
      end,
    );
    if (!(time < Infinity)) {
      rows.stay();
      state.goForward(system);
      return end;
    }
    rows.change();
    this.isCut = true;
    this.keep(system);
    return time;
  }

  /** Takes the present state for that after the event. */
  keep({ q, v, integral, impulses }: IntegratedSystem): void {
    this.#q = q.slice();
    this.#v = v.slice();
    this.#integral = integral.slice();
    this.#impulses = impulses.slice();
  }

  /** Sets `system` to the state after the event. */
  goForward({ q, v, integral, impulses }: IntegratedSystem): void {
    q.set(this.#q);
    v.set(this.#v);
    integral.set(this.#integral);
    impulses.set(this.#impulses);
  }
}
