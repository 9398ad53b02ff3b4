const FIGURES = 6;

/** `x` for a message, with as many figures as one can take in. */
export const shortened = (x: number): string => String(Number(x.toPrecision(FIGURES)));

/** `0.25` for a message, in seconds. */
export const showTime = (t: number): string => `${shortened(t)} s`;

/** `text` as the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
