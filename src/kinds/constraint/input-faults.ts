import type { Diagnostic } from '../../diagnostics/index.js';
import type { ConstraintSpec } from '../../spec/constraint-spec.js';

/** Reports units of inputs whose unit is fixed. */
export function inputFaults({ inputs }: Pick<ConstraintSpec, 'inputs'>): Diagnostic[] {
  return Object.entries(inputs).flatMap(([name, input]) =>
    typeof input === 'string' || input.kind === 'scalar' || !('unit' in input)
      ? []
      : [
          {
            code: 'E_UNIT',
            message: `A ${input.kind} has no unit of its own.`,
            hint: 'points are in metres, directions are numbers; only a scalar says its unit',
            field: `inputs.${name}.unit`,
          },
        ],
  );
}
