import type { BodyDerivation } from '../derive/derive-body.js';
import type { Node } from '../symbolic/node.js';
import { nameShared, type Equation, type Part } from './formulas.js';
import { Writer, type Notation } from './notation.js';

/**
 * Writes the derivation of a body in a notation: what parts share, each connector's value, rate, Jacobian and bias (a coordinate's are plain, and
 * left out), the mass matrix, and the forces.
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
  const names = nameShared(roots, expanded.names, rate);
  const writer = new Writer(notation, names);
  const symbol = (name: string): string => notation.symbol(name).text;
  const list = (nodes: readonly Node[]): string => {
    const entries = nodes.map((node) => writer.write(node));
    return entries.length === 1 ? entries[0]! : `[${entries.join(', ')}]`;
  };
  const equation = (left: string, nodes: readonly Node[]): Equation => ({ symbol: left, expression: list(nodes) });
  /** Rows in brackets; a matrix of one number is that number. */
  const matrix = (rows: readonly (readonly Node[])[]): string =>
    rows.length === 1
      ? list(rows[0]!)
      : `[${rows.map((row) => `[${row.map((node) => writer.write(node)).join(', ')}]`).join(', ')}]`;
  return [
    {
      heading: 'where',
      equations: [...names].map(([node, name]) => ({ symbol: symbol(name), expression: writer.define(node) })),
    },
    ...connectors.map(({ name, x, rate: xDot, B, bias }) => ({
      heading: name,
      equations: [
        equation(symbol(name), x),
        equation(symbol(`${name}'`), xDot),
        { symbol: notation.indexed('B', name).text, expression: matrix(B) },
        equation(notation.indexed('bias', name).text, bias),
      ],
    })),
    {
      heading: 'Equations of motion',
      equations: [{ symbol: symbol('M'), expression: matrix(M) }, equation(symbol('Q'), Q)],
    },
    { heading: 'Energy', equations: [equation(symbol('T'), [kinetic]), equation(symbol('V'), [potential])] },
  ];
}
