import type { MathNode } from 'mathjs';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { parseEquations, parseFormula, type Equation } from '../syntax/parse.js';
import { mathjs } from '../mathjs.js';
import type { Program } from '../reference/program.js';
import { inputNames, readTrees } from '../reference/read-formula.js';
import { entriesOf, type Entry } from '../sampling/evaluation.js';

/** Functions whose derivative in mathjs is missing or wrong for some real arguments. */
const WITHOUT_RULE: readonly string[] = ['acoth', 'cbrt', 'abs', 'nthRoot', 'sign', 'norm', 'dot', 'cross'];

/** A program whose rows are entries of `J`. */
export interface DerivedEntries {
  readonly program: Program;
  readonly entries: readonly Entry[];
}

/**
 * Differentiates each row by each input component with mathjs, as one program; undefined if mathjs
 * has no rule.
 */
export function deriveByMathjs(type: ConstraintType): DerivedEntries | undefined {
  if (type.levels !== undefined) return undefined;
  const names = inputNames(type);
  const width = entriesOf(type, 'J').length / type.rows;
  try {
    const rows = type.formula.C.flatMap((text) => parseEquations(text).map((equation) => scalarTree(type, equation)));
    const entries: Entry[] = [];
    const trees: MathNode[] = [];
    rows.forEach((tree, row) => {
      for (let column = 0; column < width; column++) {
        entries.push({ row, column });
        trees.push(mathjs.derivative(tree, flatName(names[column]!), { simplify: false }));
      }
    });
    if (rows.length !== type.rows) return undefined;
    return { program: readTrees(type, trees, flatName), entries };
  } catch {
    // A formula that mathjs cannot differentiate has no third opinion.
    return undefined;
  }
}

/** The name of `a.1` as a symbol by which mathjs can differentiate. */
const flatName = (name: string): string => name.replace('.', '_component_');

/**
 * Largest number of parts of a formula with `where` written out that has a third opinion: a name
 * that is used twice is written twice.
 */
const MAX_PARTS = 1_000;

/**
 * The formula with components as symbols and `where` written out. Throws if the result is not
 * scalar.
 */
function scalarTree(type: ConstraintType, { lhs, rhs }: Equation): MathNode {
  const tree = rhs === undefined ? lhs : new mathjs.OperatorNode('-', 'subtract', [lhs, rhs]);
  let parts = 0;
  const expand = (node: MathNode): MathNode =>
    node.transform((part) => {
      if (++parts > MAX_PARTS) throw new Error('too long');
      if (mathjs.isFunctionNode(part)) {
        const { name } = part.fn;
        if (WITHOUT_RULE.includes(name) || type.params.some((param) => param.name === name)) throw new Error('no rule');
      }
      if (mathjs.isAccessorNode(part)) return componentSymbol(type, part.object, part.index.dimensions);
      if (mathjs.isConditionalNode(part) || mathjs.isArrayNode(part)) throw new Error('no rule');
      if (!mathjs.isSymbolNode(part)) return part;
      const owner = [...type.inputs, ...type.params].find(({ name }) => name === part.name);
      if (owner !== undefined) {
        if (owner.kind !== 'scalar') throw new Error('a vector');
        return new mathjs.SymbolNode(flatName(`${part.name}.1`));
      }
      const definition = type.formula.where[part.name];
      return definition === undefined ? part : new mathjs.ParenthesisNode(expand(parseFormula(definition).tree));
    });
  return expand(tree);
}

function componentSymbol(type: ConstraintType, object: MathNode, dimensions: readonly MathNode[]): MathNode {
  const [dimension] = dimensions;
  if (!mathjs.isSymbolNode(object) || dimensions.length !== 1 || !mathjs.isConstantNode(dimension))
    throw new Error('not a component');
  const owner = [...type.inputs, ...type.params].find(({ name }) => name === object.name);
  const value = dimension.value as unknown;
  const index = typeof value === 'string' ? 'xyz'.indexOf(value) + 1 : Number(value);
  if (owner === undefined || owner.kind === 'scalar' || !(index >= 1 && index <= owner.size))
    throw new Error('not a component');
  return new mathjs.SymbolNode(flatName(`${object.name}.${index}`));
}
