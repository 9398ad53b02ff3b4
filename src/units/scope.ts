import type { Diagnostic } from '../diagnostics/index.js';
import type { ParsedField } from '../formula/parse-field.js';
import { orderByUse } from '../formula/where-order.js';
import { NUMBER, SECOND } from './dimension.js';
import { UnitChecker } from './unit-checker.js';
import { scalarOf, type UnitValue } from './values.js';

/** The dimensions of the names of one spec, and what was found wrong on the way to them. */
export class UnitScope {
  readonly diagnostics: Diagnostic[] = [];
  readonly #values = new Map<string, UnitValue>([
    ['pi', scalarOf(NUMBER)],
    ['tau', scalarOf(NUMBER)],
    ['e', scalarOf(NUMBER)],
    ['t', scalarOf(SECOND)],
  ]);
  readonly #angleHint: string | undefined;

  /** `angleHint`: what may be wrong where an angle meets something else. */
  constructor(angleHint?: string) {
    this.#angleHint = angleHint;
  }

  define(name: string, value: UnitValue): void {
    this.#values.set(name, value);
  }

  /** Makes the quantities under `where` known; each of these comes after those that it uses. */
  where(fields: readonly ParsedField[]): void {
    for (const field of orderByUse(fields, []))
      this.define(
        field.key,
        this.read(field, (c, syntax) => c.quantity(syntax)),
      );
  }

  /** Finds the dimensions of one formula; faults are recorded under its field. */
  read(
    { text, field, syntax }: ParsedField,
    read: (checker: UnitChecker, syntax: NonNullable<ParsedField['syntax']>) => UnitValue,
  ): UnitValue {
    if (syntax === undefined) return scalarOf(null);
    const checker = new UnitChecker(text, this.#values, this.#angleHint);
    const value = read(checker, syntax);
    this.diagnostics.push(...checker.diagnostics.map((diagnostic) => ({ ...diagnostic, field })));
    return value;
  }
}
