import { checkNumber, checkVector } from '../base/check.js';
import { withAccessors } from '../base/printing.js';
import type { ParameterDescription, RowLevel } from './constraint-type.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { Curve } from '../curves/curve.js';
import { curveOf, pathOf } from '../curves/curve-table.js';
import type { Path } from '../curves/path.js';
import { GIVE_POINTS, writeCurves } from '../curves/curve-parameters.js';

/** The value of a parameter: a number, the components of a vector, or a curve or path. */
export type ParameterValue = number | ArrayLike<number> | Curve | Path;

/** A type with parameters, of a constraint or of a body. */
export interface Parametrized {
  readonly name: string;
  readonly params: readonly ParameterDescription[];
  /** Levels of its rows; see `ConstraintType`. */
  readonly levels?: readonly RowLevel[];
}

/** Storage of the parameters of one constraint or body, and its label in messages. */
export interface ParameterStorage {
  readonly values: Float64Array;
  readonly offset: number;
  readonly label: string;
  /** Called before a parameter is set. */
  changing?(): void;
  /** Called after a parameter was set. */
  changed?(): void;
}

/** Returns the number of entries that the parameters of one constraint or body take. */
export function parameterWidth(type: Parametrized): number {
  return type.params.reduce((width, parameter) => width + parameter.size, 0);
}

function checkRange(value: number, parameter: ParameterDescription, what: string): void {
  const { min = -Infinity, max = Infinity, nonzero = false, unit } = parameter;
  const vanishes = nonzero && value === 0;
  if (value >= min && value <= max && !vanishes) return;
  const suffix = unit === undefined ? '' : ` ${unit}`;
  const range = vanishes
    ? 'not be zero: the formula divides by it'
    : max === Infinity
      ? `be at least ${min}${suffix}`
      : min === -Infinity
        ? `be at most ${max}${suffix}`
        : `be between ${min} and ${max}${suffix}`;
  throw new HolonomicRuntimeError('E_PARAMETER_RANGE', `${what} is ${value}${suffix}.`, `It must ${range}.`);
}

/**
 * Checks `value` as a value of `parameter` and writes it at `offset`. `what` names the parameter in
 * messages.
 */
function writeParameter(
  parameter: ParameterDescription,
  value: unknown,
  what: string,
  values: Float64Array,
  offset: number,
  levels: Parametrized['levels'],
): void {
  if (parameter.kind === 'curve' || parameter.kind === 'path') {
    writeCurves(parameter, value, what, values, offset, levels);
    return;
  }
  if (parameter.kind === 'scalar') {
    const number = checkNumber(value, what);
    checkRange(number, parameter, what);
    values[offset] = number;
    return;
  }
  const vector = checkVector(value, parameter.size, what);
  for (let i = 0; i < parameter.size; i++) checkRange(vector[i]!, parameter, what);
  values.set(vector, offset);
}

/** Returns the value of a parameter; of a vector what `part` makes of its range. */
function parameterAt(
  { kind, size }: ParameterDescription,
  values: Float64Array,
  offset: number,
  part: (start: number, end: number) => Float64Array,
): number | Float64Array | Curve | Path | undefined {
  if (kind === 'curve') return curveOf(values[offset]!);
  if (kind === 'path') return pathOf(values.subarray(offset, offset + size));
  return kind === 'scalar' ? values[offset]! : part(offset, offset + size);
}

/**
 * Checks that `values`, in the layout that kernels read, are finite and within the ranges of the
 * parameters of `type`. `label` names their owner.
 */
export function checkParameters(type: Parametrized, values: Float64Array, label: string): void {
  const checked = new Float64Array(values.length);
  let offset = 0;
  for (const parameter of type.params) {
    const { size } = parameter;
    const value = parameterAt(parameter, values, offset, (start, end) => values.subarray(start, end));
    writeParameter(parameter, value, `Parameter '${parameter.name}' of ${label}`, checked, offset, type.levels);
    offset += size;
  }
}

/**
 * Returns the default of a parameter as a value of it. A number stands for every component of a
 * vector.
 */
function defaultOf(parameter: ParameterDescription): number | readonly number[] | undefined {
  const value = parameter.default;
  if (typeof value === 'number' && parameter.kind === 'vector') return new Array<number>(parameter.size).fill(value);
  if (typeof value === 'object' && parameter.kind === 'scalar') return value[0];
  return value;
}

/**
 * Reads the parameters from `options` by name, with defaults, into the order and layout that
 * kernels read.
 */
