import { bodyFormula } from '../bodies/body-formula.js';
import type { ExpandedBody } from '../formula/expanded-body.js';
import { readBody, type BodyOwner } from '../reference/read-body.js';
import { TaylorBody } from '../reference/taylor/body.js';
import type { Bounded } from '../reference/taylor/jet-table.js';
import type { Node } from '../symbolic/node.js';
import { bodyProgramInputs, drawBodyConfiguration, type BodyConfiguration } from '../sampling/body-configuration.js';
import { FormulaCheck, parsedBefore } from './formula-check.js';

/** The self-check of one kind of body. */
export function checkBody(
  expanded: ExpandedBody,
): FormulaCheck<BodyConfiguration, ReadonlyMap<string, readonly Bounded[]>> {
  const { model, formulas, coordinates, params, connectors } = expanded;
  const owner: BodyOwner = {
    space: model.space,
    coordinates: model.coordinates,
    params: model.params,
    formula: bodyFormula(model),
    connectors: connectors.map(({ name, size, local }) => ({ name, size, localSize: local.length })),
  };
  const body = readBody(owner, parsedBefore([...formulas.where, ...formulas.others.values()]));
  const taylor = new TaylorBody(body);
  const local = connectors.find((connector) => connector.local.length > 0)?.local ?? [];
  return new FormulaCheck({
    formulas: body.program,
    draw: (random) => drawBodyConfiguration(owner, random),
    moving: owner.coordinates,
    sample: owner.formula.sample,
    inputsOf: bodyProgramInputs,
    loads: [
      ...coordinates.flatMap(({ components }) => components),
      ...coordinates.flatMap(({ rates }) => rates),
      ...params.flatMap(({ components }) => components),
      ...local,
      expanded.time,
    ].map(nameOf),
    loadsOf: (at) => [...at.x, ...at.v, ...at.p, ...at.local, at.t],
    valuesAt: (at) => taylor.at(at),
    quantitiesOf: (values) => (quantity) => values.get(quantity)!,
    nameOf: (quantity, entry) => `entry ${entry + 1} of ${quantity}`,
  });
}

const nameOf = (node: Node): string => {
  if (node.kind !== 'variable') throw new Error('coordinates, parameters and time are variables');
  return node.name;
};
