const FIGURES = 6;

/** Shows `x` in a message, rounded to the figures that a reader can take in. */
export const shortened = (x: number): string => String(Number(x.toPrecision(FIGURES)));

/** Shows a time in a message, in seconds: `0.25 s`. */
export const showTime = (t: number): string => `${shortened(t)} s`;

/** Characters of formulas that a message shows. */
const LONGEST_FORMULA = 120;

/** Shows formulas in a message, as far as a reader follows. */
export function shownFormulas(formulas: readonly string[]): string {
  const all = formulas.map((formula) => formula.trim().replace(/\s+/g, ' ')).join('; ');
  return all.length > LONGEST_FORMULA ? `${all.slice(0, LONGEST_FORMULA)}…` : all;
}

/** Returns `text` with a capital letter, to begin a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
