import type fc from 'fast-check';
import type { Production, Sort } from './grammar.js';

/** An expression by the productions that made it. */
export interface Tree {
  readonly production: Production;
  readonly parts: readonly Tree[];
}

export const printTree = ({ production, parts }: Tree): string => production.write(...parts.map(printTree));

/** A random number in [0, 1). */
export const unit = (random: fc.Random): number => random.nextInt(0, 2 ** 30 - 1) / 2 ** 30;

/** Probability that an expression repeats an earlier one. */
const AGAIN = 0.15;

/** The productions by what they make. */
export class Grammar {
  readonly #bySort = new Map<Sort, Production[]>();
  /** The production that ends soonest, for each sort: the first without parts, if there is one. */
  readonly #simplest = new Map<Sort, Tree>();

  /** Expressions made before, to be repeated: many passes work on common parts. */
  readonly #made: Tree[];

  constructor(productions: readonly Production[], made: Tree[] = []) {
    this.#made = made;
    for (const production of productions) {
      const list = this.#bySort.get(production.sort);
      if (list === undefined) this.#bySort.set(production.sort, [production]);
      else list.push(production);
    }
    for (let known = -1; known < this.#simplest.size;) {
      known = this.#simplest.size;
      for (const production of productions) {
        const parts = production.parts.map((sort) => this.#simplest.get(sort));
        if (this.#simplest.has(production.sort) || !parts.every((part) => part !== undefined)) continue;
        this.#simplest.set(production.sort, { production, parts });
      }
    }
  }

  simplest(sort: Sort): Tree {
    return this.#simplest.get(sort)!;
  }

  /** Draws an expression of about `size` productions. */
  generate(random: fc.Random, sort: Sort, size: number, withRates = false): Tree {
    const again = size > 1 && unit(random) < AGAIN ? this.#madeBefore(random, sort, withRates) : undefined;
    if (again !== undefined) return again;
    const all = this.#bySort.get(sort)!.filter(({ isRate }) => withRates || isRate !== true);
    const production = pick(random, size <= 1 ? this.#ends(all) : all.filter(({ parts }) => parts.length > 0));
    const count = production.parts.length;
    // A random share for each part.
    const cuts = Array.from({ length: count }, () => unit(random) + 0.1);
    const total = cuts.reduce((a, b) => a + b, 0);
    const parts = production.parts.map((part, k) =>
      this.generate(random, part, ((size - 1) * cuts[k]!) / total, withRates && production.isRate !== true),
    );
    const tree = { production, parts };
    if (parts.length > 0) this.#made.push(tree);
    return tree;
  }

  #madeBefore(random: fc.Random, sort: Sort, withRates: boolean): Tree | undefined {
    const known = this.#made.filter((tree) => tree.production.sort === sort && (withRates || !hasRate(tree)));
    return known.length === 0 ? undefined : known[random.nextInt(0, known.length - 1)];
  }

  /** Selects productions that end soon: those without parts, or for conditions a comparison. */
  #ends(all: readonly Production[]): readonly Production[] {
    const { sort } = all[0]!;
    if (sort === 'truth') return all.filter(({ parts }) => !parts.includes('truth'));
    const ends = all.filter(({ parts }) => parts.length === 0);
    return ends.length > 0 ? ends : [this.simplest(sort).production];
  }

  /**
   * Yields smaller expressions of the same sort: the simplest, the parts, and the same with one
   * part smaller.
   */
  *smaller(tree: Tree): Generator<Tree> {
    const { sort } = tree.production;
    for (const leaf of this.#bySort.get(sort)!) {
      if (leaf.parts.length > 0 || leaf === tree.production) continue;
      if (tree.parts.length > 0 || this.#rank(leaf) < this.#rank(tree.production))
        yield { production: leaf, parts: [] };
    }
    for (const inside of descendants(tree)) if (inside.production.sort === sort) yield inside;
    for (const production of this.#plainer(tree.production)) yield { ...tree, production };
    for (const [k, part] of tree.parts.entries())
      for (const less of this.smaller(part)) yield { ...tree, parts: tree.parts.with(k, less) };
  }

  /** Lists calls of the same function, without the parts that keep its arguments in its domain. */
  #plainer({ sort, parts, write }: Production): Production[] {
    const holes = parts.map(() => 'x');
    const text = write(...holes);
    const [name] = /^\w+\(/.exec(text) ?? [];
    if (name === undefined) return [];
    return this.#bySort.get(sort)!.filter((other) => {
      const plain = other.parts.join() === parts.join() ? other.write(...holes) : text;
      return plain.startsWith(name) && plain.length < text.length;
    });
  }

  /** Returns the place of a production among those of its sort; earlier ones are simpler. */
  #rank(production: Production): number {
    return this.#bySort.get(production.sort)!.indexOf(production);
  }
}

const hasRate = ({ production, parts }: Tree): boolean => production.isRate === true || parts.some(hasRate);

/** Yields the expression and all its parts, recursively. */
export function* descendants(tree: Tree): Generator<Tree> {
  for (const part of tree.parts) {
    yield part;
    yield* descendants(part);
  }
}

function pick(random: fc.Random, from: readonly Production[]): Production {
  let at = unit(random) * from.reduce((sum, { weight }) => sum + weight, 0);
  for (const production of from) {
    at -= production.weight;
    if (at < 0) return production;
  }
  return from.at(-1)!;
}
