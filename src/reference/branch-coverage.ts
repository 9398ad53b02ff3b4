import { runOnDoubles } from './run-on-doubles.js';
import type { Program } from './program.js';

/**
 * Records the outcomes of a formula's choices (`cond ? a : b`, `min`, `max`). A fault in a branch
 * that no configuration reaches would go unnoticed. A choice inside a branch that is not taken does
 * not count.
 */
export class BranchCoverage {
  readonly #program: Program;
  readonly #seen = new Map<number, Set<boolean>>();

  constructor(program: Program) {
    this.#program = program;
    const reached = new Set<number>();
    this.#walk(() => undefined, reached);
    for (const place of reached) {
      const condition = this.#choice(place)?.[0];
      // One that no input reaches goes the same way everywhere.
      if (condition !== undefined && program.dependencies[condition] !== 0n) this.#seen.set(place, new Set());
    }
  }

  /** The number of choices in the formula. */
  get choices(): number {
    return this.#seen.size;
  }

  /** The number of choices that went only one way. */
  get oneSided(): number {
    return [...this.#seen.values()].filter((outcomes) => outcomes.size === 1).length;
  }

  /** True if each choice was reached and went both ways. */
  get isComplete(): boolean {
    return [...this.#seen.values()].every((outcomes) => outcomes.size === 2);
  }

  /**
   * Evaluates the formula on doubles. `isFinite` is true if every row is finite; only then do its
   * choices count. `isNew` is true if one of them had an outcome that it did not have before.
   */
  visit(inputs: readonly number[]): { readonly isFinite: boolean; readonly isNew: boolean } {
    const values = runOnDoubles(this.#program, inputs);
    if (!this.#program.rows.every((row) => Number.isFinite(values[row]!))) return { isFinite: false, isNew: false };
    if (this.#seen.size === 0) return { isFinite: true, isNew: false };
    const reached = new Set<number>();
    this.#walk((condition) => values[condition] !== 0, reached);
    // A comparison with NaN decides nothing, and the outcome of one with an infinity depends on the
    // policy for the pole.
    for (const place of reached) if (!Number.isFinite(values[place]!)) return { isFinite: false, isNew: false };
    let isNew = false;
    for (const place of reached) {
      const outcomes = this.#seen.get(place);
      if (outcomes === undefined) continue;
      const outcome = values[this.#choice(place)![0]!] !== 0;
      if (!outcomes.has(outcome)) isNew = true;
      outcomes.add(outcome);
    }
    return { isFinite: true, isNew };
  }

  /** The arguments of a place that is a choice; undefined for other places. */
  #choice(place: number): readonly number[] | undefined {
    const node = this.#program.places[place]!;
    return node.kind === 'operation' && node.name === 'select' ? node.args : undefined;
  }

  /**
   * Collects the places that the rows depend on, given the outcomes of choices. Where an outcome is
   * not known, both branches count.
   */
  #walk(outcome: (condition: number) => boolean | undefined, reached: Set<number>): void {
    const stack = [...this.#program.rows];
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      if (reached.has(place)) continue;
      reached.add(place);
      const node = this.#program.places[place]!;
      if (node.kind !== 'operation') continue;
      const choice = this.#choice(place);
      const taken = choice && outcome(choice[0]!);
      if (choice === undefined || taken === undefined) stack.push(...node.args);
      else stack.push(choice[0]!, taken ? choice[1]! : choice[2]!);
    }
  }
}
