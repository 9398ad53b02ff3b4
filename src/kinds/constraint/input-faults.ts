import type { Diagnostic } from '../../diagnostics/index.js';
import type { ConstraintSpec, InputSpec } from '../../spec/constraint-spec.js';

/** Reports units of inputs whose unit is fixed, and rings of what is no list. */
export const inputFaults = ({ inputs }: Pick<ConstraintSpec, 'inputs'>): Diagnostic[] =>
  Object.entries(inputs).flatMap(([name, input]) => [...unitFaults(name, input), ...ringFaults(name, input)]);

const unitFaults = (name: string, input: InputSpec): Diagnostic[] =>
  typeof input === 'string' || input.kind === 'scalar' || !('unit' in input)
    ? []
    : [
        {
          code: 'E_UNIT',
          message: `A ${input.kind} has no unit of its own.`,
          hint: 'points are in metres, directions are numbers; only a scalar says its unit',
          field: `inputs.${name}.unit`,
        },
      ];

const ringFaults = (name: string, input: InputSpec): Diagnostic[] =>
  typeof input === 'string' || !('ring' in input) || 'count' in input
    ? []
    : [
        {
          code: 'E_SPEC_UNKNOWN_FIELD',
          message: 'Only a list is a ring or not.',
          hint: "a list says count: 'any'",
          field: `inputs.${name}.ring`,
        },
      ];
