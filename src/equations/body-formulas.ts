import type { BodyDerivation } from '../derive/derive-body.js';
import type { Node } from '../symbolic/node.js';
import { EquationWriter, type Part } from './formulas.js';
import type { Notation } from '../notation/notation.js';

/**
 * Writes the derivation of a body in a notation: shared parts, each connector's value, rate,
 * Jacobian and bias, the mass matrix, and the forces. Those of a coordinate are trivial and left
 * out.
 */
export function writeBodyFormulas(derivation: BodyDerivation, notation: Notation): Part[] {
  const { derivatives, expanded } = derivation;
  const { M, Q, kinetic, potential, rate } = derivatives;
  const own = new Set<Node>(expanded.coordinates.flatMap(({ components }) => components));
  const connectors = derivatives.connectors.filter(({ value }) => !value.every((node) => own.has(node)));
  const roots = [
    ...connectors.flatMap(({ x, rate: xDot, B, bias }) => [...x, ...xDot, ...B.flat(), ...bias]),
    ...M.flat(),
    ...Q,
    kinetic,
    potential,
  ];
  const writer = new EquationWriter(roots, expanded.names, rate, notation);
  return [
    { heading: 'where', equations: writer.where },
    ...connectors.map(({ name, x, rate: xDot, B, bias }) => ({
      heading: name,
      equations: [
        writer.equation(name, x),
        writer.equation(`${name}'`, xDot),
        { symbol: notation.indexed('B', name).text, expression: writer.matrix(B) },
        { symbol: notation.indexed('bias', name).text, expression: writer.list(bias) },
      ],
    })),
    {
      heading: 'Equations of motion',
      equations: [{ symbol: notation.symbol('M').text, expression: writer.matrix(M) }, writer.equation('Q', Q)],
    },
    { heading: 'Energy', equations: [writer.equation('T', [kinetic]), writer.equation('V', [potential])] },
  ];
}
