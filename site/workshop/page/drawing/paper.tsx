import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Fingers } from '../../../../src/canvas/fingers.js';
import { apart, fixedPlaces, toPicture, type Position, type Sketch } from '../../model/drawing/sketch.js';
import { gridStep, type SnapOptions, type Spot } from '../../model/drawing/spots.js';
import { wordsOfTool } from '../../model/drawing/tools.js';
import { short, wordsFor } from '../../model/drawing/words.js';
import { look, lookByKey, onWheel } from '../looking.js';
import { workshop } from '../workshop.js';
import {
  begun,
  closeBody,
  corners,
  isStroke,
  letGo,
  moveTo,
  options,
  pointer,
  press,
  release,
  said,
  selectAt,
  spotOf,
  take,
  takeBackPress,
  tool,
  type Said,
} from './hands.js';
import { isThere } from './selection.js';
import { Marks } from './marks.js';

/** Distance within which a point is meant, CSS pixels. */
const REACH: Readonly<Record<string, number>> = { mouse: 14, pen: 16, touch: 26 };
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What hands draw on: it lies over the picture while a tool is taken, and shows what the tool would do. */
export function Paper(): JSX.Element | null {
  // Where hands cannot draw, that is said.
  if (tool.value === 'hand') return said.value === undefined ? null : <Saying />;
  return <Sheet sketch={workshop.sketch.value} />;
}

/** The sketch comes a moment after the tool is taken: what is pressed until then waits for it. */
function Sheet({ sketch }: { readonly sketch: Sketch | undefined }): JSX.Element {
  const sheet = useRef<HTMLDivElement>(null);
  const spoken = useRef<HTMLParagraphElement>(null);
  const fingers = useRef(new Fingers()).current;
  /** True from when fingers move the paper until all have left it. */
  const isMoved = useRef(false);
  const hold = useRef(new LongPress()).current;
  useEffect(() => {
    const element = sheet.current!;
    const wheel = (event: WheelEvent): void => {
      if (begun.peek() === undefined) onWheel(event, element);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', wheel);
    };
  }, []);
  // The focus goes over before the paper is gone.
  useLayoutEffect(() => {
    // Who drew goes on drawing with the next tool, and pulls at the picture after the last.
    const element = sheet.current!;
    const picture = element.closest('.picture');
    const active = document.activeElement;
    if (active === null || active === document.body || active.closest('.picture') !== null) element.focus();
    return () => {
      if (document.activeElement === element) picture?.querySelector<HTMLElement>('canvas.scene')?.focus();
    };
  }, []);
  /** What is drawn stays on the paper: beyond its edge, it could not be taken hold of again. */
  const placeOf = ({ clientX, clientY }: PointerEvent): Position => {
    const { left, top, width, height } = sheet.current!.getBoundingClientRect();
    return [Math.min(width, Math.max(0, clientX - left)), Math.min(height, Math.max(0, clientY - top))];
  };
  const how = ({ pointerType, shiftKey }: PointerEvent): SnapOptions => ({
    reach: REACH[pointerType] ?? 14,
    snaps: !shiftKey,
  });
  const follow = (event: PointerEvent): void => {
    options.value = how(event);
    moveTo(placeOf(event), how(event));
  };
  /** Says where the cross of the keyboard is. */
  const speak = (place: Position): void => {
    const spot = spotOf(place, options.peek());
    if (spoken.current && spot)
      spoken.current.textContent = `${short(spot.at[0])}, ${short(spot.at[1])}: ${nameOf(spot)}`;
  };
  const goTo = (place: Position): void => {
    moveTo(place, options.peek());
    speak(place);
  };
  const onKey = (event: KeyboardEvent): void => {
    // The paper stays where it is under a stroke.
    if (begun.peek() === undefined && lookByKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || sketch === undefined) return;
    const { key } = event;
    const { width, height } = sheet.current!.getBoundingClientRect();
    const place = pointer.peek() ?? [width / 2, height / 2];
    const arrow = ARROWS[key];
    if (arrow) {
      // From one place of the grid to the next; with shift by a fifth.
      const step = gridStep(sketch) * sketch.scale * (event.shiftKey ? 0.2 : 1);
      options.value = { reach: 9, snaps: !event.shiftKey };
      const at = begun.peek() === undefined ? (spotOf(place, options.peek())?.at ?? [0, 0]) : undefined;
      const from = at === undefined ? place : toPicture(sketch, at);
      goTo([from[0] + step * arrow[0], from[1] + step * arrow[1]]);
    } else if (key === 'PageDown' || key === 'PageUp') goTo(nextPoint(sketch, place, key === 'PageDown' ? 1 : -1));
    else if (key === 'Enter') {
      const isEnd = isStroke() && begun.peek() !== undefined;
      if (!isEnd) press(place, options.peek());
      if (isEnd || !isStroke()) release(place, options.peek());
    } else if (key === 'Escape') {
      if (begun.peek() === undefined && corners.peek().length === 0) take('hand');
      else letGo();
    } else if (key === ' ') workshop.run(true);
    else return;
    event.preventDefault();
  };
  const words = wordsOfTool(tool.value);
  return (
    <>
      <div
        ref={sheet}
        class={sketch ? 'paper' : 'paper-to-come'}
        tabIndex={0}
        role="application"
        aria-label={`Paper. ${words.label}: ${words.hint} Arrow keys move the cross, page up and page down go to points, Enter presses, Escape lets go. Plus and minus zoom, control with arrows moves the paper, 0 shows all.`}
        onPointerDown={(event) => {
          const isFinger = event.pointerType === 'touch';
          if (isFinger || event.button === 1) fingers.press(event.pointerId, placeOf(event));
          sheet.current!.setPointerCapture(event.pointerId);
          if (event.button === 1) event.preventDefault(); // No scrolling by the mouse's moves.
          // With a second finger the first one draws no more.
          if (fingers.count > 1) takeBackPress();
          if (event.button !== 0 || !event.isPrimary) return;
          sheet.current!.focus();
          options.value = how(event);
          press(placeOf(event), how(event));
          if (isFinger) hold.begin(placeOf(event), how(event));
        }}
        onPointerMove={(event) => {
          const isPanning =
            fingers.has(event.pointerId) && (fingers.count > 1 || event.pointerType !== 'touch' || isMoved.current);
          const part = fingers.move(event.pointerId, placeOf(event));
          if (isPanning) {
            isMoved.current = true;
            if (part) look(part);
          } else if (event.isPrimary) {
            hold.move(placeOf(event));
            follow(event);
          }
        }}
        onPointerUp={(event) => {
          const wasPanning = fingers.count > 1 || isMoved.current || event.button === 1;
          fingers.release(event.pointerId);
          hold.end();
          if (fingers.count === 0) isMoved.current = false;
          if (event.isPrimary && !wasPanning) release(placeOf(event), how(event));
          if (event.pointerType === 'touch') pointer.value = undefined;
        }}
        onPointerCancel={() => {
          fingers.clear();
          isMoved.current = false;
          hold.end();
          letGo();
        }}
        onPointerLeave={() => {
          if (begun.peek() === undefined) pointer.value = undefined;
        }}
        onDblClick={() => {
          if (corners.peek().length > 2) closeBody();
        }}
        onKeyDown={onKey}
      >
        {sketch && <Marks sketch={sketch} />}
      </div>
      <Saying />
      <p ref={spoken} class="visually-hidden" role="status" />
    </>
  );
}

