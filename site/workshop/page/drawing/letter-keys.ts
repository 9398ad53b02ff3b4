import { signal } from '@preact/signals';

const KEY = 'holonomic-workshop/letter-keys';

/** The browser's storage may refuse whatever is asked of it. */
function wereOff(): boolean {
  try {
    return window.localStorage.getItem(KEY) === 'off';
  } catch {
    return false;
  }
}

/**
 * True if letters take tools. Who speaks to the computer, or presses keys by accident, can switch them off
 * (WCAG 2.1.4).
 */
export const hasLetterKeys = signal(!wereOff());

/** Switches the letters on or off, and keeps that where the browser keeps anything. */
export function setLetterKeys(on: boolean): void {
  hasLetterKeys.value = on;
  try {
    window.localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // It holds for this visit.
  }
}
