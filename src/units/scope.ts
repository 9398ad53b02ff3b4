import type { Diagnostic } from '../diagnostics/index.js';
import type { ParsedField } from '../syntax/parse-field.js';
import { orderByUse } from '../formula/where-order.js';
import type { ExpandedParameter } from '../formula/expanded.js';
import { argumentOf } from './declared-units.js';
import { NUMBER, SECOND, type Dimension } from './dimension.js';
import { UnitChecker } from './unit-checker.js';
import { scalarOf, vectorOf, type Entry, type UnitValue } from './values.js';

/** The dimensions of the names of one spec, and the faults found so far. */
export class UnitScope {
  readonly diagnostics: Diagnostic[] = [];
  readonly #values = new Map<string, UnitValue>([
    ['pi', scalarOf(NUMBER)],
    ['tau', scalarOf(NUMBER)],
    ['e', scalarOf(NUMBER)],
    ['t', scalarOf(SECOND)],
  ]);
  readonly #angleHint: string | undefined;

  /** Creates a scope. `angleHint` says what may be wrong where an angle meets another quantity. */
  constructor(angleHint?: string) {
    this.#angleHint = angleHint;
  }

  /** Defines a quantity all of whose components have one unit. */
  define(name: string, size: number, unit: Entry): void {
    this.#values.set(name, vectorOf(Array.from({ length: size }, () => unit)));
  }

  /** Defines parameters; those without a unit have an unknown one. */
  parameters(params: readonly ExpandedParameter[], units: ReadonlyMap<string, Dimension>): void {
    for (const { name, kind, components } of params) {
      this.define(name, components.length, units.get(name) ?? null);
      if (kind === 'curve' || kind === 'path') this.define(argumentOf(name), 1, units.get(argumentOf(name)) ?? null);
    }
  }

  /** Defines the quantities under `where`. Each comes after those that it uses. */
  where(fields: readonly ParsedField[]): void {
    for (const field of orderByUse(fields, []))
      this.#values.set(
        field.key,
        this.read(field, (c, syntax) => c.quantity(syntax)),
      );
  }

  /** Finds the dimensions of one formula; records faults under its field. */
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
