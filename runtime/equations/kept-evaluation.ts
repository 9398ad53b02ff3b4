import { copy } from '../base/vector.js';
import type { ConstraintSystem, RowRange } from '../model/constraint-system.js';
import type { State } from '../model/state.js';

const NOTHING = new Float64Array(0);

/**
 * The evaluation of the rows at the end of a step, which the next step need not repeat: it stands until
 * coordinates, velocities or parameters change. Kept only where rows depend on nothing else, and where evaluating
 * them takes longer than this comparison: not in worlds of particles.
 */
export class KeptEvaluation {
  readonly #system: ConstraintSystem;
  readonly #state: State;
  /** The number of the evaluation, and the rows and the structure it is of; −1 if none is kept. */
  #evaluation = -1;
  #rows: RowRange | undefined;
  #structure = -1;
  #q = NOTHING;
  #v = NOTHING;
  #params: readonly Float64Array[] = [];

  constructor(system: ConstraintSystem, state: State) {
    this.#system = system;
    this.#state = state;
  }

  /** Keeps the evaluation of all rows that was just made at the present state. */
  keep(): void {
    const system = this.#system;
    if (!system.isSteady) return;
    const { q, v } = this.#state;
    const { batches } = system.all;
    if (!this.#isOfPresent) {
      this.#q = q.slice();
      this.#v = v.slice();
      this.#params = batches.map(({ params }) => params.slice());
      this.#rows = system.all;
      this.#structure = system.structure;
    } else {
      copy(q, 0, this.#q, 0, q.length);
      copy(v, 0, this.#v, 0, v.length);
      for (let i = 0; i < batches.length; i++)
        copy(batches[i]!.params, 0, this.#params[i]!, 0, this.#params[i]!.length);
    }
    this.#evaluation = system.evaluation;
  }

  /** True if rows are laid out as they were, in which others may have come into some, too. */
  get #isOfPresent(): boolean {
    return this.#rows === this.#system.all && this.#structure === this.#system.structure;
  }

  /** True if all rows are as an evaluation at the present state would leave them. */
  get stands(): boolean {
    const system = this.#system;
    if (this.#evaluation !== system.evaluation || !this.#isOfPresent) return false;
    const { q, v } = this.#state;
    if (!areSame(q, this.#q) || !areSame(v, this.#v)) return false;
    const { batches } = system.all;
    for (let i = 0; i < batches.length; i++) if (!areSame(batches[i]!.params, this.#params[i]!)) return false;
    return true;
  }
}

/** True if all numbers are equal, and none is NaN. */
function areSame(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
