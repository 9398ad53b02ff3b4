import type { EnergyDerivation } from '../../derive/energy/derive-energy.js';
import { compileEnergyType } from '../../emit/energy/compile-energy.js';
import { forcesOf } from '../../emit/energy/energy-comment.js';
import { energyFunctions, listOfFunctions } from '../../emit/energy/energy-kernels.js';
import { describeEnergyType } from '../../emit/energy/energy-type-description.js';
import { writeEnergyFormulas } from '../../equations/energy-formulas.js';
import { givenParameters, whereFormulas, type Account } from '../../explain/account.js';
import type { Pattern } from '../../explain/html/pattern.js';
import { tex } from '../../notation/tex.js';
import { text } from '../../notation/text.js';
import { hessianEntries } from '../../reference/hessian-entries.js';
import type { Node } from '../../symbolic/node.js';
import { formatUnit } from '../../units/format-unit.js';
import { verifyEnergyType } from '../../verify/index.js';
import { withUnit } from '../constraint/account.js';

/** The account of an energy, for a reader. */
export function energyAccount(derivation: EnergyDerivation): Account {
  const { spec, params, inputs, operations, derivatives, units } = derivation;
  const { V, g, H, damping } = derivatives;
  return {
    derivation,
    summary: spec.summary,
    doc: spec.doc,
    facts: [
      derivation.space === 2 ? 'in the plane' : 'in space',
      'potential energy',
      ...(damping === undefined ? [] : ['damping']),
    ],
    formulas: [
      ...(spec.V === undefined ? [] : [`V = ${spec.V}`]),
      ...(spec.damping === undefined ? [] : [`damping: ${spec.damping}`]),
      ...whereFormulas(spec.where),
    ],
    given: [{ heading: 'Inputs', caption: 'What it acts on', list: inputs.map(withUnit) }, givenParameters(params)],
    results: forcesOf(derivation),
    sample: spec.sample ?? {},
    parts: (notation) => writeEnergyFormulas(derivation, notation),
    matrix: { heading: 'Blocks of the second derivatives', pattern: hessianPattern(derivation) },
    costs: [
      { of: 'V, g', count: operations.energy, roots: [V, ...g] },
      { of: 'H', count: operations.hessian, roots: H },
      ...(damping && operations.damping
        ? [{ of: 'D, d', count: operations.damping, roots: [damping.D, ...damping.d] }]
        : []),
    ],
    sources: () => listOfFunctions(energyFunctions(derivation)),
    prove: (options) => verifyEnergyType(compileEnergyType(derivation), options),
    data: () => ({
      ...describeEnergyType(derivation),
      operations,
      units: Object.fromEntries(Object.entries(units.forces).map(([input, unit]) => [input, formatUnit(unit)])),
      text: writeEnergyFormulas(derivation, text),
      tex: writeEnergyFormulas(derivation, tex),
    }),
  };
}

function hessianPattern({ derivatives, inputs, expanded }: EnergyDerivation): Pattern {
  const places = hessianEntries(inputs);
  const entryOf = (i: number, j: number): Node =>
    derivatives.H[places.findIndex(([row, column]) => row === Math.max(i, j) && column === Math.min(i, j))]!;
  const components = inputs.flatMap(({ name, size }) =>
    size === 1 ? [name] : Array.from({ length: size }, (_, c) => `${name}.${'xyz'.charAt(c)}`),
  );
  const fixed = new Set<Node>(expanded.params.flatMap((param) => param.components));
  return {
    title: 'Entries of H: a row for each component of the inputs, a block for each input',
    rows: components.map((name, i) => ({ name, entries: components.map((_, j) => entryOf(i, j)) })),
    groups: inputs.map(({ name, size }) => ({ name, columns: size === 1 ? [''] : ['x', 'y', 'z'].slice(0, size) })),
    isFixed: (variable) => fixed.has(variable),
  };
}
