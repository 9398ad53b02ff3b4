/**
 * Bounds on what a formula may be. They lie far above anything a person writes, and low enough that neither the parser nor any walk of
 * a tree can exhaust the stack, nor a constant the memory: specs may come from a browser's text field.
 */
export const LIMITS = {
  /** Characters of one formula. */
  characters: 20_000,
  /** Words, numbers and signs of one formula. */
  tokens: 5_000,
  /** Levels of brackets, prefix operators, powers and branches inside one another. */
  nesting: 200,
  /** Levels of the tree of a formula: also how many terms a sum has. */
  depth: 500,
  /** Characters of one number. */
  numberLength: 400,
  /** Bits of the numerator or denominator of a constant. */
  numberBits: 16_384,
  /** Components of one vector or matrix. */
  components: 64,
  /** Rows of one constraint. */
  rows: 64,
} as const;
