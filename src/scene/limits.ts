/** Limits of a scene. Formulas have the limits of the language. */
export const SCENE_LIMITS = {
  /** Bodies, handles included, after `repeat`. */
  bodies: 2_000,
  /** Rows of all constraints together. */
  rows: 10_000,
  /** Characters of one formula. */
  characters: 20_000,
  params: 500,
  /** Specs of a scene's own. */
  specs: 50,
  /** Rounds of one `repeat`, and of all together. */
  rounds: 20_000,
  /** Levels of lists and objects inside one another, and values in all. */
  depth: 40,
  values: 200_000,
} as const;
