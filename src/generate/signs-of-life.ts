/** Time between two lines of a log, ms. Short runs leave none. */
const INTERVAL = 5000;

/**
 * Returns a function that passes on one text every few seconds and drops the others, so that a log
 * shows a sign of life and does not fill with intermediate states. `now` is the time, ms.
 */
export function signsOfLife(
  write: (text: string) => void,
  now: () => number = () => performance.now(),
): (text: string) => void {
  let last: number | undefined;
  return (text) => {
    last ??= now();
    if (now() - last < INTERVAL) return;
    last = now();
    write(text);
  };
}
