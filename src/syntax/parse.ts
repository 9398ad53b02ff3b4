import type { MathJsInstance, MathNode } from 'mathjs';
import { mathjs } from '../mathjs.js';
import { quote } from '../diagnostics/index.js';
import { checkNesting, NAME_PARTS } from './brackets.js';
import { checkCommas } from './commas.js';
import { fault } from './fault.js';
import { LIMITS } from './limits.js';
import { locate } from './locate.js';
import type { Syntax } from './syntax.js';
import { tokenize, type Token } from './tokens.js';

/** A formula in two representations: mathjs' own tree, and a tree with the place of each part. */
export interface ParsedFormula {
  readonly text: string;
  readonly tree: MathNode;
  readonly syntax: Syntax;
}

/**
 * Reads a formula. Checks its characters, its size and its grammar, not the meaning of its names.
 * Throws a `SpecError` with one diagnostic. `math` decides the type of the numbers in the tree.
 */
export function parseFormula(text: string, math: MathJsInstance = mathjs): ParsedFormula {
  const tokens = tokenize(text);
  checkNesting(text, tokens);
  checkCommas(text, tokens);
  checkCount(text, tokens);
  const tree = parseTree(text, tokens, math);
  checkDepth(text, tree);
  return { text, tree, syntax: locate(text, tokens, tree) };
}

/** An entry of `C`, or a comparison in it, whose rows are `lhs − rhs`. */
export interface Equation {
  readonly lhs: MathNode;
  /** Missing where "= 0" is understood. */
  readonly rhs?: MathNode;
}

/**
 * Reads an entry of `C` into mathjs' trees of the two sides of each equation or inequality. A `math`
 * with big numbers keeps literals to all their digits.
 */
export const parseEquations = (text: string, math: MathJsInstance = mathjs): readonly Equation[] =>
  equationsOf(parseFormula(text, math).tree);

/**
 * The sides of the equations and inequalities in an entry of `C`. The sides of `a <= b` are
 * exchanged: it asks for `b − a ≥ 0`. `a <= b <= c` has two.
 */
export function equationsOf(tree: MathNode): readonly Equation[] {
  while (isParenthesis(tree)) tree = tree.content;
  const { operators, operands } = comparisonsIn(tree);
  if (operators.length === 0) return [{ lhs: tree }];
  return operators.map((operator, i) => {
    const [a, b] = [operands[i]!, operands[i + 1]!];
    return operator === 'smallerEq' ? { lhs: b, rhs: a } : { lhs: a, rhs: b };
  });
}

const SIGNS_OF_RELATIONS: readonly string[] = ['equal', 'smallerEq', 'largerEq'];

const isParenthesis = (node: MathNode): node is MathNode & { content: MathNode } => node.type === 'ParenthesisNode';

function comparisonsIn(node: MathNode): { operators: readonly string[]; operands: readonly MathNode[] } {
  if (mathjs.isRelationalNode(node)) return { operators: node.conditionals, operands: node.params };
  if (mathjs.isOperatorNode(node) && SIGNS_OF_RELATIONS.includes(node.fn))
    return { operators: [node.fn], operands: node.args };
  return { operators: [], operands: [] };
}

function parseTree(text: string, tokens: readonly Token[], math: MathJsInstance): MathNode {
  try {
    return math.parse(text);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // mathjs counts characters from 1, and points behind the end where something is missing.
    const char = 'char' in error && typeof error.char === 'number' ? error.char - 1 : text.length;
    const last = tokens.at(-1)!;
    const token = tokens.find(({ end }) => end > char);
    if (token === undefined)
      fault(
        text,
        { start: last.end, end: last.end + 1 },
        'E_SYNTAX',
        'The formula breaks off.',
        'a value is missing at the end',
      );
    const found = quote(token.text);
    if (error.message.startsWith('Digit expected'))
      fault(text, token, 'E_NUMBER', 'The exponent of the number has no digits, or a fraction.', 'write 2e3, or 2 * e');
    if (error.message.startsWith('Unexpected'))
      fault(
        text,
        token,
        'E_SYNTAX',
        token.kind === 'sign' ? `${found} is not expected here.` : `There is no operator before ${found}.`,
      );
    if (error.message.startsWith('False part'))
      fault(text, token, 'E_SYNTAX', `A ":" is missing before ${found}.`, 'a conditional is written condition ? a : b');
    if (error.message.startsWith('Property name'))
      fault(
        text,
        token,
        'E_SYNTAX',
        `A component must follow the dot, not ${found}.`,
        'components are written a.x, a.y, a.z',
      );
    fault(text, token, 'E_SYNTAX', `A value is missing before ${found}.`, hintForList(text, token));
  }
}

/** A hint for `[1 2]` and `<1, 2>`. */
function hintForList(text: string, { start, text: found }: Token): string | undefined {
  if (found === '<') return 'a vector is written [x, y]';
  const isInList = text.lastIndexOf('[', start) > text.lastIndexOf(']', start);
  return isInList && /[\w)]\s*$/.test(text.slice(0, start)) ? 'write a comma between components: [x, y]' : undefined;
}

function checkCount(text: string, tokens: readonly Token[]): void {
  const excess = tokens[LIMITS.tokens];
  if (excess !== undefined)
    fault(
      text,
      excess,
      'E_FORMULA_TOKENS',
      `The formula has ${tokens.length} words, numbers and signs; the limit is ${LIMITS.tokens}.`,
      NAME_PARTS,
    );
}

/** Checks the depth of a tree, so that later walks may be recursive. */
function checkDepth(text: string, tree: MathNode): void {
  let level: MathNode[] = [tree];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > LIMITS.depth)
      fault(
        text,
        { start: 0, end: text.length },
        'E_FORMULA_DEPTH',
        `The formula has more than ${LIMITS.depth} operations inside one another, or in one sum.`,
        NAME_PARTS,
      );
    const next: MathNode[] = [];
    for (const node of level) node.forEach((child) => next.push(child));
    level = next;
  }
}
