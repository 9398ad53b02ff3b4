import { reachable, type Node } from '../symbolic/node.js';

/**
 * Number of operations of an expression as text, with named parts as one. A part that occurs twice
 * counts twice.
 */
export class WrittenSizes {
  readonly #names: ReadonlyMap<Node, string>;
  readonly #known = new Map<Node, number>();

  constructor(names: ReadonlyMap<Node, string>) {
    this.#names = names;
  }

  of(root: Node): number {
    const isOpen = (node: Node): boolean => !this.#known.has(node) && (node === root || !this.#names.has(node));
    for (const node of reachable([root], (parent) => (isOpen(parent) ? parent.children : [])))
      if (isOpen(node)) this.#known.set(node, this.#sizeOf(node));
    return this.#known.get(root)!;
  }

  #sizeOf({ children }: Node): number {
    return children.reduce((sum, child) => sum + (this.#names.has(child) ? 1 : this.#known.get(child)!), 1);
  }
}
