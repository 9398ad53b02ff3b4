import type {
  AccessorNode,
  ArrayNode,
  ConditionalNode,
  FunctionNode,
  MathNode,
  OperatorNode,
  ParenthesisNode,
  RangeNode,
  RelationalNode,
} from 'mathjs';
import type { Span } from '../diagnostics/index.js';
import { fault } from './fault.js';
import { sumOf, SUM_USAGE } from './sums.js';
import {
  BINARY_OPERATORS,
  PREFIX_OPERATORS,
  RELATION_OPERATORS,
  type BinaryOperator,
  type PrefixOperator,
  type RelationOperator,
  type Syntax,
} from './syntax.js';
import type { Token } from './tokens.js';

const BINARY: ReadonlySet<string> = new Set(BINARY_OPERATORS);
const RELATION: ReadonlySet<string> = new Set(RELATION_OPERATORS);
const PREFIX: ReadonlySet<string> = new Set(PREFIX_OPERATORS);

/**
 * Joins the tree of mathjs, which keeps no places, with the tokens, which have no structure. Both
 * are walked in step, so that each part of the tree gets the range of its tokens. A kind of node
 * that the language does not have is refused.
 */
export function locate(formula: string, tokens: readonly Token[], root: MathNode): Syntax {
  const walk = new Walk(formula, tokens);
  const syntax = walk.visit(root);
  walk.expectEnd();
  return syntax;
}

class Walk {
  #next = 0;
  readonly #formula: string;
  readonly #tokens: readonly Token[];
  /** The counters of the sums around the present part. */
  readonly #counters: string[] = [];

  constructor(formula: string, tokens: readonly Token[]) {
    this.#formula = formula;
    this.#tokens = tokens;
  }

  visit(node: MathNode): Syntax {
    switch (node.type) {
      case 'ConstantNode':
      case 'SymbolNode':
        return this.#leaf();
      case 'ParenthesisNode':
        return this.#group(node as ParenthesisNode);
      case 'OperatorNode':
        return this.#operator(node as OperatorNode);
      case 'RelationalNode':
        return this.#relation((node as unknown as { params: MathNode[] }).params);
      case 'ConditionalNode':
        return this.#conditional(node as ConditionalNode);
      case 'FunctionNode':
        return this.#call(node as FunctionNode<MathNode>);
      case 'AccessorNode':
        return this.#accessor(node as AccessorNode);
      case 'ArrayNode':
        return this.#list(node as ArrayNode);
      default:
        return this.#lost();
    }
  }

  expectEnd(): void {
    if (this.#next < this.#tokens.length) this.#lost();
  }

  #leaf(): Syntax {
    const token = this.#take();
    const span = spanOf(token);
    if (token.kind === 'number') return { kind: 'number', text: token.text, span };
    if (token.kind === 'name') return { kind: 'name', name: token.text, span };
    return this.#lost();
  }

  #group(node: ParenthesisNode): Syntax {
    const open = this.#take('(');
    const inner = this.visit(node.content);
    return { kind: 'group', inner, span: { start: open.start, end: this.#take(')').end } };
  }

  #operator(node: OperatorNode): Syntax {
    const [first, second] = node.args;
    const operator: string = node.op;
    if (first !== undefined && second === undefined && PREFIX.has(operator)) {
      const { start } = this.#take(operator);
      const operand = this.visit(first);
      return {
        kind: 'prefix',
        operator: operator as PrefixOperator,
        operand,
        span: { start, end: operand.span.end },
      };
    }
    if (first === undefined || second === undefined) return this.#lost();
    if (RELATION.has(operator)) return this.#relation(node.args);
    if (!BINARY.has(operator)) return this.#lost();
    const left = this.visit(first);
    const before = this.#tokens[this.#next - 1]!;
    const explicit = node.implicit ? undefined : this.#take(operator);
    const after = this.#tokens[this.#next];
    const right = this.visit(second);
    return {
      kind: 'binary',
      operator: operator as BinaryOperator,
      left,
      right,
      sign: explicit === undefined ? { start: before.start, end: after?.end ?? before.end } : spanOf(explicit),
      implicit: node.implicit,
      span: { start: left.span.start, end: right.span.end },
    };
  }

