/** Counts the steps of a computation, and refuses to take more than a limit. */
export class Budget {
  readonly #limit: number;
  readonly #refuse: (limit: number) => never;
  #spent = 0;

  /** Creates a budget. `refuse` throws the error for a computation that takes too many steps. */
  constructor(limit: number, refuse: (limit: number) => never) {
    this.#limit = limit;
    this.#refuse = refuse;
  }

  get spent(): number {
    return this.#spent;
  }

  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent > this.#limit) this.#refuse(this.#limit);
  }
}
