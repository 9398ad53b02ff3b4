/** A formula of a scene, to be evaluated for values of its names. */
export type SceneFormula = (values: ReadonlyMap<string, number>) => number;

/** Names of a formula: those of numbers, and those of points, whose components are `p.x`, …. */
export interface FormulaNames {
  readonly numbers: readonly string[];
  readonly points?: readonly string[];
}

/** A function of time and its first two derivatives. */
export type Motion = readonly [SceneFormula, SceneFormula, SceneFormula];

/** Makes functions of formulas, and classes of specs. Its methods throw a SpecError. */
export interface SceneLanguage {
  /** Reads a formula whose value is a number. */
  formula(text: string, names: FormulaNames): SceneFormula;
  /** Reads a formula of the time `t`. */
  motion(text: string, names: FormulaNames): Motion;
  /** Checks that a unit is one of SI. */
  checkUnit(text: string): void;
  /** Makes the classes of a spec. */
  compile(name: string, spec: unknown, usedAs?: 'body' | 'energy'): Readonly<Record<string, unknown>>;
}

/** A formula among those of a scene: its names for numbers mean the same throughout. */
export const formulaKey = (text: string, { points = [] }: FormulaNames): string => [text, ...points].join('\n');
