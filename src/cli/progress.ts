import type { Sink } from './io.js';

/** One line about the present activity, rewritten in place. */
export interface Progress {
  show(text: string): void;
  clear(): void;
}

const NONE: Progress = {
  show: () => undefined,
  clear: () => undefined,
};

/** Shortest time between two rewritings, ms. Nobody reads faster. */
const INTERVAL = 40;

/**
 * Shows progress where `sink` is a terminal, and is silent elsewhere: a log should not fill with
 * intermediate states.
 */
export function createProgress(sink: Sink, enabled = true): Progress {
  if (!enabled || sink.isTTY !== true) return NONE;
  const width = (sink.columns ?? 80) - 1;
  let shown = false;
  let last = -Infinity;
  return {
    show(text) {
      const now = performance.now();
      if (now - last < INTERVAL) return;
      last = now;
      shown = true;
      sink.write(`\r\u001B[2K${text.length > width ? `${text.slice(0, width - 1)}…` : text}`);
    },
    clear() {
      if (shown) sink.write('\r\u001B[2K');
      shown = false;
      last = -Infinity;
    },
  };
}
