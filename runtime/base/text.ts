const FIGURES = 6;

/** Shows `x` in a message, rounded to the figures that a reader can take in. */
export const shortened = (x: number): string => String(Number(x.toPrecision(FIGURES)));

/** Shows a time in a message, in seconds: `0.25 s`. */
export const showTime = (t: number): string => `${shortened(t)} s`;

/** Returns `text` with a capital letter, to begin a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
