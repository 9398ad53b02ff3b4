import { quote, SpecError, suggestion } from '../diagnostics/index.js';
import type { Quantity } from './document.js';
import { Faults, sceneFault, type Path } from './faults.js';
import type { SceneFormula, SceneLanguage } from './formulas.js';

/** Numbers by name: parameters, and counters of repeats. */
export type Values = ReadonlyMap<string, number>;

/** Thrown where a scene has a formula or a spec, and the language is not loaded. */
export class LanguageMissing extends Error {}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** Evaluates the numbers of a scene, and records what is wrong with them. */
export class Numbers {
  readonly faults: Faults;
  readonly #language: SceneLanguage | undefined;
  /** Formulas by their text and the names that they may read: those of repeats come in each round. */
  readonly #formulas: Map<string, SceneFormula>;

  constructor(faults: Faults, language: SceneLanguage | undefined, formulas = new Map<string, SceneFormula>()) {
    this.faults = faults;
    this.#language = language;
    this.#formulas = formulas;
  }

  /** The same numbers, without the mistakes so far. */
  withoutFaults(): Numbers {
    return new Numbers(new Faults(), this.#language, this.#formulas);
  }

  /** The language. Throws {@link LanguageMissing} if it is not loaded. */
  get language(): SceneLanguage {
    if (this.#language === undefined) throw new LanguageMissing();
    return this.#language;
  }

  /** The value of a number. Undefined if it has a mistake. */
  number(path: Path, quantity: Quantity, values: Values): number | undefined {
    return this.faults.try(path, () => this.evaluate(quantity, values));
  }

  /** {@link number}, or undefined where it is left out. */
  optional(path: Path, quantity: Quantity | undefined, values: Values): number | undefined {
    return quantity === undefined ? undefined : this.number(path, quantity, values);
  }

  /** The values of a list. Undefined if one of them has a mistake. */
  list(path: Path, quantities: readonly Quantity[], values: Values): number[] | undefined {
    const numbers = quantities.map((quantity, i) => this.number([...path, i], quantity, values));
    return numbers.every((number) => number !== undefined) ? numbers : undefined;
  }

  /** {@link list} of a place or a vector, which has `size` components. */
  vector(path: Path, quantities: readonly Quantity[], size: number, values: Values): number[] | undefined {
    if (quantities.length === size) return this.list(path, quantities, values);
    this.faults.add(path, `There are ${size} numbers here, one per axis, not ${quantities.length}.`);
    return undefined;
  }

  /** The value of a number. Throws a SpecError. */
  evaluate(quantity: Quantity, values: Values): number {
    const value = typeof quantity === 'number' ? quantity : this.#read(quantity.trim(), values);
    if (Number.isFinite(value)) return value;
    throw new SpecError([sceneFault([], `${quote(String(quantity))} is ${value} here, not a finite number.`)]);
  }

  #read(text: string, values: Values): number {
    const known = values.get(text);
    if (known !== undefined) return known;
    if (IDENTIFIER.test(text) && !CONSTANTS.has(text)) throw unknown(text, values);
    if (text !== '' && Number.isFinite(Number(text))) return Number(text);
    // The language knows the time, and a number of a scene stays as it is.
    if (/\bt\b/.test(text) && !values.has('t')) throw unknown('t', values);
    const numbers = [...values.keys()];
    const key = [text, ...numbers].join('\n');
    let formula = this.#formulas.get(key);
    if (formula === undefined) this.#formulas.set(key, (formula = this.#parse(text, numbers)));
    return formula(values);
  }

  /** A formula that is wrong is so in each round, and is not read again. */
  #parse(text: string, numbers: readonly string[]): SceneFormula {
    try {
      return this.language.formula(text, { numbers });
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      return () => {
        throw error;
      };
    }
  }
}

const CONSTANTS: ReadonlySet<string> = new Set(['pi', 'tau', 'e']);

function unknown(name: string, values: Values): SpecError {
  const hint = suggestion(name, values.keys()) ?? namesOf(values);
  return new SpecError([sceneFault([], `There is no parameter ${quote(name)}.`, hint)]);
}

const namesOf = (values: Values): string =>
  values.size === 0 ? 'this scene has no parameters' : `known are ${[...values.keys()].slice(0, 12).join(', ')}`;
