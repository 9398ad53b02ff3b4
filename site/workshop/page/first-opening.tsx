import { effect, signal } from '@preact/signals';
import record from 'first-opening';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Opening } from '../../../src/canvas/opening.js';
import type { HandEvent } from '../engine/protocol.js';
import { handEventOf, POINTER } from './hand-event.js';
import { player, type Player } from './player.js';
import { workshop } from './workshop.js';

/** Time by which the engine goes ahead of the opening, s: at first, and twice that after each time that it was too short. */
const LEAD = 1 / 20;

/** Plays the recorded beginning of the first scene. The engine goes on with it, and with what hands did meanwhile. */
class FirstOpening implements Player {
  readonly isRunning = signal(true);
  readonly #later: (() => void)[] = [];
  /** What pointers did from a press on, and when, ms. */
  readonly #acts: { readonly at: number; readonly event: HandEvent }[] = [];
  /** The pointer that is pressed. */
  #pressed: number | undefined;
  #opening: Opening | undefined;

  readonly Canvas = (): JSX.Element => {
    const canvas = useRef<HTMLCanvasElement>(null);
    useEffect(() => this.#play(canvas.current!), []);
    return <canvas ref={canvas} class="opening" aria-hidden="true" />;
  };

  readonly togglePause = (): void => {
    this.#opening?.togglePause();
  };

  readonly setSpeed = (factor: number): void => {
    if (this.#opening) this.#opening.factor = factor;
  };

  readonly afterwards = (act: () => void): void => {
    this.#opening?.pause();
    this.isRunning.value = false;
    this.#later.push(act);
  };

  /** Returns what ends it. */
  #play(canvas: HTMLCanvasElement): () => void {
    const opening = new Opening(
      canvas,
      record,
      () => {
        this.isRunning.value = opening.isRunning;
      },
      false,
    );
    this.#opening = opening;
    // Nothing moves in the engine before it is where the opening is.
    workshop.run(false);
    opening.start();
    const ending = new AbortController();
    for (const type of POINTER)
      canvas.addEventListener(
        type,
        (event) => {
          if (type === 'pointerdown' && event.button === 0) {
            this.#pressed = event.pointerId;
            workshop.hasPulled.value = true;
          }
          if (type === 'pointerup' || type === 'pointercancel') this.#pressed = undefined;
          if (type === 'pointerdown' || this.#acts.length > 0)
            this.#acts.push({ at: performance.now(), event: handEventOf(type, event, canvas) });
        },
        { signal: ending.signal },
      );
    void this.#takeOver(opening).finally(() => {
      player.value = undefined;
    });
    return () => {
      ending.abort();
      opening.close();
    };
  }

  async #takeOver(opening: Opening): Promise<void> {
    await answered();
    try {
      for (let lead = LEAD, isThere = false; !isThere && !isOver(); lead *= 2)
        isThere = await opening.at(await workshop.engine.ask<'reach'>({ kind: 'reach', time: opening.timeIn(lead) }));
    } catch {
      // Who sees that the engine was lost says so.
    }
    // Somebody draws: the start is shown.
    if (workshop.sketch.peek() !== undefined) return;
    workshop.run(isOver() || opening.isRunning);
    if (isOver()) return;
    this.#replay();
    for (const act of this.#later) act();
  }

  /** Lets the engine obey a pull at the opening: at once where it still goes on, else as it went on then. */
  #replay(): void {
    const [first] = this.#acts;
    if (first === undefined) return;
    if (this.#pressed !== undefined) document.querySelector('canvas.scene')!.setPointerCapture(this.#pressed);
    for (const { at, event } of this.#acts) {
      const send = (): void => {
        workshop.send({ kind: 'hand', event });
      };
      if (this.#pressed === undefined) setTimeout(send, at - first.at);
      else send();
    }
  }
}

/** True if another scene is to be shown, or none. */
const isOver = (): boolean =>
  workshop.opened.value > 1 || workshop.canUndo.value || workshop.isRefused.value || workshop.isLost.value;

/** Waits until the engine has a scene, or there is another one to wait for. */
const answered = (): Promise<void> =>
  new Promise((resolve) => {
    effect(() => {
      if (workshop.facts.value !== undefined || isOver()) resolve();
    });
  });

export const first: Player = new FirstOpening();
