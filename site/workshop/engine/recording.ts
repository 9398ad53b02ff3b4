import { HolonomicRuntimeError, type World } from '../../../runtime/index.js';
import type { Reading } from '../../../src/scene/readings.js';
import { readingsOf } from './facts.js';
import type { State } from './protocol.js';
import type { Theatre } from './theatre.js';

/** Time between the states that are kept to go back to, s. */
const KEPT_EVERY = 0.5;

/** What is noted of a scene while it moves: what is plotted, and states to go back to where a step fails. */
export class Recording {
  readonly #theatre: Theatre;
  readonly #readings: readonly Reading[];
  #samples: number[][] = [];
  #isNew = true;
  /** The latest state that was kept, and the one before. */
  #good: ReturnType<World['snapshot']>[] = [];

  /** `before` is the recording of a scene that this one goes on from, where that was. */
  constructor(theatre: Theatre, before?: Recording) {
    this.#theatre = theatre;
    this.#readings = readingsOf(theatre.scene, theatre.built);
    if (before === undefined) this.sample();
    else [this.#samples, this.#isNew] = [before.#samples, before.#isNew];
  }

  /** Reads what is plotted. */
  sample(): void {
    const { world } = this.#theatre;
    if (this.#samples.at(-1)?.[0] === world.time) return;
    try {
      if (this.#readings.some(({ isForce }) => isForce)) world.evaluate();
      this.#samples.push([world.time, ...this.#readings.map(({ read }) => read())]);
    } catch (error) {
      // Forces have no values at a singular point; the curve has a gap there.
      if (!(error instanceof HolonomicRuntimeError)) throw error;
    }
  }

  /** The samples since they were taken last. */
  take(): Pick<State, 'samples' | 'isNew'> {
    const taken = { samples: this.#samples, isNew: this.#isNew };
    this.#samples = [];
    this.#isNew = false;
    return taken;
  }

  /** Keeps a state now and then, for a step that fails later. */
  keep(): void {
    const { world } = this.#theatre;
    if (world.time - (this.#good.at(-1)?.time ?? -Infinity) < KEPT_EVERY) return;
    this.#good = [...this.#good.slice(-1), world.snapshot()];
  }

  /** Goes back to a state from before the failure, where there is one. */
  goBack(): void {
    const { world, balance } = this.#theatre;
    const [good] = this.#good;
    if (good !== undefined) world.restore(good);
    balance.restart();
  }
}
