import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { named, type Configuration } from '../sampling/configuration.js';
import type { Entry } from '../sampling/evaluation.js';
import type { Place } from './report.js';

/** Names an entry in the terms of the class. */
export function placeOf(
  type: Pick<ConstraintType, 'inputs' | 'params'>,
  at: Configuration,
  sample: number,
  { row, column }: Entry,
  analytic: number,
  numeric: number,
): Place {
  const values = { analytic, numeric, configuration: named(type, at) };
  if (column === undefined) return { sample, row, ...values };
  let component = column;
  const input = type.inputs.find(({ size }) => {
    if (component < size) return true;
    component -= size;
    return false;
  });
  return { sample, row, input: input!.name, component, ...values };
}
