import type { SingularPoint } from '../derive/singular-points.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { KernelFunction } from '../emit/syntax.js';
import type { OperationCount } from '../lower/count.js';
import type { Part } from '../equations/formulas.js';
import type { Notation } from '../notation/notation.js';
import type { ResultUnits } from '../equations/units.js';
import type { Node } from '../symbolic/node.js';
import type { VerificationReport, VerifyOptions } from '../verify/index.js';
import type { Pattern } from './html/pattern.js';

/**
 * All that a reader is told about one class, of whatever kind. The formats lay it out: text, TeX,
 * HTML, JSON.
 */
export interface Account {
  readonly derivation: Derived;
  readonly summary: string;
  readonly doc?: string | undefined;
  /** Short facts on the class. */
  readonly facts: readonly string[];
  /** The formulas, as the spec has them. */
  readonly formulas: readonly string[];
  readonly given: readonly Given[];
  /** The units of its results, where it has some. */
  readonly results?: ResultUnits;
  /** The ranges from which verification draws its samples. */
  readonly sample: Readonly<Record<string, readonly [number, number] | undefined>>;
  /** The derivation, part by part. */
  readonly parts: (notation: Notation) => readonly Part[];
  /** The pattern of the kind's matrix. */
  readonly matrix: { readonly heading: string; readonly pattern: Pattern };
  readonly costs: readonly Cost[];
  /** The functions of the class, the main one first. */
  readonly sources: () => readonly KernelFunction[];
  readonly prove: (options: VerifyOptions) => VerificationReport<string>;
  /** Data for programs that are particular to the kind. */
  readonly data: () => object;
}

/** The properties that derivations of all kinds have. */
interface Derived {
  readonly className: string;
  readonly singular: readonly SingularPoint[];
  readonly expanded: { readonly names: ReadonlyMap<Node, string> };
  readonly warnings: readonly Diagnostic[];
}

/** Quantities that a user gives, for instance inputs. */
export interface Given {
  readonly heading: string;
  /** A sentence about all of them. */
  readonly caption: string;
  readonly list: readonly GivenQuantity[];
}

export interface GivenQuantity {
  readonly name: string;
  readonly kind: string;
  readonly size: number;
  readonly unit?: string;
  /** Unit of the argument of a curve or a path. */
  readonly of?: string;
  readonly min?: number;
  readonly max?: number;
  readonly default?: number | readonly number[];
  readonly doc?: string;
}

/** The cost of a function of the class. */
interface Cost {
  /** The quantities that it computes. */
  readonly of: string;
  readonly count: OperationCount;
  /** The same nodes as they were derived, where their optimisation is of interest. */
  readonly roots?: readonly Node[];
}

/** The parameters of any class. */
export const givenParameters = (list: readonly GivenQuantity[]): Given => ({
  heading: 'Parameters',
  caption: 'What is given when it is made, and may change between steps',
  list,
});

/** A formula for each name under `where`, as a reader is shown it. */
export const whereFormulas = (where: Readonly<Record<string, string>> = {}): readonly string[] =>
  Object.entries(where).map(([name, formula]) => `where ${name} = ${formula}`);
