import { turnCountsOf, type TurnCount } from '../model/bodies/turn-count.js';
import type { Stepper } from '../integrators/integrator.js';
import { SETTLING } from '../equations/feedback.js';
import { StepStart } from '../recovery/step-start.js';
import { copy } from '../base/vector.js';
import { isLook, type Watch, type WatchedStep, type WatchedSteps } from '../watches/watch.js';
import type { WorldStructure } from './structure.js';

const NOTHING = new Float64Array(0);

/** The steps of a world so far, and the present one. */
export class StepProgress {
  /** Number of steps completed. */
  steps = 0;
  /** Usual length of the last steps, s; 0 before the first. */
  dt = 0;
  readonly stepper: Stepper;
  readonly watches: readonly Watch[];
  /** Angles whose whole turns are counted. */
  readonly turns: readonly TurnCount[];
  /** The present step, as watches see it. */
  readonly step: { -readonly [K in keyof WatchedStep]: WatchedStep[K] } = {
    number: 0,
    start: 0,
    dt: 0,
    wasAccepted: true,
    isOwn: false,
    isFresh: true,
    isSettled: true,
  };
  /** The state at the beginning of the present step. */
  start: StepStart;
  readonly #structure: WorldStructure;
  /** The structure that watches know. */
  #watched = -1;
  /** The watches that look at steps of it, and at which; and those called before and after the present one. */
  #looking: readonly (readonly [Watch, WatchedSteps])[] = [];
  #before: readonly Watch[] = [];
  #after: readonly Watch[] = [];
  /** The watches that look at some steps. */
  #some: readonly Watch[] = [];
  #isFirst = false;
  /** The coordinates at the end of the last step, and the first step that is settled after they were set. */
  #end = NOTHING;
  #settled = 0;

  constructor(structure: WorldStructure, stepper: Stepper, watches: readonly Watch[]) {
    this.#structure = structure;
    this.stepper = stepper;
    this.watches = watches;
    this.turns = turnCountsOf(structure.world);
    this.start = new StepStart(structure.state, structure.system, stepper);
  }

  /** Memory of the integrator. */
  get memory(): Float64Array {
    return this.stepper.memory ?? NOTHING;
  }

  /** Counts whole turns from the present state on. */
  keepTurns(): void {
    if (this.turns.length > 0) for (const turns of turnCountsOf(this.#structure.world)) turns.keep();
  }

  /** Keeps the coordinates that a step has ended with, to see whether somebody sets them. */
  keepEnd(): void {
    const { q } = this.#structure.state;
    if (this.#end.length === q.length) copy(q, 0, this.#end, 0, q.length);
    else this.#end = q.slice();
  }

  #areSet(): boolean {
    const { q } = this.#structure.state;
    if (this.#end.length !== q.length) return false;
    for (let i = 0; i < q.length; i++) if (q[i] !== this.#end[i]) return true;
    return false;
  }

  /** Sizes the workspace after a change of structure. */
  resize(): void {
    this.start = new StepStart(this.#structure.state, this.#structure.system, this.stepper);
  }

  /** Lets watches look at the state before a step. */
  watchStart(): void {
    const { structure } = this.#structure.system;
    if (structure !== this.#watched) this.#choose(structure);
    if (this.#areSet()) this.#settled = this.step.number + SETTLING;
    this.step.isSettled = this.step.number >= this.#settled;
    for (const watch of this.#before) watch.beforeStep?.(this.step);
    if (isLook(this.step.number)) for (const watch of this.#some) watch.beforeStep?.(this.step);
  }

  /** Lets watches look at the state after a step. */
  watchEnd(): void {
    for (const watch of this.#after) watch.afterStep?.(this.step);
    if (isLook(this.step.number)) for (const watch of this.#some) watch.afterStep?.(this.step);
    if (this.#isFirst) this.#list(this.#looking.filter(([, steps]) => steps === 'all'));
    this.#isFirst = false;
  }

  /** Finds which watches look at the steps of a structure. */
  #choose(structure: number): void {
    this.#watched = structure;
    this.#looking = this.watches.map((watch) => [watch, watch.structureChanged()] as const);
    this.#list(this.#looking.filter(([, steps]) => steps === 'first' || steps === 'all'));
    this.#some = this.#looking.flatMap(([watch, steps]) => (steps === 'some' ? [watch] : []));
    this.#isFirst = true;
  }

  #list(looking: readonly (readonly [Watch, WatchedSteps])[]): void {
    this.#before = looking.flatMap(([watch]) => (watch.beforeStep ? [watch] : []));
    this.#after = looking.flatMap(([watch]) => (watch.afterStep ? [watch] : []));
  }
}
