import { signsOfLife } from '../generate/signs-of-life.js';
import type { Sink } from './io.js';

/** Reports of the present activity: on a terminal one line, rewritten in place. */
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
 * Shows progress: on a terminal in a line that is rewritten, elsewhere in a line every few seconds,
 * so that a log shows a sign of life and does not fill with intermediate states. `now` is the time,
 * ms.
 */
export function createProgress(sink: Sink, enabled = true, now = (): number => performance.now()): Progress {
  if (!enabled) return NONE;
  return sink.isTTY === true ? terminalProgress(sink, now) : logProgress(sink, now);
}

const logProgress = (sink: Sink, now: () => number): Progress => ({
  show: signsOfLife((text) => sink.write(`${text}\n`), now),
  clear: () => undefined,
});

function terminalProgress(sink: Sink, now: () => number): Progress {
  const width = (sink.columns ?? 80) - 1;
  let shown = false;
  let last = -Infinity;
  return {
    show(text) {
      if (now() - last < INTERVAL) return;
      last = now();
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