/** A finger that rests so long selects what is under it, ms; it may move so far, CSS pixels. */
const LONG = 550;
const STILL = 8;

/** Waits for a finger that rests. */
class LongPress {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #place: Position = [0, 0];

  begin(place: Position, how: SnapOptions): void {
    this.end();
    this.#place = place;
    this.#timer = setTimeout(() => {
      takeBackPress();
      selectAt(place, how);
    }, LONG);
  }

  move(place: Position): void {
    if (apart(place, this.#place) > STILL) this.end();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** The next point of the scene from a place of the picture, from left to right. */
function nextPoint(sketch: Sketch, place: Position, by: 1 | -1): Position {
  const all = [...Object.values(sketch.points), ...fixedPlaces(workshop.document.peek(), sketch).map(({ at }) => at)]
    .map((at) => toPicture(sketch, at))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    // Where a pin is, there is a point as well.
    .filter((at, k, list) => k === 0 || apart(at, list[k - 1]!) > 1);
  const now = all.findIndex((one) => apart(one, place) < 1);
  const next = now < 0 ? (by === 1 ? 0 : all.length - 1) : (now + by + all.length) % all.length;
  return all[next] ?? place;
}

/** What a spot is called. */
function nameOf(spot: Spot): string {
  if (spot.on === 'point') return spot.reference;
  if (spot.on === 'link') return spot.link.thing.kind === 'force' ? 'a spring' : spot.link.thing.name;
  if (spot.on === 'body') return spot.name;
  return { fixed: 'a fixed place', ground: 'the ground', paper: 'paper' }[spot.on];
}

/** Says what was drawn, with its formula; else what the tool does. */
function Saying(): JSX.Element {
  const [mistake] = workshop.isRefused.value ? workshop.diagnostics.value : [];
  const now: Said | undefined =
    said.value ??
    (mistake && { kind: 'words', text: `${mistake.message} ${mistake.hint ?? ''}`.trim(), isRefusal: true });
  const hint = wordsOfTool(tool.value).hint;
  if (now?.kind === 'words')
    return (
      <p class={`over bottom saying ${now.isRefusal ? 'refusal' : ''}`} role="status">
        {now.text}
      </p>
    );
  const document = workshop.document.value;
  const formulas = workshop.facts.value?.constraints ?? [];
  const list = (now?.things ?? []).flatMap((thing) => {
    const words = wordsFor(document, thing, (name) => formulas.find((one) => one.name === name)?.formula);
    return words && isThere(thing) ? [words] : [];
  });
  return (
    <p class="over bottom saying" role="status" data-drew={list.length > 0}>
      {list.length === 0
        ? hint
        : list.map(({ what, formula }, k) => (
            <span key={what}>
              {k === 0 ? 'You drew ' : ' and '}
              {what}
              {formula !== undefined && (
                <>
                  {': '}
                  <code>{formula}</code>
                </>
              )}
            </span>
          ))}
    </p>
  );
}
