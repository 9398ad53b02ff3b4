/** Sorts names the same way on every machine, whatever its language. */
export const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
