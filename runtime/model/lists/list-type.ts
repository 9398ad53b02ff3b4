import type { ConstantEntry, ConstraintKernel, ConstraintType, InputDescription } from '../constraint-type.js';

/** One input of a class over lists. */
export interface ListInputDescription extends InputDescription {
  /** `'any'` for a list of connectors, of any length. */
  readonly count?: 'any';
  /** False for a list whose ends are not neighbours; left out for a ring. */
  readonly ring?: false;
}

/** A list of groups of indices into a list of inputs, such as the corners of the faces of a mesh. */
export interface IndexListDescription {
  readonly name: string;
  /** The list that the indices point into. */
  readonly of: string;
  /** Number of indices of each group. */
  readonly arity: number;
  readonly doc?: string;
}

/**
 * One input of a part of a class over lists, of `size` components:
 *
 * - an input of the class, by its name;
 * - of a list, the entry `at`, counted from the end where that is negative; or the entry at
 *   `shift` from the index of a sum, or at corner `corner` of a group of indices;
 * - the row `row` of the earlier sum `sum`.
 */
export type Read =
  | { readonly input: string; readonly size: number }
  | { readonly input: string; readonly size: number; readonly at: number }
  | { readonly input: string; readonly size: number; readonly shift: number }
  | { readonly input: string; readonly size: number; readonly corner: number }
  | { readonly sum: number; readonly row: number; readonly size: 1 };

/** One parameter of a part: one of the class, the length of a list, or the number of terms of a sum. */
export type ParameterRead = { readonly param: string } | { readonly lengthOf: string } | { readonly termsOf: number };

/** A part of a class over lists: a constraint on what it reads. */
export interface ListPart {
  readonly rows: number;
  readonly reads: readonly Read[];
  readonly params: readonly ParameterRead[];
  /** As in {@link ConstraintType.constantJ}, by the number of the read. */
  readonly constantJ?: Readonly<Record<string, readonly ConstantEntry[]>>;
  /** In a sum, the parameters are common to all terms: they are at `p[0] …`. */
  readonly kernel: ConstraintKernel;
}

/**
 * A reduction `S = Σ f` over the entries of lists: the kernel of its term `f`, and what it runs
 * over.
 *
 * - For `'sum'` the kernel has filled with zeros what it writes to, and adds the terms up: `S`, `Ṡ`
 *   and its bias at `C[r]`, `Cdot[r]` and `gamma[r]`, and `∂S_r` by what is at `x[place]` at
 *   `J[rows · place + r]`.
 * - `'min'` and `'max'` take one term, the first of several that are equal. The kernel writes all
 *   terms, as a batch.
 */
export interface Reduction extends ListPart {
  readonly take: 'sum' | 'min' | 'max';
  /** Lists that are as long as each other, whose indices wrap around where `ring`; or index lists. */
  readonly over: { readonly lists: readonly string[]; readonly ring: boolean } | { readonly indices: string };
}

/**
 * The description of a constraint class over lists of any length. With reductions
 * `S = Σ f(x_i, …)`, its rows are `C = F(S, …)`: the outer part sees the reductions as scalars.
 * For lists of known lengths it makes a {@link ConstraintType}.
 */
export interface ListType extends Omit<ConstraintType, 'inputs' | 'kernel' | 'jdotKernel' | 'constantJ'> {
  readonly inputs: readonly ListInputDescription[];
  readonly indices: readonly IndexListDescription[];
  readonly sums: readonly Reduction[];
  readonly outer: ListPart;
}

/** True for the type of a class over lists. */
export const isListType = (type: ConstraintType | ListType): type is ListType => 'sums' in type;
