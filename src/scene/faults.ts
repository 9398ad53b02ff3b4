import { HolonomicRuntimeError } from '../../runtime/index.js';
import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { fieldOf, type Path } from '../spec/path.js';

export type { Path };

/** Describes a mistake in a scene. Its `field` is the path in the document. */
export const sceneFault = (path: Path, message: string, hint?: string): Diagnostic => ({
  code: 'E_SCENE',
  message,
  ...(hint !== undefined && { hint }),
  ...(path.length > 0 && { field: fieldOf(path) }),
});

/** Most mistakes of one scene that are reported. */
const MOST = 20;

/** The mistakes of a scene so far. */
export class Faults {
  readonly #list: Diagnostic[] = [];
  readonly #known = new Set<string>();

  add(path: Path, message: string, hint?: string): void {
    this.#record(sceneFault(path, message, hint));
  }

  /** Adds mistakes of a formula or a spec at a place. Their own fields are inside that. */
  addAll(path: Path, diagnostics: readonly Diagnostic[], inside = false): void {
    for (const diagnostic of diagnostics) {
      const { field } = diagnostic;
      // The path in the document says more than the name of the spec.
      const own = Object.entries(diagnostic).filter(([key]) => key !== 'spec');
      const within = inside && field !== undefined ? `.${field}` : '';
      this.#record({ ...(Object.fromEntries(own) as unknown as Diagnostic), field: fieldOf(path) + within });
    }
  }

  /**
   * Runs `make`, and records what the runtime or the language throws as a mistake at `path`. Other
   * errors pass through.
   */
  try<T>(path: Path, make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (error instanceof HolonomicRuntimeError) {
        this.add(path, error.problem, error.hint);
        return;
      }
      if (error instanceof SpecError) {
        this.addAll(path, error.diagnostics);
        return;
      }
      throw error;
    }
  }

  /** Records a mistake once: the rounds of a repeat have the same. */
  #record(diagnostic: Diagnostic): void {
    const text = JSON.stringify(diagnostic);
    if (this.#known.has(text)) return;
    this.#known.add(text);
    this.#list.push(diagnostic);
  }

  get isFull(): boolean {
    return this.#list.length >= MOST;
  }

  /** Throws a SpecError if there are mistakes. */
  check(): void {
    if (this.#list.length === 0) return;
    const rest = this.#list.length - MOST;
    const shown = this.#list.slice(0, MOST);
    if (rest > 0) shown.push(sceneFault([], `There are ${rest} more mistakes.`));
    throw new SpecError(shown);
  }
}
