import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { HandEvent, Surface, SurfaceSize } from '../engine/protocol.js';
import { handEventOf, POINTER } from './hand-event.js';
import { lookByKey, onWheel } from './looking.js';
import { player } from './player.js';
import { workshop } from './workshop.js';

/** The keys that act on the picture. */
const KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Escape', ' ']);

/** The picture. The engine draws it, and gets what happens on it. */
export function SceneCanvas(): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const depth = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current!;
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const ending = new AbortController();
    const { signal } = ending;
    const size = (): SurfaceSize => {
      const { width, height } = element.getBoundingClientRect();
      return { width, height, ratio: window.devicePixelRatio };
    };
    const [surface, behind] = [element, depth.current!].map((one) => one.transferControlToOffscreen()) as [
      OffscreenCanvas,
      OffscreenCanvas,
    ];
    workshop.send(
      { kind: 'surface', canvas: surface as unknown as Surface, depth: behind, size: size(), isDark: dark.matches },
      [surface, behind],
    );
    const observer = new ResizeObserver(() => {
      workshop.send({ kind: 'resize', size: size() });
    });
    observer.observe(element);
    dark.addEventListener(
      'change',
      () => {
        workshop.send({ kind: 'dark', isDark: dark.matches });
      },
      { signal },
    );
    const hand = (event: HandEvent): void => {
      workshop.send({ kind: 'hand', event });
    };
    for (const type of POINTER)
      element.addEventListener(
        type,
        (event) => {
          const { pointerId, button } = event;
          if (type === 'pointerdown' && button === 1) event.preventDefault(); // No scrolling by the mouse's moves.
          if (type === 'pointerdown' && button <= 1) {
            element.setPointerCapture(pointerId);
            element.focus();
            workshop.hasPulled.value = true;
          }
          hand(handEventOf(type, event, element));
        },
        { signal },
      );
    element.addEventListener(
      'keydown',
      (event) => {
        if (lookByKey(event)) {
          event.preventDefault();
          return;
        }
        if (!KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        if (event.key === 'Escape') workshop.pick(undefined);
        if (event.key === ' ' && player.value) player.value.togglePause();
        else hand({ type: 'keydown', key: event.key });
      },
      { signal },
    );
    element.addEventListener(
      'wheel',
      (event) => {
        onWheel(event, element);
      },
      { signal, passive: false },
    );
    element.addEventListener(
      'blur',
      () => {
        hand({ type: 'blur' });
      },
      { signal },
    );
    return () => {
      ending.abort();
      observer.disconnect();
    };
  }, []);
  const isPicking = workshop.picking.value !== undefined;
  return (
    <>
      <canvas ref={depth} class="depth" aria-hidden="true" hidden={workshop.document.value.space !== 3} />
      <canvas
        ref={canvas}
        class="scene"
        // What somebody draws on lies over it.
        tabIndex={workshop.sketch.value === undefined ? 0 : -1}
        role="application"
        aria-label={`${workshop.document.value.title}. Pull at it with the mouse or a finger; or page up and page down choose a point, arrow keys pull, escape lets go, space pauses. Plus and minus zoom, control with arrows moves the picture, 0 shows all.${workshop.document.value.space === 3 ? ' Drag beside it to turn the picture, or press shift and arrows.' : ''}`}
        style={{ cursor: isPicking ? 'crosshair' : workshop.cursor.value }}
      />
    </>
  );
}
