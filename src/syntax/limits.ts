/**
 * Bounds on a formula, and on everything derived from it. They lie far above anything a person
 * writes. They are low enough that neither the parser nor any walk of a tree or a graph can exhaust
 * the stack, that no constant exhausts the memory, and that a derivation takes a second at most:
 * specs may come from a browser's text field.
 */
export const LIMITS = {
  /** Characters of one formula. */
  characters: 20_000,
  /** Words, numbers and signs of one formula. */
  tokens: 5_000,
  /** Levels of brackets, prefix operators, powers and branches inside one another. */
  nesting: 200,
  /** Levels of the tree of a formula, and thus the number of terms of a sum. */
  depth: 500,
  /** Characters of one number. */
  numberLength: 400,
  /** Bits of the numerator or denominator of a constant. */
  numberBits: 4_096,
  /** Components of one vector or matrix. */
  components: 64,
  /** Rows of one constraint. */
  rows: 64,
  /** Levels of nested operations of a formula, with the quantities that it names written out. */
  levels: 500,
  /**
   * Nodes of the graph that holds a constraint or a body in one space with all derivatives:
   * distinct subexpressions.
   */
  nodes: 16_000,
  /** Terms and factors that are visited while that graph is made. */
  graphSteps: 1_500_000,
  /** Operations of one emitted function. */
  operations: 5_000,
} as const;
