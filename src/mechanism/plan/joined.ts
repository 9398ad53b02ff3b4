import type { InputDescription, ParameterDescription } from '../../../runtime/model/constraint-type.js';
import type { Value } from '../../lower/program.js';
import type { ConnectorEntry, ConstraintEntry } from '../../scene/document.js';
import type { Item } from '../../scene/repeat.js';
import type { PlanConnector, PlanConnectors } from './connectors.js';
import { defaultsOf } from './derivations.js';
import { parameterValues, type Quantities } from './quantities.js';

/** What a constraint or an energy of a scene reads. */
export interface Joined {
  readonly inputs: readonly PlanConnector[];
  /** Its parameters, component by component. */
  readonly parameters: readonly Value[];
}

/** Reads the inputs and parameters of an entry, in the order of its class; `built` has the parameters of what was made of it. */
export function joined(
  {
    entry,
    values,
  }: Pick<Item<ConstraintEntry>, 'values'> & {
    readonly entry: Pick<ConstraintEntry, 'hinge' | 'on' | 'params'>;
  },
  of: { readonly inputs: readonly InputDescription[]; readonly params: readonly ParameterDescription[] },
  connectors: PlanConnectors,
  quantities: Quantities,
  built: object,
): Joined {
  const hinge = entry.hinge ? connectors.hinge(entry.hinge, values) : {};
  const { on = {}, params = {} } = entry;
  return {
    inputs: of.inputs.map((input) => {
      const reference = on[input.name];
      return reference === undefined ? hinge[input.name]! : connectors.find(reference as ConnectorEntry, values);
    }),
    parameters: of.params.flatMap((param) => {
      const given = params[param.name];
      return given === undefined
        ? quantities.ops.literals(defaultsOf(param))
        : parameterValues(given, param.name, built, quantities, values);
    }),
  };
}
