/** `1 class`, `2 classes`. */
export function count(n: number, noun: string): string {
  return `${n} ${n === 1 ? noun : noun.endsWith('s') ? `${noun}es` : `${noun}s`}`;
}
