import { quote, type Diagnostic } from '../diagnostics/index.js';
import type {
  ConstraintSpec,
  CurveParameterSpec,
  IndexListSpec,
  ScalarParameterSpec,
  VectorParameterSpec,
} from './constraint-spec.js';
import { isCurve, isIndexList, periodOf, spacesOf } from './describe.js';

/** Faults of the ranges and defaults of parameters. */
export function parameterFaults(
  spec: Pick<ConstraintSpec, 'params' | 'space'> & Partial<Pick<ConstraintSpec, 'inputs'>>,
): Diagnostic[] {
  return Object.entries(spec.params ?? {}).flatMap(([name, param]) =>
    typeof param === 'string'
      ? []
      : isIndexList(param)
        ? indexListFaults(name, param, spec.inputs ?? {})
        : isCurve(param)
          ? periodFaults(name, param)
          : [...rangeFaults(`params.${name}`, param), ...defaultFaults(name, param, spacesOf(spec))],
  );
}

/** Largest number of indices in a group. */
const MOST_INDICES = 8;

function indexListFaults(name: string, { of, arity }: IndexListSpec, inputs: object): Diagnostic[] {
  const lists = Object.entries(inputs as Readonly<Record<string, unknown>>).flatMap(([input, spec]) =>
    typeof spec === 'object' && spec !== null && 'count' in spec ? [input] : [],
  );
  const isArity = Number.isInteger(arity) && arity >= 1 && arity <= MOST_INDICES;
  return [
    ...(lists.includes(of)
      ? []
      : [
          {
            code: 'E_UNKNOWN_NAME' as const,
            message: `There is no list ${quote(of)} among the inputs for these indices.`,
            hint:
              lists.length > 0
                ? `there is ${lists.map(quote).join(', ')}`
                : "a list is { kind: 'point', count: 'any' }",
            field: `params.${name}.of`,
          },
        ]),
    ...(isArity
      ? []
      : [
          {
            code: 'E_PARAM_RANGE' as const,
            message: `A group has ${arity} indices; it can have 1 to ${MOST_INDICES}.`,
            field: `params.${name}.arity`,
          },
        ]),
  ];
}

function periodFaults(name: string, { periodic }: CurveParameterSpec): Diagnostic[] {
  if (periodic === undefined || periodic === true || periodOf(String(periodic)) !== undefined) return [];
  return [
    {
      code: 'E_PARAM_RANGE',
      message: `The period of a curve cannot be ${quote(String(periodic))}.`,
      hint: "give a positive number, or a turn: '2 * pi', 'tau / 3'; true for any period",
      field: `params.${name}.periodic`,
    },
  ];
}

/** The fault of an empty range. */
export function rangeFaults(
  field: string,
  { min, max }: { readonly min?: number; readonly max?: number },
): Diagnostic[] {
  if (min === undefined || max === undefined || min <= max) return [];
  const message = `The smallest value, ${min}, is larger than the largest, ${max}.`;
  return [{ code: 'E_PARAM_RANGE', message, field: `${field}.min` }];
}

function defaultFaults(
  name: string,
  param: ScalarParameterSpec | VectorParameterSpec,
  spaces: readonly number[],
): Diagnostic[] {
  const { kind = 'scalar', default: value, min = -Infinity, max = Infinity } = param;
  if (value === undefined) return [];
  const fault = (message: string, hint?: string): Diagnostic[] => [
    { code: 'E_PARAM_DEFAULT', message, ...(hint === undefined ? {} : { hint }), field: `params.${name}.default` },
  ];
  if (typeof value !== 'number') {
    if (kind === 'scalar')
      return fault('The default of a scalar is a number, not a list.', "write kind: 'vector' for a vector");
    const wrong = spaces.find((space) => value.length !== space);
    if (wrong !== undefined)
      return fault(
        `The default has ${value.length} components; in space ${wrong} the vector has ${wrong}.`,
        'one number stands for all components',
      );
  }
  // A reversed range is reported already, and nothing lies in it.
  if (min > max) return [];
  const outside = [value].flat().find((component) => component < min || component > max);
  if (outside === undefined) return [];
  const bound = outside < min ? `below the smallest value, ${min}` : `above the largest value, ${max}`;
  return fault(`The default ${outside} is ${bound}.`);
}
