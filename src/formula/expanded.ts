import type {
  InputDescription,
  ParameterDescription,
  RowLevel,
  RowRelation,
} from '../../runtime/model/constraint-type.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { Graph } from '../symbolic/graph.js';
import type { Node } from '../symbolic/node.js';
import type { ParsedField } from '../syntax/parse-field.js';

/** The quantities of a spec with inputs in one space, and what is known of its formulas' parts. */
export interface ExpandedQuantities {
  readonly graph: Graph;
  readonly inputs: readonly ExpandedInput[];
  readonly params: readonly ExpandedParameter[];
  /** The variable `t`. */
  readonly time: Node;
  /**
   * Readable names of nodes, from `where`: `r`, and `d_x`, `d_y` for a vector. Plain variables and
   * numbers have none.
   */
  readonly names: ReadonlyMap<Node, string>;
  /** The formulas' own text for nodes that stand in them: `norm(a - b)`. */
  readonly sources: ReadonlyMap<Node, string>;
  /** A diagnostic for each quantity that no formula uses. */
  readonly unused: readonly Diagnostic[];
}

/** A constraint in one space, its formulas typed and written out in scalars. */
export interface ExpandedConstraint extends ExpandedQuantities {
  /** One scalar per row: `C(x, t)`, or `φ(x, ẋ, t)` in the inputs' rates (see `rateName`). */
  readonly C: readonly Node[];
  /** The origin and the level of each row. */
  readonly rows: readonly RowOrigin[];
  /** The formulas as they were read. */
  readonly formulas: { readonly where: readonly ParsedField[]; readonly C: readonly ParsedField[] };
}

export interface RowOrigin {
  /** The row's level: at velocity level, the row depends on rates of inputs. */
  readonly level: RowLevel;
  readonly relation: RowRelation;
  /** Index of the entry of `C`, from 0. */
  readonly formula: number;
  /**
   * The component of a vector formula. For a vector of more than three components it is the number,
   * from 1.
   */
  readonly component?: 'x' | 'y' | 'z' | number;
}

/** An input and its variables: `a.x`, `a.y`; of a scalar, `theta`. */
export interface ExpandedInput extends InputDescription {
  readonly components: readonly Node[];
}

/** A parameter and its variables, named like those of an input. */
export interface ExpandedParameter extends ParameterDescription {
  readonly components: readonly Node[];
}
