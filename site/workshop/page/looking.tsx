import type { JSX } from 'preact';
import type { Look } from '../../../src/canvas/picture.js';
import { workshop } from './workshop.js';

/** Factor of a step of zoom, and of a pixel of a wheel; part of the picture that an arrow moves it by. */
const ZOOM = 1.25;
const WHEEL = 1.0015;
const SHIFT = 0.1;
/** Lines and pages of a wheel in pixels. */
const UNITS = [1, 16, 400] as const;

/** Shows another part of the picture; all there is, if none is given. */
export function look(part?: Look): void {
  workshop.send({ kind: 'look', ...(part && { look: part }) });
}

const middle = (): readonly [number, number] => {
  const [width, height] = workshop.state.peek()?.size ?? [0, 0];
  return [width / 2, height / 2];
};

const zoomBy = (zoom: number): void => {
  look({ at: middle(), zoom });
};

/**
 * Zooms about the pointer. Where the page itself scrolls, a wheel does that, and zooms with the control
 * key, as a pinch on a touchpad does.
 */
export function onWheel(event: WheelEvent, element: Element): void {
  const { scrollHeight, clientHeight } = document.documentElement;
  if (!event.ctrlKey && scrollHeight > clientHeight) return;
  event.preventDefault();
  const { left, top } = element.getBoundingClientRect();
  const pixels = event.deltaY * (UNITS[event.deltaMode as 0 | 1 | 2] ?? 1) * (event.ctrlKey ? 6 : 1);
  look({ at: [event.clientX - left, event.clientY - top], zoom: WHEEL ** -pixels });
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [SHIFT, 0],
  ArrowRight: [-SHIFT, 0],
  ArrowUp: [0, SHIFT],
  ArrowDown: [0, -SHIFT],
};

/** Zooms by +, - and 0, moves the picture by arrows with the control key, and turns that of space with shift. True if the key was one of those. */
export function lookByKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  const arrow = ARROWS[key];
  if (shiftKey && arrow && workshop.document.peek().space === 3) {
    look({ at: middle(), turn: [-arrow[0], arrow[1]] });
    return true;
  }
  if (ctrlKey || metaKey) {
    const [width, height] = workshop.state.peek()?.size ?? [0, 0];
    if (arrow) look({ at: middle(), by: [arrow[0] * width, arrow[1] * height] });
    return arrow !== undefined;
  }
  if (key === '+' || key === '=') zoomBy(ZOOM);
  else if (key === '-') zoomBy(1 / ZOOM);
  else if (key === '0') look();
  else return false;
  return true;
}

/** Buttons that show more or less of the picture, and all there is. */
export function Looking(): JSX.Element | null {
  if (workshop.state.value === undefined) return null;
  return (
    <div class="looking" role="group" aria-label="Part that is shown">
      <button
        type="button"
        aria-label="Zoom out"
        title="Zoom out (−)"
        onClick={() => {
          zoomBy(1 / ZOOM);
        }}
      >
        −
      </button>
      <button
        type="button"
        aria-label="Zoom in"
        title="Zoom in (+)"
        onClick={() => {
          zoomBy(ZOOM);
        }}
      >
        +
      </button>
      <button
        type="button"
        title="Show all there is (0)"
        disabled={!workshop.state.value.isChosen}
        onClick={() => {
          look();
        }}
      >
        Fit
      </button>
    </div>
  );
}
