import { signal, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';

/** What shows the beginning of the first scene, until the engine goes on with it. */
export interface Player {
  /** The canvas that lies over the engine's. */
  readonly Canvas: () => JSX.Element;
  readonly isRunning: ReadonlySignal<boolean>;
  readonly togglePause: () => void;
  /** How fast the scene runs, as a multiple of what it does by itself. */
  readonly setSpeed: (factor: number) => void;
  /** Waits, and does something once the engine has taken over. */
  readonly afterwards: (act: () => void) => void;
}

export const player = signal<Player | undefined>(undefined);
