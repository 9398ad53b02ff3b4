import type { Look } from '../../../src/canvas/picture.js';
import { Fingers } from '../model/fingers.js';
import type { HandEvent } from './protocol.js';
import type { Theatre } from './theatre.js';

/** Moves and zooms the picture by fingers, or a mouse, that take hold of nothing in it. */
export class Panning {
  readonly #fingers = new Fingers();
  readonly #onLook: (look: Look) => void;

  constructor(onLook: (look: Look) => void) {
    this.#onLook = onLook;
  }

  /** True for an event that is the paper's: it is for no hand then. */
  receive(event: HandEvent, { hand }: Theatre): boolean {
    if (!('pointerId' in event)) return false;
    const { type, pointerId } = event;
    // A second finger is none that pulls.
    if (type === 'pointerdown') return this.#fingers.count > 0 || hand.point !== undefined;
    if (!this.#fingers.has(pointerId)) return false;
    if (type === 'pointermove') {
      const look = this.#fingers.move(pointerId, [event.clientX, event.clientY]);
      if (look) this.#onLook(look);
    } else if (type === 'pointerup' || type === 'pointercancel') this.#fingers.release(pointerId);
    return true;
  }

  /** Takes hold of the paper where a press found nothing to pull at; with the middle button in any case. */
  begin(event: HandEvent, { hand }: Theatre): void {
    if (event.type !== 'pointerdown' || hand.point !== undefined || event.button > 1) return;
    this.#fingers.press(event.pointerId, [event.clientX, event.clientY]);
  }
}
