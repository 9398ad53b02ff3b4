import { pairsOf } from '../../runtime/model/energies/energy-type.js';
import type { EnergyDerivation } from '../derive/energy/derive-energy.js';
import type { Notation } from '../notation/notation.js';
import type { Node } from '../symbolic/node.js';
import { EquationWriter, type Equation, type Part } from './formulas.js';

/**
 * Writes the derivation of an energy in a notation, part by part: what its parts share, `V`, its
 * gradient by inputs, with damping `D` and its slopes by the rates, and last, where it is wanted, the
 * second derivatives by pairs of inputs.
 */
export function writeEnergyFormulas(derivation: EnergyDerivation, notation: Notation, withHessian = true): Part[] {
  const { derivatives, expanded, inputs } = derivation;
  const { V, g, H, damping, rate } = derivatives;
  const roots = [V, ...g, ...(damping ? [damping.D, ...damping.d] : []), ...(withHessian ? H : [])];
  const writer = new EquationWriter(roots, expanded.names, rate, notation);
  const byInput = (symbol: string, nodes: readonly Node[]): Equation[] => {
    let end = 0;
    return inputs.map(({ name, size }) => ({
      symbol: notation.indexed(symbol, name).text,
      expression: writer.list(nodes.slice(end, (end += size))),
    }));
  };
  let next = 0;
  const blocks = pairsOf(inputs).map(([i, j]): Equation => {
    const [row, column] = [inputs[i]!, inputs[j]!];
    const rows = Array.from({ length: row.size }, () => H.slice(next, (next += column.size)));
    return {
      symbol: notation.indexed('H', `${row.name}${column.name}`).text,
      expression: withHessian ? writer.matrix(rows) : '',
    };
  });
  return [
    { heading: 'where', equations: writer.where },
    { heading: 'Energy', equations: [writer.equation('V', [V])] },
    { heading: 'Gradient ∂V/∂x; the force is minus it', equations: byInput('g', g) },
    ...(damping
      ? [
          { heading: 'Dissipation', equations: [writer.equation('D', [damping.D])] },
          { heading: 'Slopes ∂D/∂ẋ; the damping force is minus them', equations: byInput('d', damping.d) },
        ]
      : []),
    ...(withHessian ? [{ heading: 'Second derivatives, by pairs of inputs', equations: blocks }] : []),
  ];
}
