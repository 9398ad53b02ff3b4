import type { PrimitiveName } from '../primitives/index.js';
import { isZero, type Rational } from './rational.js';

/**
 * The nodes of the expression graph. Nodes are immutable, interned by their {@link Graph}, and
 * compared by identity: two equal subexpressions are one node. `id` grows in the order of creation,
 * so `children`, the nodes that a node is computed from, have smaller ids than it.
 */
export type Node =
  | NumberNode
  | ConstantNode
  | VariableNode
  | SumNode
  | ProductNode
  | CallNode
  | ConditionNode
  | SelectNode;

/** The data from which a node is made. */
export type Draft<N extends Node = Node> = N extends Node ? Omit<N, 'id' | 'children'> : never;

/** An exact number. */
export interface NumberNode {
  readonly kind: 'number';
  readonly id: number;
  readonly children: readonly Node[];
  readonly value: Rational;
}

/** A named irrational constant. */
export interface ConstantNode {
  readonly kind: 'constant';
  readonly id: number;
  readonly children: readonly Node[];
  readonly name: ConstantName;
}
/**
 * The names of the constants. `tau` is 2π: π in formulas mostly has a factor of two, and `½ · tau`
 * is π.
 */
export type ConstantName = 'tau' | 'e';

/** An input component, its rate, a parameter component, or time. */
export interface VariableNode {
  readonly kind: 'variable';
  readonly id: number;
  readonly children: readonly Node[];
  readonly name: string;
}

/**
 * `constant + Σ coefficient · node`. No term is a number or has a coefficient of its own, and no
 * two terms are the same node. There are at least two summands. The coefficients have no common
 * divisor, and the first is positive.
 */
export interface SumNode {
  readonly kind: 'sum';
  readonly id: number;
  readonly children: readonly Node[];
  readonly terms: readonly Term[];
  readonly constant: Rational;
}
export interface Term {
  readonly coefficient: Rational;
  readonly node: Node;
}

/**
 * `coefficient · Π base^exponent`. No base is a number or, with an integer exponent, itself a
 * product; bases are distinct and exponents not zero.
 */
export interface ProductNode {
  readonly kind: 'product';
  readonly id: number;
  readonly children: readonly Node[];
  readonly coefficient: Rational;
  readonly factors: readonly Factor[];
}
export interface Factor {
  readonly base: Node;
  readonly exponent: Rational;
}

/** A primitive. All other functions are expanded where they are built (see functions.ts). */
export interface CallNode {
  readonly kind: 'call';
  readonly id: number;
  readonly children: readonly Node[];
  readonly name: PrimitiveName;
  readonly args: readonly Node[];
}

/** A truth value; only a {@link SelectNode} or another condition uses it. */
export interface ConditionNode {
  readonly kind: 'condition';
  readonly id: number;
  readonly children: readonly Node[];
  readonly name: ConditionName;
  readonly args: readonly Node[];
}
export type ConditionName = 'less' | 'lessOrEqual' | 'equal' | 'and' | 'or' | 'not';

/** `condition ? whenTrue : whenFalse`. */
export interface SelectNode {
  readonly kind: 'select';
  readonly id: number;
  readonly children: readonly Node[];
  readonly condition: Node;
  readonly whenTrue: Node;
  readonly whenFalse: Node;
}

/** A node with its children. */
export function makeNode<N extends Node>(id: number, draft: Draft<N>): N;
export function makeNode(id: number, draft: Draft): Node {
  return Object.freeze({ ...draft, id, children: childrenOf(draft) });
}

function childrenOf(draft: Draft): readonly Node[] {
  switch (draft.kind) {
    case 'number':
    case 'constant':
    case 'variable':
      return [];
    case 'sum':
      return draft.terms.map((term) => term.node);
    case 'product':
      return draft.factors.map((factor) => factor.base);
    case 'call':
    case 'condition':
      return draft.args;
    case 'select':
      return [draft.condition, draft.whenTrue, draft.whenFalse];
  }
}

const ownChildren = ({ children }: Node): readonly Node[] => children;

/**
 * All nodes that `roots` depend on, themselves included, in the order of their creation: children
 * before users.
 */
export function reachable(roots: Iterable<Node>, children: (node: Node) => readonly Node[] = ownChildren): Node[] {
  const seen = new Set<Node>();
  const found: Node[] = [];
  const stack = [...roots];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    found.push(node);
    for (const child of children(node)) stack.push(child);
  }
  return sortedById(found);
}

/**
 * Sorts nodes by id. The sort is of plain numbers, each made of id and place, so that it calls no
 * comparison.
 */
function sortedById(nodes: readonly Node[]): Node[] {
  const keys = new Float64Array(nodes.length);
  for (let place = 0; place < keys.length; place++) keys[place] = nodes[place]!.id * keys.length + place;
  keys.sort();
  const sorted: Node[] = [];
  for (const key of keys) sorted.push(nodes[key % keys.length]!);
  return sorted;
}

/** The number of times that each node occurs among the children of the others. */
export function countUses(nodes: readonly Node[], children: (node: Node) => readonly Node[]): Map<Node, number> {
  const uses = new Map<Node, number>();
  for (const node of nodes) for (const child of children(node)) uses.set(child, (uses.get(child) ?? 0) + 1);
  return uses;
}

export const isZeroNode = (node: Node): boolean => node.kind === 'number' && isZero(node.value);
