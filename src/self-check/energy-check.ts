import type { ExpandedEnergy } from '../formula/energy/expand-energy.js';
import { hessianEntries } from '../reference/hessian-entries.js';
import { readFormula, type FormulaOwner } from '../reference/read-formula.js';
import { TaylorEnergy } from '../reference/taylor/energy.js';
import type { Bounded } from '../reference/taylor/jet-table.js';
import { drawConfiguration, programInputs, type Configuration } from '../sampling/configuration.js';
import { rateName } from '../symbolic/motion.js';
import { namesOf } from './constraint-check.js';
import { FormulaCheck, parsedBefore } from './formula-check.js';

/** The self-check of an energy. The `C` of its owner is the formula of `V`, then that of the damping. */
export function checkEnergy(
  owner: FormulaOwner,
  { inputs, params, formulas }: ExpandedEnergy,
): FormulaCheck<Configuration, ReadonlyMap<string, readonly Bounded[]>> {
  const program = readFormula(owner, parsedBefore([...formulas.where, ...formulas.values]));
  const taylor = new TaylorEnergy(program, inputs);
  const variables = inputs.flatMap(namesOf);
  const rates = variables.map(rateName);
  const places = hessianEntries(inputs);
  return new FormulaCheck({
    formulas: program,
    draw: (random) => drawConfiguration(owner, random),
    moving: owner.inputs,
    sample: owner.formula.sample,
    inputsOf: programInputs,
    loads: [...variables, ...params.flatMap(namesOf), 't', ...rates],
    loadsOf: programInputs,
    valuesAt: (at) => taylor.at(at),
    quantitiesOf: (values) => (quantity) => values.get(quantity)!,
    nameOf: (quantity, entry) => {
      if (quantity === 'g') return `∂V/∂${variables[entry]}`;
      if (quantity === 'd') return `∂D/∂${rates[entry]}`;
      const [row, column] = places[entry] ?? [0, 0];
      return quantity === 'H' ? `∂²V/∂${variables[row]}∂${variables[column]}` : quantity;
    },
  });
}
