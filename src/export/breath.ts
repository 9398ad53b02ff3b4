/**
 * Hears, between two pieces of the work at a file, which part of it is done, and may take its time: a page draws and
 * hears its visitor meanwhile. The work waits for what it returns.
 */
export type Breath = (done: number) => void | Promise<void>;

/** How long a page works at a file before it does something else, ms: half of a frame. */
const SLICE = 8;

/** A breath that lets the page work after each slice of time, and first tells which part is done. */
export function inSlices(tell: (done: number) => void): Breath {
  let since = -Infinity;
  return (done) => {
    if (performance.now() - since < SLICE) return undefined;
    tell(done);
    return new Promise((resolve) => {
      setTimeout(() => {
        since = performance.now();
        resolve();
      }, 0);
    });
  };
}
