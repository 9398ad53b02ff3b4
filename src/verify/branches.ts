import { runOnDoubles } from '../reference/doubles.js';
import type { Program } from '../reference/program.js';

/**
 * Watches which way the choices of a formula go (`cond ? a : b`, `min`, `max`): an error in a branch that no sample reaches
 * would go unnoticed.
 */
export class BranchCoverage {
  readonly #program: Program;
  readonly #seen = new Map<number, Set<boolean>>();

  constructor(program: Program) {
    this.#program = program;
    for (const place of program.places)
      if (place.kind === 'operation' && place.name === 'select') this.#seen.set(place.args[0]!, new Set());
  }

  /** Evaluates the formula on doubles; true where every row is finite. Only then do its choices count. */
  visit(inputs: readonly number[]): boolean {
    const values = runOnDoubles(this.#program, inputs);
    if (!this.#program.rows.every((row) => Number.isFinite(values[row]!))) return false;
    for (const [condition, outcomes] of this.#seen) outcomes.add(values[condition] !== 0);
    return true;
  }

  warnings(): readonly string[] {
    const oneSided = [...this.#seen.values()].filter((outcomes) => outcomes.size === 1);
    if (oneSided.length === 0) return [];
    return [
      `${oneSided.length} of ${this.#seen.size} choices in the formula went only one way at all samples: give ranges in "sample" that reach both.`,
    ];
  }
}
