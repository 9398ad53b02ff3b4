import type { WarningCode } from '../base/error-codes.js';

/** Something that a world found odd but could work with. */
export interface WorldWarning {
  /** Stable identifier, `W_…`. */
  readonly code: WarningCode;
  readonly message: string;
  /** Time at which it was found, s. */
  readonly time: number;
  /** Labels of the constraints concerned. */
  readonly constraints: readonly string[];
}

/** Default of `onWarning`. */
export function printWarning(warning: WorldWarning): void {
  // eslint-disable-next-line no-console -- the one output that every JavaScript environment has
  console.warn(warning.message);
}

/**
 * What a world has warned about: of each code once per structure. Warnings of a step wait until it
 * is known that it stands.
 */
export class Warnings {
  readonly given: WorldWarning[] = [];
  readonly #onWarning: (warning: WorldWarning) => void;
  /** For each code the structure in which it was last given. */
  readonly #structures = new Map<string, number>();
  readonly #held: WorldWarning[] = [];
  #holding = false;

  constructor(onWarning: (warning: WorldWarning) => void) {
    this.#onWarning = onWarning;
  }

  /** From now on warnings wait, until {@link release} gives or {@link drop} forgets them. */
  hold(): void {
    this.#holding = true;
  }

  /** Gives the warnings that wait; `structure` is the number of the present one. */
  release(structure: number): void {
    this.#holding = false;
    if (this.#held.length === 0) return;
    for (const warning of this.#held.splice(0)) this.warn(warning, structure);
  }

  drop(): void {
    this.#holding = false;
    this.#held.length = 0;
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

  /** True where a warning with that code has been given in this structure, or is held. */
  knows(code: WarningCode, structure: number): boolean {
    return this.#structures.get(code) === structure || this.#held.some((warning) => warning.code === code);
  }
}
