import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** `1 class`, `2 classes`. */
export function count(n: number, noun: string): string {
  return `${n} ${n === 1 ? noun : noun.endsWith('s') ? `${noun}es` : `${noun}s`}`;
}

/** `1 error`, `43 errors in 5 files`. */
export function countErrors(errors: readonly Diagnostic[]): string {
  const files = new Set(errors.flatMap(({ file }) => (file === undefined ? [] : [file]))).size;
  return count(errors.length, 'error') + (files > 1 ? ` in ${count(files, 'file')}` : '');
}
