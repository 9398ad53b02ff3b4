import type { RowLevel } from '../../runtime/model/constraint-type.js';
import type { ExpandedConstraint } from '../formula/expanded.js';
import { readFormula, type FormulaOwner } from '../reference/read-formula.js';
import { TaylorConstraint, type BoundedValues } from '../reference/taylor/constraint.js';
import { normwise } from '../reference/taylor/normwise.js';
import { rateName } from '../symbolic/motion.js';
import { drawConfiguration, programInputs, type Configuration } from '../sampling/configuration.js';
import { FormulaCheck, parsedBefore } from './formula-check.js';

export type ConstraintCheck = FormulaCheck<Configuration, BoundedValues>;

/** The quantities of a constraint's kernel, in the order in which it computes them. */
export const KERNEL_QUANTITIES = ['C', 'Cdot', 'J', 'gamma'] as const;

/** The self-check of a constraint. */
export function checkConstraint(
  owner: FormulaOwner,
  { inputs, params, formulas, C }: ExpandedConstraint,
  levels: readonly RowLevel[],
): ConstraintCheck {
  const program = readFormula(owner, parsedBefore([...formulas.where, ...formulas.C]));
  const variables = inputs.flatMap(namesOf);
  const taylor = new TaylorConstraint(program, levels, variables.length);
  /** Entries of a Jacobian as kernels store them: input by input, row-major within each block. */
  const blocks = <T>(rows: readonly (readonly T[])[]): T[] => {
    let first = 0;
    return inputs.flatMap(({ size }) => {
      first += size;
      return rows.flatMap((row) => row.slice(first - size, first));
    });
  };
  const numbered = (name: string, row: number): string => (C.length === 1 ? name : `${name}${row + 1}`);
  /** `∂C2/∂a.x` */
  const slopeNames = (of: string): string[] =>
    blocks(C.map((_, row) => variables.map((variable) => `∂${numbered(of, row)}/∂${variable}`)));
  return new FormulaCheck({
    formulas: program,
    draw: (random) => drawConfiguration(owner, random),
    moving: owner.inputs,
    sample: owner.formula.sample,
    inputsOf: programInputs,
    loads: [...variables, ...params.flatMap(namesOf), 't', ...variables.map(rateName)],
    loadsOf: programInputs,
    valuesAt: (at) => taylor.at(at),
    quantitiesOf: (values, { v }) => {
      const all = normwise(values, inputs, v);
      return (quantity) => {
        if (quantity === 'J' || quantity === 'Jdot') return blocks(all[quantity]);
        return all[quantity as 'C' | 'Cdot' | 'gamma'];
      };
    },
    nameOf: (quantity, entry) => {
      if (quantity === 'J') return slopeNames('C')[entry]!;
      return quantity === 'Jdot' ? slopeNames('Cdot')[entry]! : numbered(quantity, entry);
    },
  });
}

/** The names of the variables of an input or a parameter. */
export const namesOf = ({
  components,
}: ExpandedConstraint['inputs'][number] | ExpandedConstraint['params'][number]): string[] =>
  components.flatMap((node) => (node.kind === 'variable' ? [node.name] : []));
