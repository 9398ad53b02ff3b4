import { isTargetFunction, primitiveOf } from '../primitives/index.js';
import { doubles, powerOfDouble } from '../symbolic/arithmetic-double.js';
import { reachable, type Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import { stringLiteral } from './literal.js';
import { atom, indent, type Infix } from './targets/infix.js';
import { javascript } from './targets/javascript.js';

const { number, operators, functions, tests, select } = javascript;

/**
 * Prints a graph as a JavaScript function of a map with the values of its variables. It has the
 * operations of `evaluate` on doubles in the same order, so the results are equal to the bit.
 */
export function formulaFunction(root: Node): string {
  const lines: string[] = [];
  const printed = new Map<Node, Infix>();
  for (const node of reachable([root])) {
    const expression = expressionOf(node, (child) => printed.get(child)!);
    if (node.children.length === 0) {
      printed.set(node, expression);
      continue;
    }
    const name = `n${lines.length}`;
    lines.push(`const ${name} = ${expression.text};`);
    printed.set(node, atom(name));
  }
  return `(values) => {\n${indent([...lines, `return ${printed.get(root)!.text};`].join('\n'))}\n}`;
}

function expressionOf(node: Node, at: (child: Node) => Infix): Infix {
  switch (node.kind) {
    case 'number':
      return number(Q.toNumber(node.value));
    case 'constant':
      return number(doubles.constant(node.name));
    case 'variable':
      return atom(`values.get(${stringLiteral(node.name)})`);
    case 'sum': {
      const sum = node.terms
        .map(({ coefficient, node: child }) =>
          Q.isOne(coefficient) ? at(child) : operators['*'](number(Q.toNumber(coefficient)), at(child)),
        )
        .reduce(operators['+']);
      return Q.isZero(node.constant) ? sum : operators['+'](sum, number(Q.toNumber(node.constant)));
    }
    case 'product': {
      const product = node.factors
        .map(({ base, exponent }) => (Q.isOne(exponent) ? at(base) : powerOfDouble(powers, at(base), exponent)))
        .reduce(operators['*']);
      return Q.isOne(node.coefficient) ? product : operators['*'](number(Q.toNumber(node.coefficient)), product);
    }
    case 'call': {
      const args = node.args.map(at);
      if (isTargetFunction(node.name)) return functions[node.name](...args);
      const primitive = primitiveOf(node.name);
      if (!('ofReciprocal' in primitive)) throw new Error(`no function for ${node.name}`);
      return functions[primitive.ofReciprocal](operators['/'](number(1), args[0]!));
    }
    case 'condition':
      return tests[node.name](...node.args.map(at));
    case 'select':
      return select(at(node.condition), at(node.whenTrue), at(node.whenFalse));
  }
}

const powers = { number, multiply: operators['*'], divide: operators['/'], sqrt: functions.sqrt, pow: functions.pow };
