import type { SingularPolicy } from '../spec/constraint-spec.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import type { Factor, Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';
import { evaluateConstant, evaluateConstantPower, isConstant } from './constants.js';
import { Guards } from './guards.js';
import type { LoweringOptions } from './lower.js';
import { ProgramBuilder, type Program, type Value } from './program.js';

/**
 * Lowers each node by itself, as the graph has it, without any pass of the optimiser. Thus a fault
 * of such a pass can be told from a fault of the derivation, and its result replaced.
 */
export function lowerDirectly(
  roots: readonly Node[],
  { definitions = new Map(), bounds, policy = 'regularize' }: LoweringOptions,
): Program {
  const lowering = new DirectLowering(definitions, new ProgramBuilder(), bounds, policy);
  return { outputs: roots.map((root) => lowering.value(root)), values: lowering.values };
}

class DirectLowering {
  readonly values = new Map<Node, Value>();
  readonly #definitions: ReadonlyMap<Node, Node>;
  readonly #builder: ProgramBuilder;
  readonly #guards: Guards;
  readonly #constants = new Set<Node>();

  constructor(
    definitions: ReadonlyMap<Node, Node>,
    builder: ProgramBuilder,
    bounds: BoundsOf | undefined,
    policy: SingularPolicy,
  ) {
    this.#definitions = definitions;
    this.#builder = builder;
    this.#guards = new Guards(builder, bounds, policy);
  }

  value(node: Node): Value {
    let value = this.values.get(node);
    if (value === undefined) {
      for (const child of node.children) this.value(child);
      if (isConstant(node, this.#constants)) {
        this.#constants.add(node);
        value = this.#builder.literal(evaluateConstant(node));
      } else value = this.#build(node);
      this.values.set(node, value);
    }
    return value;
  }

  #build(node: Node): Value {
    const b = this.#builder;
    switch (node.kind) {
      case 'number':
      case 'constant':
        throw new Error('constants are folded before');
      case 'variable': {
        const definition = this.#definitions.get(node);
        return definition === undefined ? b.load(node.name) : this.value(definition);
      }
      case 'sum': {
        const terms = node.terms.map((term) => b.binary('*', this.#number(term.coefficient), this.value(term.node)));
        return terms.reduce((sum, term) => b.binary('+', sum, term), this.#number(node.constant));
      }
      case 'product':
        return node.factors
          .map((factor) => this.#power(factor))
          .reduce((product, factor) => b.binary('*', product, factor), this.#number(node.coefficient));
      case 'call':
        return this.#guards.call(
          node,
          node.args.map((arg) => this.value(arg)),
        );
      case 'condition':
        return b.test(node.name, ...node.args.map((arg) => this.value(arg)));
      case 'select':
        return b.select(this.value(node.condition), this.value(node.whenTrue), this.value(node.whenFalse));
    }
  }

  #number(value: Rational): Value {
    return this.#builder.literal(Q.toNumber(value));
  }

  /** A power. That of a reciprocal is 0 where its base vanishes. */
  #power({ base, exponent }: Factor): Value {
    const b = this.#builder;
    if (this.#constants.has(base)) return b.literal(evaluateConstantPower(base, exponent));
    const value = this.value(base);
    const power = Q.equals(Q.absolute(exponent), Q.HALF)
      ? b.call('sqrt', value)
      : b.call('pow', value, this.#number(Q.absolute(exponent)));
    if (!Q.isNegative(exponent)) return power;
    const reciprocal = b.binary('/', b.literal(1), power);
    return this.#guards.mayVanish(base) ? this.#guards.unlessZero(value, false, reciprocal, 0) : reciprocal;
  }
}
