import type { ConstraintFormula } from '../../runtime/model/constraint-type.js';
import { piecesOf, readTokens, type Entry, type FoundReduction, type IndexVariable } from './formula-reader.js';
import type { Lists } from './list-spec.js';
import type { Token } from '../syntax/tokens.js';

/** The lengths of lists, and the groups of index lists. */
export interface ListLengths {
  readonly lengths: ReadonlyMap<string, number>;
  readonly indices: ReadonlyMap<string, readonly (readonly number[])[]>;
}

/** The name under which a written-out formula reads an entry of a list. */
export type NameOfEntry = (list: string, index: number) => string;

/**
 * A formula over lists as an ordinary one for lists of these lengths: every sum written out, term by
 * term. It is what the loops of an emitted class are checked against.
 *
 * Returns undefined where it has no terms to take the minimum, maximum or mean of, or reads an entry
 * that does not exist.
 */
export function writtenOut(
  formula: ConstraintFormula,
  lists: Lists,
  given: ListLengths,
  nameOf: NameOfEntry,
  isDeclared: (name: string) => boolean,
): ConstraintFormula | undefined {
  try {
    const write = (text: string): string => new Writer(text, lists, given, nameOf, isDeclared).write(readTokens(text));
    return {
      C: formula.C.map(write),
      where: Object.fromEntries(Object.entries(formula.where).map(([name, text]) => [name, write(text)])),
      sample: formula.sample,
    };
  } catch (error) {
    if (error instanceof NoValueError) return undefined;
    throw error;
  }
}

class NoValueError extends Error {}

class Writer {
  readonly #text: string;
  readonly #lists: Lists;
  readonly #given: ListLengths;
  readonly #nameOf: NameOfEntry;
  readonly #isDeclared: (name: string) => boolean;

  constructor(
    text: string,
    lists: Lists,
    given: ListLengths,
    nameOf: NameOfEntry,
    isDeclared: (name: string) => boolean,
  ) {
    this.#text = text;
    this.#lists = lists;
    this.#given = given;
    this.#nameOf = nameOf;
    this.#isDeclared = isDeclared;
  }

  write(tokens: readonly Token[]): string {
    return this.#term(tokens, undefined, (entry) => this.#fixed(entry));
  }

  #term(tokens: readonly Token[], index: IndexVariable | undefined, nameOf: (entry: Entry) => string): string {
    return piecesOf(this.#text, tokens, this.#lists, this.#isDeclared, index)
      .map((piece) => {
        if (piece.kind === 'text') return piece.token.text;
        return piece.kind === 'entry' ? nameOf(piece.entry) : this.#reduction(piece.reduction);
      })
      .join(' ')
      .replaceAll(' . ', '.');
  }

  #reduction({ take, index, whole, body }: FoundReduction): string {
    if (take === 'count') return String(this.#given.lengths.get(whole!));
    const terms = index === undefined ? this.#entries(whole!) : this.#terms(body, index);
    if (take === 'sum') return terms.length === 0 ? '0' : `(${terms.join(' + ')})`;
    if (terms.length === 0) throw new NoValueError();
    if (take === 'mean') return `((${terms.join(' + ')}) / ${terms.length})`;
    return terms.reduce((all, term) => `${take}(${all}, ${term})`);
  }

  #entries(list: string): string[] {
    return Array.from({ length: this.#given.lengths.get(list)! }, (_, i) => this.#nameOf(list, i));
  }

  /** The terms of a body, each in brackets. Those of an open list that read beyond an end are left out. */
  #terms(body: readonly Token[], index: IndexVariable): string[] {
    const groups = index.indices === undefined ? undefined : this.#given.indices.get(index.indices)!;
    const count = groups?.length ?? Math.max(...this.#given.lengths.values());
    return Array.from({ length: count }, (_, i) => {
      const read: boolean[] = [];
      const text = this.#term(body, index, (entry) => {
        if ('at' in entry) return this.#fixed(entry);
        if ('corner' in entry) return this.#nameOf(entry.list, groups![i]![entry.corner]!);
        const length = this.#given.lengths.get(entry.list)!;
        const place = i + entry.shift;
        const isRing = this.#lists.inputs.get(entry.list)!.ring ?? true;
        read.push(i < length && (isRing || (place >= 0 && place < length)));
        return this.#nameOf(entry.list, ((place % length) + length) % length);
      });
      return read.every(Boolean) ? [`(${text})`] : [];
    }).flat();
  }

  #fixed(entry: Entry): string {
    const at = 'at' in entry ? entry.at : NaN;
    const length = this.#given.lengths.get(entry.list)!;
    const place = at < 0 ? length + at : at;
    if (!(place >= 0 && place < length)) throw new NoValueError();
    return this.#nameOf(entry.list, place);
  }
}