export function readParameters(type: Parametrized, options: Readonly<Record<string, unknown>>): Float64Array {
  const values = new Float64Array(parameterWidth(type));
  let offset = 0;
  for (const parameter of type.params) {
    const given = options[parameter.name];
    const value = given === undefined ? defaultOf(parameter) : given;
    if (value === undefined) {
      throw new HolonomicRuntimeError(
        'E_PARAMETER_MISSING',
        `${type.name} needs the parameter '${parameter.name}'.`,
        parameter.kind === 'curve' || parameter.kind === 'path'
          ? GIVE_POINTS[parameter.kind]
          : `Give ${parameter.name}: ${parameter.kind === 'scalar' ? 'a number' : `an array of ${parameter.size} numbers`}.`,
      );
    }
    writeParameter(parameter, value, `Parameter '${parameter.name}' of ${type.name}`, values, offset, type.levels);
    offset += parameter.size;
  }
  return values;
}

/** Storage of the constraint or body behind each parameter object. */
const storages = new WeakMap<object, ParameterStorage>();
/** Accessors of the parameters, one set per type of constraint or body. */
const accessors = new WeakMap<Parametrized, PropertyDescriptorMap>();

function accessorsOf(type: Parametrized): PropertyDescriptorMap {
  const known = accessors.get(type);
  if (known) return known;
  const properties: PropertyDescriptorMap = {};
  let next = 0;
  for (const parameter of type.params) {
    const offset = next;
    next += parameter.size;
    properties[parameter.name] = {
      enumerable: true,
      get(this: object): number | Float64Array | Curve | Path | undefined {
        const { values, offset: own } = storages.get(this)!;
        return parameterAt(parameter, values, own + offset, (start, end) => values.slice(start, end));
      },
      set(this: object, value: unknown) {
        const storage = storages.get(this)!;
        const what = `Parameter '${parameter.name}' of ${storage.label}`;
        storage.changing?.();
        writeParameter(parameter, value, what, storage.values, storage.offset + offset, type.levels);
        storage.changed?.();
      },
    };
  }
  accessors.set(type, properties);
  return properties;
}

/**
 * Gives `owner` its `params`; see {@link parameterAccessors}. To assign another object to it throws
 * E_OPTIONS, since kernels would not read that.
 */
export function defineParameters(owner: object, type: Parametrized, storage: ParameterStorage): void {
  const params = parameterAccessors(type, storage);
  Object.defineProperties(owner, { [HELD]: { value: params }, params: PARAMS });
}

/** Where an owner holds its parameters. A property is found through proxies and by what inherits from the owner, too. */
const HELD = Symbol('params');
/** All owners have the same accessors: with some of their own, engines would keep each of them as a dictionary. */
const PARAMS: PropertyDescriptor & ThisType<{ readonly [HELD]: object }> = {
  enumerable: true,
  get() {
    return this[HELD];
  },
  set() {
    const params = this[HELD];
    throw new HolonomicRuntimeError(
      'E_OPTIONS',
      `The parameters of ${storages.get(params)!.label} cannot be replaced.`,
      `Set one, as in params.${Object.keys(params)[0] ?? 'length'} = 2, or several by Object.assign(params, { … }).`,
    );
  },
};

/** Classes whose objects refuse parameters that are set on themselves. */
const guarded = new WeakSet();

/**
 * Lets `owner.length = 2` throw E_OPTIONS where `owner.params.length = 2` is meant, unless the owner has a member of
 * that name. All objects of a class of its own share what does so.
 */
export function guardParameters(owner: object, type: Parametrized): void {
  const prototype = Object.getPrototypeOf(owner) as object;
  const isOfBase = Object.getPrototypeOf(prototype) === Object.prototype;
  const home = isOfBase ? owner : prototype;
  if (guarded.has(home)) return;
  guarded.add(home);
  for (const { name } of type.params) {
    if (name in owner) continue;
    Object.defineProperty(home, name, {
      configurable: true,
      get: () => undefined,
      set(this: { readonly label: string }) {
        throw new HolonomicRuntimeError(
          'E_OPTIONS',
          `'${name}' is a parameter of ${this.label}, and nothing reads it here.`,
          `Set params.${name}.`,
        );
      },
    });
  }
}

/**
 * Returns an object with one accessor per parameter of `type`. Reading gives a number, a copy of a
 * vector, a curve or a path; writing checks the value and stores it where the kernel reads it.
 */
function parameterAccessors(type: Parametrized, storage: ParameterStorage): object {
  const params = withAccessors(accessorsOf(type));
  storages.set(params, storage);
  return params;
}
