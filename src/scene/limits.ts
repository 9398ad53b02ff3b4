/** Limits of a scene. Formulas have the limits of the language. */
export const SCENE_LIMITS = {
  /** Bodies, handles included, after `repeat`. */
  bodies: 2_000,
  /** Rows of all constraints together, each of which has one at least. */
  rows: 10_000,
  /** Forces, and energies. */
  forces: 10_000,
  /** Shapes that collide, after `repeat`; one that is drawn counts as the convex ones that make it up. */
  shapes: 4_000,
  /** Vertices of all shapes together, and points of one hull, which takes time by their square. */
  vertices: 10_000,
  hull: 500,
  /** Pairs of shapes that are within each other's bounds at the start: each gets up to four rows in the plane. */
  pairs: 2_500,
  traces: 500,
  /** Teeth of all gears, rings and racks that are drawn, and spokes of wheels, together. */
  teeth: 10_000,
  /** Characters of one formula. */
  characters: 20_000,
  params: 500,
  /** Specs of a scene's own. */
  specs: 50,
  /** Rounds of all repeats together, and counters of one. */
  rounds: 20_000,
  counters: 10,
  /** Characters of all repeats together, written out: those of each, as JSON, times its rounds. */
  written: 10_000_000,
  /** Levels of lists and objects inside one another, and values in all. */
  depth: 40,
  /** Characters of a name. */
  name: 200,
  values: 200_000,
} as const;
