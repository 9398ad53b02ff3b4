import type { SceneDocument } from '../model/document.js';
import { Shelf } from '../model/shelf.js';

/** Time after the last change until a document is kept, ms. */
const SAVE_AFTER = 400;

/** Keeps a document in the browser, as a new one after it was opened. */
export class Keeper {
  readonly shelf = new Shelf(() => window.localStorage);
  readonly #onDenied: () => void;
  /** The name under which changes are kept; none before the first change. */
  #id: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onDenied` is called where the browser keeps nothing. */
  constructor(onDenied: () => void) {
    this.#onDenied = onDenied;
  }

  /** Goes on with a document that was opened, under the name that it is kept under. */
  open(id: string | undefined): void {
    this.#id = id;
    clearTimeout(this.#timer);
  }

  /** Keeps the document as it is then, a while after the last change. */
  keep(read: () => SceneDocument): void {
    clearTimeout(this.#timer);
    this.#id ??= `${Date.now().toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`;
    const id = this.#id;
    this.#timer = setTimeout(() => {
      const document = read();
      this.shelf.keep({ id, title: document.title, changed: Date.now(), document });
      if (this.shelf.isDenied) this.#onDenied();
    }, SAVE_AFTER);
  }
}
