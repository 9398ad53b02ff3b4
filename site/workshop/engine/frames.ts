/** Asks for one frame at a time. */
export class Frames {
  readonly #ask: (act: () => void) => void;
  readonly #act: () => void;
  #isAsked = false;

  /** `act` is called at each frame that was asked for by `ask`. */
  constructor(ask: (act: () => void) => void, act: () => void) {
    this.#ask = ask;
    this.#act = act;
  }

  request(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#ask(() => {
      this.#isAsked = false;
      this.#act();
    });
  }
}
