import type { Look } from '../../../src/canvas/picture.js';
import { Fingers, turnOf } from '../../../src/canvas/fingers.js';
import type { HandEvent } from './protocol.js';
import type { Theatre } from './theatre.js';

/** Moves and zooms the picture by fingers, or a mouse, that take hold of nothing in it. */
export class Panning {
  readonly #fingers = new Fingers();
  #isMiddle = false;
  readonly #onLook: (look: Look) => void;

  constructor(onLook: (look: Look) => void) {
    this.#onLook = onLook;
  }

  /** True for an event that is the paper's: it is for no hand then. */
  receive(event: HandEvent, { hand, isDeep }: Theatre): boolean {
    if (!('pointerId' in event)) return false;
    const { type, pointerId } = event;
    // A second finger is none that pulls.
    if (type === 'pointerdown') return this.#fingers.count > 0 || hand.point !== undefined;
    if (!this.#fingers.has(pointerId)) return false;
    if (type === 'pointermove') {
      const look = this.#fingers.move(pointerId, [event.clientX, event.clientY]);
      // Of space one turns the picture, and two, or the middle button, move it.
      const isTurn = isDeep && this.#fingers.count === 1 && !this.#isMiddle;
      if (look) this.#onLook(isTurn && look.by ? { at: look.at, turn: turnOf(look.by) } : look);
    } else if (type === 'pointerup' || type === 'pointercancel') this.#fingers.release(pointerId);
    return true;
  }

  /** Takes hold of the paper where a press found nothing to pull at; with the middle button in any case. */
  begin(event: HandEvent, { hand }: Theatre): void {
    if (event.type !== 'pointerdown' || hand.point !== undefined || event.button > 1) return;
    this.#isMiddle = event.button === 1;
    this.#fingers.press(event.pointerId, [event.clientX, event.clientY]);
  }
}
