import type { Value } from '../../lower/program.js';
import type { Curve, Path } from '../../../runtime/index.js';
import { curveHandle } from '../../../runtime/curves/curve-table.js';
import { isCurveEntry } from '../../scene/curves/read-curve.js';
import type { ConstraintEntry, Quantity } from '../../scene/document.js';
import { formulaKey } from '../../scene/formulas.js';
import type { Language } from '../../scene/language.js';
import type { Values } from '../../scene/numbers.js';
import type { SceneParameter } from '../../scene/parameters.js';
import { Ops, type ValueOf } from '../ops/ops.js';

/** A parameter of a class as a scene writes it. */
type ParameterEntry = NonNullable<ConstraintEntry['params']>[string];

/**
 * The values of the parameter `name`: numbers, or the handles of the curves among the parameters of what
 * was built.
 */
export function parameterValues(
  given: ParameterEntry,
  name: string,
  built: object,
  quantities: Quantities,
  values: Values,
): Value[] {
  // Lists of lists are groups of indices, whose constraints are refused.
  if (!isCurveEntry(given)) return quantities.list(listOf(given as Quantity | readonly Quantity[]), values);
  const made = (built as Readonly<Record<string, Curve | Path>>)[name]!;
  return quantities.ops.literals(('curves' in made ? made.curves : [made]).map(curveHandle));
}

/** A number or a list of numbers of a document as a list. */
export const listOf = (quantity: Quantity | readonly Quantity[]): readonly Quantity[] =>
  typeof quantity === 'object' ? quantity : [quantity];

/** The array of a scene's parameters, in the order of its document. */
export const PARAMETERS = 'p';

/**
 * The numbers of a scene's document as values: parameters are read from {@link PARAMETERS} and stay
 * what they are, even where they are zero; counters of repeats and plain numbers are literals. The
 * document was read and checked before, by the language at hand.
 */
export class Quantities {
  readonly ops = new Ops();
  readonly #language: Language;
  readonly #parameters: ReadonlyMap<string, Value>;

  constructor(language: Language, parameters: readonly SceneParameter[]) {
    this.#language = language;
    this.#parameters = new Map(parameters.map(({ name }, i) => [name, this.ops.load(`${PARAMETERS}[${i}]`)] as const));
  }

  value(quantity: Quantity, values: Values): Value {
    if (typeof quantity === 'number') return this.ops.literal(quantity);
    const text = quantity.trim();
    const named = this.#named(text, values);
    if (named !== undefined) return named;
    if (text !== '' && Number.isFinite(Number(text))) return this.ops.literal(Number(text));
    return this.ops.formula(this.#read(this.#language.formulas, text), this.#valueOf(values));
  }

  list(quantities: readonly Quantity[], values: Values): Value[] {
    return quantities.map((quantity) => this.value(quantity, values));
  }

  /** A mass: of one that is infinite the runtime stores 0, and so do we. */
  mass(quantity: Quantity, values: Values): Value {
    return quantity === 'infinite' ? this.ops.zero : this.value(quantity, values);
  }

  /** A function of time with its first and second derivative, at a time. */
  motion(formula: Quantity, values: Values): (t: Value) => readonly Value[] {
    const nodes = this.#read(this.#language.motions, String(formula));
    return (t) => nodes.map((node) => this.ops.formula(node, this.#valueOf(values, t)));
  }

  #read<T>(known: ReadonlyMap<string, T>, text: string): T {
    const found = known.get(formulaKey(text, { numbers: [] }));
    if (found === undefined) throw new Error(`the formula "${text}" was not read`);
    return found;
  }

  #named(name: string, values: Values): Value | undefined {
    const parameter = this.#parameters.get(name);
    if (parameter !== undefined) return parameter;
    const counter = values.get(name);
    return counter === undefined ? undefined : this.ops.literal(counter);
  }

  #valueOf(values: Values, t?: Value): ValueOf {
    return (name) => {
      const value = name === 't' && t !== undefined ? t : this.#named(name, values);
      if (value === undefined) throw new Error(`the formula has no value for "${name}"`);
      return value;
    };
  }

  /** The values of parameters that are formulas of others, undefined for all others. */
  derived(
    document: { readonly params?: Readonly<Record<string, unknown>> | undefined },
    parameters: readonly SceneParameter[],
    values: Values,
  ): (Value | undefined)[] {
    return parameters.map(({ name, isDerived }) => {
      if (!isDerived) return undefined;
      const entry = document.params?.[name] as Quantity | { readonly value: Quantity };
      return this.value(typeof entry === 'object' ? entry.value : entry, values);
    });
  }
}
