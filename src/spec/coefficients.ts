import { quote, suggestion, type Diagnostic } from '../diagnostics/index.js';
import type { ConstraintSpec } from './constraint-spec.js';

interface CoefficientField {
  readonly field: string;
  readonly value: number | string | undefined;
  readonly max: number;
}

/** The fields of a spec that hold a number or the name of a parameter. */
const coefficientFields = ({ friction, restitution, maxForce }: ConstraintSpec): readonly CoefficientField[] => [
  { field: 'friction.coefficient', value: friction?.coefficient, max: Infinity },
  { field: 'restitution', value: restitution, max: 1 },
  { field: 'maxForce', value: maxForce, max: Infinity },
];

/** Names of the parameters that serve as coefficients. */
export const coefficientParameters = (spec: ConstraintSpec): readonly string[] =>
  coefficientFields(spec).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));

/** Faults of coefficients: numbers out of range, and names that are no scalar parameters. */
export function coefficientFaults(spec: ConstraintSpec): Diagnostic[] {
  const scalars = Object.entries(spec.params ?? {}).flatMap(([name, param]) =>
    typeof param === 'string'
      ? param === 'vector'
        ? []
        : [name]
      : (param.kind ?? 'scalar') === 'scalar'
        ? [name]
        : [],
  );
  return coefficientFields(spec).flatMap(({ field, value, max }): Diagnostic[] => {
    if (value === undefined || (typeof value === 'string' && scalars.includes(value))) return [];
    if (typeof value === 'number') {
      if (value >= 0 && value <= max) return [];
      const range = max === Infinity ? 'not negative' : `from 0 to ${max}`;
      return [{ code: 'E_FRICTION', message: `The coefficient is ${value}; it must be ${range}.`, field }];
    }
    return [
      {
        code: 'E_FRICTION',
        message: `There is no scalar parameter ${quote(value)}.`,
        hint: suggestion(value, scalars) ?? 'give the name of a parameter, or a number',
        field,
      },
    ];
  });
}
