import type { InputDescription, ParameterDescription, Space } from '../../runtime/model/constraint-type.js';
import type { ConstraintSpec, CurveParameterSpec, IndexListSpec, InputSpec, ParameterSpec } from './constraint-spec.js';

/** Inputs and parameters with their sizes in one space, in the order of the spec. */
export interface Description {
  readonly inputs: readonly InputDescription[];
  readonly params: readonly ParameterDescription[];
}

/** The inputs and parameters of a class for `space`. `spec` must be valid. */
export function describe(spec: Pick<ConstraintSpec, 'inputs' | 'params'>, space: Space): Description {
  return {
    inputs: Object.entries(spec.inputs).map(([name, input]) => describeInput(name, input, space)),
    params: Object.entries(spec.params ?? {}).flatMap(([name, param]) =>
      isIndexList(param) ? [] : [describeParameter(name, param, space)],
    ),
  };
}

function describeInput(name: string, input: InputSpec, space: Space): InputDescription {
  const { kind, ...rest } = typeof input === 'string' ? { kind: input } : input;
  return { name, kind, size: kind === 'scalar' ? 1 : space, ...rest };
}

export const isIndexList = (param: ParameterSpec | IndexListSpec): param is IndexListSpec =>
  typeof param === 'object' && param.kind === 'indices';

export const isCurve = (param: ParameterSpec | IndexListSpec): param is CurveParameterSpec =>
  typeof param === 'object' && (param.kind === 'curve' || param.kind === 'path');

/** A period as `2 * pi`, `tau / 3` or `0.5`; undefined for any other text. */
export function periodOf(text: string): number | undefined {
  const [, factor = '1', turn, divisor = '1'] =
    /^\s*(?:(\d*\.?\d+)\s*\*\s*)?(pi|tau)\s*(?:\/\s*(\d*\.?\d+)\s*)?$/.exec(text) ?? [];
  const period =
    turn === undefined ? Number(text) : (Number(factor) * (turn === 'pi' ? Math.PI : 2 * Math.PI)) / Number(divisor);
  return period > 0 && period < Infinity ? period : undefined;
}

export function describeParameter(name: string, param: ParameterSpec, space: Space): ParameterDescription {
  if (typeof param === 'string') return { name, kind: param, size: param === 'vector' ? space : 1 };
  if (isCurve(param)) {
    const { kind, unit, of, periodic, doc } = param;
    const period = typeof periodic === 'string' ? periodOf(periodic) : periodic;
    return {
      name,
      kind,
      size: kind === 'path' ? space : 1,
      ...(unit === undefined ? {} : { unit }),
      ...(of === undefined ? {} : { of }),
      ...(period === undefined ? {} : { period }),
      ...(doc === undefined ? {} : { doc }),
    };
  }
  const { kind = 'scalar', unit, min, max, default: value, doc } = param;
  const size = kind === 'vector' ? space : 1;
  const fields = {
    ...(unit === undefined ? {} : { unit }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(doc === undefined ? {} : { doc }),
  };
  if (value === undefined) return { name, kind, size, ...fields };
  const values = kind === 'vector' && typeof value === 'number' ? Array.from({ length: size }, () => value) : value;
  return { name, kind, size, ...fields, default: values };
}

/** The spaces of a spec. */
export const spacesOf = (spec: Pick<ConstraintSpec, 'space'>): readonly Space[] =>
  typeof spec.space === 'number' ? [spec.space] : spec.space;

type Dimensioned = Pick<ConstraintSpec, 'space'> & Partial<Pick<ConstraintSpec, 'inputs' | 'params'>>;

/**
 * True for a constraint for both spaces in which nothing has their dimension: one class serves
 * both.
 */
export const servesBothSpaces = ({ space, inputs, params = {} }: Dimensioned): boolean =>
  typeof space !== 'number' &&
  inputs !== undefined &&
  Object.values(inputs).every((input) => (typeof input === 'string' ? input : input.kind) === 'scalar') &&
  Object.values(params).every(
    (param) => !['vector', 'path'].includes((typeof param === 'string' ? param : param.kind) ?? ''),
  );

/** The classes that a spec becomes, each with its spaces. */
export function classNames(name: string, spec: Dimensioned): { spaces: readonly Space[]; className: string }[] {
  const spaces = spacesOf(spec);
  if (spaces.length === 1 || servesBothSpaces(spec)) return [{ spaces, className: name }];
  return spaces.map((space) => ({ spaces: [space], className: `${name}${space}D` }));
}
