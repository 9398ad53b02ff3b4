/** Most states that are kept. */
const MOST = 200;
/** Changes of one group that follow each other within this time, ms, are undone together. */
const TOGETHER = 1500;

/** The states of a document, to go back and forth between. States are never changed, but replaced. */
export class History<State> {
  #past: readonly State[] = [];
  #future: readonly State[] = [];
  #present: State;
  #group: string | undefined;
  #changed = -Infinity;

  constructor(state: State) {
    this.#present = state;
  }

  get present(): State {
    return this.#present;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /**
   * Replaces the state. Changes of one `group` that follow each other soon are one step back:
   * letters of a formula, the way of a slider. Those of one act, `isOne`, are so however long it takes.
   */
  change(
    state: State,
    {
      group,
      isOne = false,
      now = 0,
    }: { readonly group?: string; readonly isOne?: boolean; readonly now?: number } = {},
  ): void {
    if (state === this.#present) return;
    const isSoon = isOne || now - this.#changed <= TOGETHER;
    const isMore = group !== undefined && group === this.#group && isSoon;
    if (!isMore) this.#past = [...this.#past, this.#present].slice(-MOST);
    this.#present = state;
    this.#future = [];
    this.#group = group;
    this.#changed = now;
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [this.#present, ...this.#future];
    this.#present = before;
    this.#group = undefined;
  }

  /** Goes back, and forgets the state that there was. */
  takeBack(): void {
    this.undo();
    this.#future = this.#future.slice(1);
  }

  redo(): void {
    const [after] = this.#future;
    if (after === undefined) return;
    this.#past = [...this.#past, this.#present];
    this.#future = this.#future.slice(1);
    this.#present = after;
    this.#group = undefined;
  }
}
