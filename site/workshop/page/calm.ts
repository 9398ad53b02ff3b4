import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Time for which words stay at least, ms: while someone types they would change with each key. */
const PAUSE = 150;

let changed = -Infinity;
let isDue = false;
const waiting = new Set<() => void>();

function changeAll(): void {
  isDue = false;
  for (const change of waiting) change();
  waiting.clear();
  noteChange();
  // Words are there from the frame on that shows them: on a busy machine that is later.
  requestAnimationFrame(noteChange);
}

function noteChange(): void {
  changed = performance.now();
}

/** Changes all that wait once the words before have stayed for their time. */
function changeWhenCalm(): void {
  const wait = changed + PAUSE - performance.now();
  if (wait > 0) setTimeout(changeWhenCalm, wait);
  else changeAll();
}

/** Does a change as soon as that is calm, together with all others that wait. */
function changeSoon(change: () => void): void {
  waiting.add(change);
  if (isDue) return;
  isDue = true;
  queueMicrotask(changeWhenCalm);
}

/** True if no words wait. */
export const isCalm = (): boolean => waiting.size === 0;

/** The value of a signal for words of the page, which change together, a few times a second at most. */
export function useCalm<T>(source: ReadonlySignal<T>): T {
  const shown = useSignal(source.peek());
  useEffect(() => {
    const change = (): void => {
      shown.value = source.peek();
    };
    const end = source.subscribe((value) => {
      if (value !== shown.peek()) changeSoon(change);
    });
    return () => {
      end();
      waiting.delete(change);
    };
  }, [source, shown]);
  return shown.value;
}