  #relation(params: RelationalNode['params']): Syntax {
    const operands: Syntax[] = [];
    const signs: Token[] = [];
    for (const param of params) {
      if (operands.length > 0) signs.push(this.#take());
      operands.push(this.visit(param));
    }
    if (!signs.every(({ text }) => RELATION.has(text))) return this.#lost();
    return {
      kind: 'relation',
      operands,
      operators: signs.map(({ text }) => text as RelationOperator),
      signs: signs.map(spanOf),
      span: { start: operands[0]!.span.start, end: operands.at(-1)!.span.end },
    };
  }

  #conditional(node: ConditionalNode): Syntax {
    const condition = this.visit(node.condition);
    this.#take('?');
    const whenTrue = this.visit(node.trueExpr);
    this.#take(':');
    const whenFalse = this.visit(node.falseExpr);
    const span = { start: condition.span.start, end: whenFalse.span.end };
    return { kind: 'conditional', condition, whenTrue, whenFalse, span };
  }

  #call(node: FunctionNode<MathNode>): Syntax {
    const callee = this.visit(node.fn);
    if (callee.kind === 'name' && callee.name === 'sum' && node.args.some(isRange))
      return this.#sum(callee.span, node.args);
    this.#take('(');
    const args = this.#separated(node.args);
    return { kind: 'call', callee, args, span: { start: callee.span.start, end: this.#take(')').end } };
  }

  #sum({ start }: Span, args: readonly MathNode[]): Syntax {
    const [counter, range, body, ...more] = args;
    if (
      counter?.type !== 'SymbolNode' ||
      !isRange(range) ||
      range.step !== null ||
      body === undefined ||
      more.length > 0
    )
      return this.#lost(SUM_USAGE);
    this.#take('(');
    const name = this.visit(counter);
    if (name.kind !== 'name') return this.#lost(SUM_USAGE);
    this.#take(',');
    const first = this.visit(range.start);
    this.#take(':');
    const last = this.visit(range.end);
    this.#take(',');
    const outer = [...this.#counters];
    this.#counters.push(name.name);
    const parts = { counter: name, first, last, body: this.visit(body), outer };
    this.#counters.pop();
    return sumOf(this.#formula, { start, end: this.#take(')').end }, parts);
  }

  #accessor(node: AccessorNode): Syntax {
    const object = this.visit(node.object);
    if (node.index.dotNotation) {
      this.#take('.');
      const token = this.#take();
      const span = { start: object.span.start, end: token.end };
      return { kind: 'member', object, member: token.text, memberSpan: spanOf(token), span };
    }
    this.#take('[');
    const indices = this.#separated(node.index.dimensions);
    return { kind: 'index', object, indices, span: { start: object.span.start, end: this.#take(']').end } };
  }

  #list(node: ArrayNode): Syntax {
    const open = this.#take('[');
    const items = this.#separated(node.items);
    // mathjs allows a comma after the last item.
    if (this.#tokens[this.#next]?.text === ',') this.#next++;
    return { kind: 'list', items, span: { start: open.start, end: this.#take(']').end } };
  }

  #separated(nodes: readonly MathNode[]): Syntax[] {
    return nodes.map((node, i) => {
      if (i > 0) this.#take(',');
      return this.visit(node);
    });
  }

  #take(text?: string): Token {
    const token = this.#tokens[this.#next++];
    if (token === undefined || (text !== undefined && token.text !== text)) return this.#lost();
    return token;
  }

  /**
   * Throws where tree and tokens disagree: mathjs read something that the language does not have.
   */
  #lost(hint?: string): never {
    const token = this.#tokens[Math.min(this.#next, this.#tokens.length) - 1] ?? this.#tokens[0];
    fault(this.#formula, token ?? { start: 0, end: 1 }, 'E_SYNTAX', 'The formula cannot be understood here.', hint);
  }
}

const isRange = (node: MathNode | undefined): node is RangeNode => node?.type === 'RangeNode';

const spanOf = ({ start, end }: Span): Span => ({ start, end });
