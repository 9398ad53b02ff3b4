/// <reference lib="dom" preserve="true" />
import type { Point2 } from '../painter/plane.js';
import type { View } from '../painter/view.js';
import { reachOf, type Grip } from './covers.js';
import { Fingers, turnOf } from './fingers.js';
import type { Look } from './picture.js';

/** What pulls at a point. */
export interface Puller {
  readonly point: Grip | undefined;
  readonly target: ArrayLike<number> | undefined;
  grab(point: Grip, target?: ArrayLike<number>): void;
  moveTo(target: ArrayLike<number>): void;
  release(): void;
}

/** What pointers and keys act on. Read at each event. */
export interface Grabbable {
  readonly hand: Puller;
  readonly view: View;
  readonly movable: readonly Grip[];
  pick(place: Point2, radius: number): Grip | undefined;
  /** Marks a point; it is drawn with a ring. */
  mark(point: Grip | undefined): void;
  readonly marked: Grip | undefined;
  togglePause(): void;
  /** What there is to see in space, and can be gone round. */
  readonly sights?: Sights | undefined;
}

/** A picture of space whose eye a visitor moves. */
export interface Sights {
  look(look: Look): void;
  /** Shows all there is again. */
  fit(): void;
}

/** Angle by which a press of an arrow key turns the eye, rad. */
const TURN_OF_KEY = 0.1;
/** Factor by which a press of a key zooms, and a pixel of a wheel. */
const ZOOM = 1.25;
const WHEEL = 1.009;
/** Distance that a press of an arrow key pulls, CSS pixels. */
const NUDGE = 12;
const ARROWS: Readonly<Record<string, Point2>> = {
  ArrowLeft: [-NUDGE, 0],
  ArrowRight: [NUDGE, 0],
  ArrowUp: [0, -NUDGE],
  ArrowDown: [0, NUDGE],
};

/** The nearest place in the picture: what is pulled out of it is lost from sight. */
const within = ([x, y]: Point2, { viewport: { width, height } }: View): Point2 => [
  Math.max(0, Math.min(x, width)),
  Math.max(0, Math.min(y, height)),
];

/**
 * Lets pointers and keys pull at points: page up and down choose one, arrows pull, escape lets go,
 * the space bar pauses. In space, what pulls at nothing turns the picture. `of` says what they act on now. Returns a function that ends it.
 */
export function listen(canvas: HTMLCanvasElement, of: () => Grabbable): () => void {
  let pointer: number | undefined;
  const ending = new AbortController();
  const placeOf = ({ clientX, clientY }: MouseEvent): Point2 => {
    const { left, top } = canvas.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void): void => {
    canvas.addEventListener(type, act, { signal: ending.signal, passive: false });
  };
  const letGo = (): void => {
    pointer = undefined;
    canvas.style.cursor = '';
    of().mark(undefined);
    of().hand.release();
  };
  /** Pointers that move the eye: one turns it, two zoom and shift what it sees. */
  const fingers = new Fingers();

  on('pointerdown', (event) => {
    if (pointer !== undefined || event.button !== 0) return;
    const place = placeOf(event);
    const point = fingers.count > 0 ? undefined : of().pick(place, reachOf(event));
    if (point === undefined) {
      if (of().sights === undefined) return;
      fingers.press(event.pointerId, place);
      canvas.setPointerCapture(event.pointerId);
      return;
    }
    pointer = event.pointerId;
    canvas.setPointerCapture(event.pointerId);
    canvas.style.cursor = 'grabbing';
    of().mark(point);
    of().hand.grab(point, of().view.locate(place, point.position));
  });
  // It comes after the pointer's event, and decides whether the finger scrolls; a page that still
  // scrolls from before has decided, and complains of being asked.
  on('touchstart', (event) => {
    if (pointer !== undefined && event.cancelable) event.preventDefault();
  });
  on('pointermove', (event) => {
    const place = placeOf(event);
    if (fingers.has(event.pointerId)) {
      const look = fingers.move(event.pointerId, place)!; // it is one of them
      of().sights?.look(fingers.count === 1 && look.by ? { at: place, turn: turnOf(look.by) } : look);
      return;
    }
    const { hand, view } = of();
    const { point } = hand;
    if (event.pointerId === pointer && point) hand.moveTo(view.locate(within(place, view), point.position));
    else if (pointer === undefined && !point) {
      const found = of().pick(place, reachOf(event));
      of().mark(found);
      canvas.style.cursor = found ? 'grab' : '';
    }
  });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    on(end, (event) => {
      fingers.release(event.pointerId);
      if (event.pointerId === pointer) letGo();
    });
  // The wheel scrolls the page; with the control key, as of a pinch on a touchpad, it zooms.
  on('wheel', (event) => {
    const { sights } = of();
    if (!sights || !event.ctrlKey || of().hand.point) return;
    event.preventDefault();
    sights.look({ at: placeOf(event), zoom: WHEEL ** -event.deltaY });
  });
  on('pointerleave', () => {
    if (pointer === undefined && !of().hand.point) of().mark(undefined);
  });
  on('blur', () => {
    if (pointer === undefined) letGo();
  });

  const choose = (step: 1 | -1): void => {
    of().hand.release();
    const { movable, marked } = of();
    if (movable.length === 0) return;
    const now = marked === undefined ? (step === 1 ? -1 : 0) : movable.indexOf(marked);
    of().mark(movable[(now + step + movable.length) % movable.length]);
  };
  const nudge = ([dx, dy]: Point2): void => {
    if (of().marked === undefined) choose(1);
    const { hand, marked, view } = of();
    if (marked === undefined) return;
    if (hand.point !== marked) hand.grab(marked);
    const [x, y] = view.place(hand.target!);
    hand.moveTo(view.locate(within([x + dx, y + dy], view), hand.target!));
  };
  /** Keys that move the eye: arrows with shift turn it, +, − and 0 zoom. */
  const lookBy = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const { sights, view } = of();
    if (!sights) return false;
    const { width, height } = view.viewport;
    const arrow = shiftKey ? ARROWS[key] : undefined;
    const at = [width / 2, height / 2] as const;
    if (arrow) sights.look({ at, turn: [(TURN_OF_KEY * arrow[0]) / NUDGE, (-TURN_OF_KEY * arrow[1]) / NUDGE] });
    else if (['+', '=', '-'].includes(key)) sights.look({ at, zoom: key === '-' ? 1 / ZOOM : ZOOM });
    else if (key === '0') sights.fit();
    else return false;
    return true;
  };
  on('keydown', (event) => {
    const arrow = ARROWS[event.key];
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (lookBy(event)) {
      event.preventDefault();
      return;
    }
    if (arrow) nudge(arrow);
    else if (event.key === 'PageDown') choose(1);
    else if (event.key === 'PageUp') choose(-1);
    else if (event.key === 'Escape') letGo();
    else if (event.key === ' ') of().togglePause();
    else return;
    event.preventDefault();
  });
  return () => {
    ending.abort();
    letGo();
  };
}
