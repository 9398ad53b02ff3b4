import type { WarningCode } from '../base/error-codes.js';
import type { ConstraintSystem } from '../model/constraint-system.js';

/** A problem that did not stop a world. */
export interface WorldWarning {
  /** Stable identifier, `W_…`. */
  readonly code: WarningCode;
  readonly message: string;
  /** Time at which it was found, s. */
  readonly time: number;
  /** Labels of the constraints concerned. */
  readonly constraints: readonly string[];
}

/** Returns `advice` to use dormandPrince(), or `otherwise` where a world with what this one has would refuse it. */
export const ofDormandPrince = (
  { refusesEvents }: ConstraintSystem,
  advice = ', or use dormandPrince()',
  otherwise = '',
): string => (refusesEvents ? otherwise : advice);

/** Default of `onWarning`. */
export function printWarning(warning: WorldWarning): void {
  // eslint-disable-next-line no-console -- the one output that every JavaScript environment has
  console.warn(warning.message);
}

/**
 * Warnings of a world, each code once per structure. Warnings of a step wait until the step is
 * accepted.
 */
export class Warnings {
  readonly given: WorldWarning[] = [];
  readonly #onWarning: (warning: WorldWarning) => void;
  /** Structure in which each code was last given. */
  readonly #structures = new Map<string, number>();
  readonly #held: WorldWarning[] = [];
  #holding = false;

  constructor(onWarning: (warning: WorldWarning) => void) {
    this.#onWarning = onWarning;
  }

  /** Holds further warnings back until {@link release} gives or {@link drop} forgets them. */
  hold(): void {
    this.#holding = true;
  }

  /** Gives the warnings held back; `structure` is the number of the present one. */
  release(structure: number): void {
    this.#holding = false;
    if (this.#held.length > 0) this.#give(this.#held.splice(0), structure);
  }

  #give(warnings: readonly WorldWarning[], structure: number): void {
    for (const warning of warnings) this.warn(warning, structure);
  }

  drop(): void {
    this.#holding = false;
    if (this.#held.length > 0) this.#held.length = 0;
  }

  /** Returns what `action` does, without the warnings that it would give. */
  silently<T>(action: () => T): T {
    const held = this.#held.length;
    const holding = this.#holding;
    this.#holding = true;
    try {
      return action();
    } finally {
      this.#held.length = held;
      this.#holding = holding;
    }
  }

  /** Gives a warning, unless one with its code has been given in this structure. */
  warn(warning: WorldWarning, structure: number): void {
    if (this.knows(warning.code, structure)) return;
    if (this.#holding) {
      this.#held.push(warning);
      return;
    }
    this.#structures.set(warning.code, structure);
    this.given.push(warning);
    this.#onWarning(warning);
  }

  /** True where a warning with that code has been given in this structure, or is held back. */
  knows(code: WarningCode, structure: number): boolean {
    return this.#structures.get(code) === structure || this.#held.some((warning) => warning.code === code);
  }
}
