/// <reference lib="dom" preserve="true" />
import type { PointConnector } from '../../runtime/index.js';
import type { Point2 } from '../painter/plane.js';
import type { View } from '../painter/view.js';
import type { Hand } from './hand.js';

/** What pointers and keys act on. Read at each event. */
export interface Grabbable {
  readonly hand: Hand;
  readonly view: View;
  readonly movable: readonly PointConnector[];
  pick(place: Point2, radius: number): PointConnector | undefined;
  /** Marks a point; it is drawn with a ring. */
  mark(point: PointConnector | undefined): void;
  readonly marked: PointConnector | undefined;
  togglePause(): void;
}

/** Largest distance at which a mouse, pen or finger takes hold of a point, CSS pixels. */
const REACH: Readonly<Record<string, number>> = { mouse: 26, pen: 26, touch: 44 };
/** Distance that a press of an arrow key pulls, CSS pixels. */
const NUDGE = 12;
const ARROWS: Readonly<Record<string, Point2>> = {
  ArrowLeft: [-NUDGE, 0],
  ArrowRight: [NUDGE, 0],
  ArrowUp: [0, -NUDGE],
  ArrowDown: [0, NUDGE],
};

/**
 * Lets pointers and keys pull at points: page up and down choose one, arrows pull, escape lets go,
 * the space bar pauses. Returns a function that ends it.
 */
export function listen(canvas: HTMLCanvasElement, stage: Grabbable): () => void {
  let pointer: number | undefined;
  const ending = new AbortController();
  const placeOf = ({ clientX, clientY }: PointerEvent): Point2 => {
    const { left, top } = canvas.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void): void => {
    canvas.addEventListener(type, act, { signal: ending.signal, passive: false });
  };
  const letGo = (): void => {
    pointer = undefined;
    canvas.style.cursor = '';
    stage.mark(undefined);
    stage.hand.release();
  };
  const reachOf = (event: PointerEvent): number => REACH[event.pointerType] ?? REACH['mouse']!;

  on('pointerdown', (event) => {
    if (pointer !== undefined || event.button !== 0) return;
    const place = placeOf(event);
    const point = stage.pick(place, reachOf(event));
    if (point === undefined) return;
    pointer = event.pointerId;
    canvas.setPointerCapture(event.pointerId);
    canvas.style.cursor = 'grabbing';
    stage.mark(point);
    stage.hand.grab(point, stage.view.locate(place, point.position));
  });
  // It comes after the pointer's event, and decides whether the finger scrolls.
  on('touchstart', (event) => {
    if (pointer !== undefined) event.preventDefault();
  });
  on('pointermove', (event) => {
    const place = placeOf(event);
    const { point } = stage.hand;
    if (event.pointerId === pointer && point) stage.hand.moveTo(stage.view.locate(place, point.position));
    else if (pointer === undefined && !point) {
      const found = stage.pick(place, reachOf(event));
      stage.mark(found);
      canvas.style.cursor = found ? 'grab' : '';
    }
  });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    on(end, (event) => {
      if (event.pointerId === pointer) letGo();
    });
  on('pointerleave', () => {
    if (pointer === undefined && !stage.hand.point) stage.mark(undefined);
  });
  on('blur', () => {
    if (pointer === undefined) letGo();
  });

  const choose = (step: 1 | -1): void => {
    stage.hand.release();
    const { movable, marked } = stage;
    if (movable.length === 0) return;
    const now = marked === undefined ? (step === 1 ? -1 : 0) : movable.indexOf(marked);
    stage.mark(movable[(now + step + movable.length) % movable.length]);
  };
  const nudge = ([dx, dy]: Point2): void => {
    if (stage.marked === undefined) choose(1);
    const { hand, marked, view } = stage;
    if (marked === undefined) return;
    if (hand.point !== marked) hand.grab(marked);
    const [x, y] = view.place(hand.target!);
    hand.moveTo(view.locate([x + dx, y + dy], hand.target!));
  };
  on('keydown', (event) => {
    const arrow = ARROWS[event.key];
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow) nudge(arrow);
    else if (event.key === 'PageDown') choose(1);
    else if (event.key === 'PageUp') choose(-1);
    else if (event.key === 'Escape') letGo();
    else if (event.key === ' ') stage.togglePause();
    else return;
    event.preventDefault();
  });
  return () => {
    ending.abort();
    letGo();
  };
}
