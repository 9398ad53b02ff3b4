import { listen, type Grabbable } from '../../../src/canvas/pointer.js';
import type { HandEvent } from './protocol.js';

type Listener = (event: object) => void;

/**
 * Stands for the canvas of the page where pointers and keys act: events come as messages, and the
 * shape of the cursor goes back as one.
 */
export class HandEvents {
  readonly #listeners = new Map<string, Listener[]>();
  #close: (() => void) | undefined;
  readonly #canvas: HTMLCanvasElement;

  constructor(onCursor: (cursor: string) => void) {
    const listeners = this.#listeners;
    let cursor = '';
    const style = {
      get cursor() {
        return cursor;
      },
      set cursor(shape: string) {
        if (shape !== cursor) onCursor(shape);
        cursor = shape;
      },
    };
    // What `listen` uses of a canvas. The page captures the pointer itself.
    const canvas = {
      style,
      getBoundingClientRect: () => ({ left: 0, top: 0 }),
      setPointerCapture: () => undefined,
      addEventListener: (type: string, listener: Listener) => {
        listeners.set(type, [...(listeners.get(type) ?? []), listener]);
      },
    };
    this.#canvas = canvas as unknown as HTMLCanvasElement;
  }

  /** Lets events act on a stage, and no longer on the one before. */
  actOn(stage: Grabbable): void {
    this.#close?.();
    this.#listeners.clear();
    this.#close = listen(this.#canvas, () => stage);
  }

  receive(event: HandEvent): void {
    for (const listener of this.#listeners.get(event.type) ?? [])
      listener({ ...event, preventDefault: () => undefined });
  }
}
