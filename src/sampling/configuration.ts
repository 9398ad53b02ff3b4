import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { drawCurve } from './sample-curves.js';
import { randomDirection, uniform, type Random } from './random.js';

/** One place at which a class is checked: plain numbers, so that a report can carry it. */
export interface Configuration {
  /** Components of the inputs, in their order. */
  readonly x: readonly number[];
  /** Rates of those components. */
  readonly v: readonly number[];
  /** Components of the parameters, in their order. */
  readonly p: readonly number[];
  readonly t: number;
}

/** The numbers of a configuration in the order of a program's inputs. */
export const programInputs = ({ x, v, p, t }: Configuration): number[] => [...x, ...p, t, ...v];

/** The default range of components of points and vectors, where `sample` gives none. */
export const BOX = [-2, 2] as const;
const ANGLE = [-Math.PI, Math.PI] as const;
const PARAMETER = [0.5, 2] as const;
const RATE = [-1, 1] as const;
const TIME = [0, 2] as const;

/** The quantities for which a configuration is drawn. */
interface Drawn {
  /** Inputs, or coordinates. */
  readonly moving: readonly MovingQuantity[];
  /** Number of rates. */
  readonly rates: number;
  readonly params: ConstraintType['params'];
  readonly sample: Readonly<Record<string, readonly [number, number]>>;
}

interface MovingQuantity extends Bounds {
  readonly name: string;
  readonly kind: string;
  readonly size: number;
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/**
 * Draws the numbers of a configuration within their ranges; unit vectors and quaternions where no
 * range is given.
 */
export function drawNumbers({ moving, rates, params, sample }: Drawn, random: Random): Configuration {
  const components = (size: number, [low, high]: readonly [number, number]): number[] =>
    Array.from({ length: size }, () => uniform(random, low, high));
  const x = moving.flatMap(({ name, kind, size, ...bounds }) => {
    const range = sample[name];
    if (range === undefined && (kind === 'direction' || kind === 'orientation')) return randomDirection(random, size);
    return components(size, range ?? cut(kind === 'scalar' ? ANGLE : BOX, bounds));
  });
  const v = components(rates, RATE);
  const p = params.flatMap((param) => {
    const range = sample[param.name] ?? parameterRange(param);
    return param.kind === 'curve' || param.kind === 'path'
      ? Array.from({ length: param.size }, () => drawCurve(param.period, range, random))
      : components(param.size, range);
  });
  return { x, v, p, t: uniform(random, ...(sample['t'] ?? TIME)) };
}

/**
 * Draws one configuration. It need not satisfy the constraint, and the rate of a direction need not
 * keep it a unit vector: the formula and its derivatives hold everywhere.
 */
export function drawConfiguration(
  { inputs, params, formula }: Pick<ConstraintType, 'inputs' | 'params' | 'formula'>,
  random: Random,
): Configuration {
  const rates = inputs.reduce((sum, { size }) => sum + size, 0);
  return drawNumbers({ moving: inputs, rates, params, sample: formula.sample }, random);
}

/** What has ranges from which its configurations are drawn. */
interface Sampled {
  readonly formula: { readonly sample: ConstraintType['formula']['sample'] };
}

/** The unit of length of each input component, for differences. */
export function inputUnits(type: Sampled & Pick<ConstraintType, 'inputs'>): readonly number[] {
  return type.inputs.flatMap(({ name, size }) => Array.from({ length: size }, () => unitOf(type, name)));
}

/**
 * The unit for differences by an input or by time: 1, or a power of two, larger or smaller in
 * proportion to the range that `sample` gives.
 */
export function unitOf(type: Sampled, name: string): number {
  const range = type.formula.sample[name];
  const reach = range ? Math.max(Math.abs(range[0]), Math.abs(range[1])) : 0;
  return reach === 0 ? 1 : 2 ** Math.floor(Math.log2(reach / BOX[1]));
}

/**
 * The default range, restricted to what the parameter allows. If nothing is left, a range of the
 * same width beside the bound.
 */
function parameterRange({ kind, ...range }: ConstraintType['params'][number]): readonly [number, number] {
  return cut(kind === 'vector' || kind === 'path' ? BOX : PARAMETER, range);
}

/**
 * A range restricted to the allowed one. If nothing is left, a range of the same width beside the
 * bound.
 */
export function cut([low, high]: readonly [number, number], { min, max }: Bounds): readonly [number, number] {
  const lowest = min ?? -Infinity;
  const highest = max ?? Infinity;
  if (lowest >= high) return [lowest, Math.min(highest, lowest + high - low)];
  if (highest <= low) return [Math.max(lowest, highest - (high - low)), highest];
  return [Math.max(low, lowest), Math.min(high, highest)];
}

/** The configuration with its numbers under the names of the class, for a reader of a report. */
export const named = (
  type: Pick<ConstraintType, 'inputs' | 'params'>,
  { x, v, p, t }: Configuration,
): NamedConfiguration => ({
  inputs: takeNamed(type.inputs, x),
  rates: takeNamed(type.inputs, v),
  params: takeNamed(type.params, p),
  t,
});

/** Splits a list of numbers by the names of the quantities that they belong to. */
export function takeNamed(
  list: readonly { readonly name: string; readonly size: number }[],
  values: readonly number[],
): Record<string, readonly number[]> {
  let offset = 0;
  return Object.fromEntries(list.map(({ name, size }) => [name, values.slice(offset, (offset += size))]));
}

export interface NamedConfiguration {
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  readonly rates: Readonly<Record<string, readonly number[]>>;
  readonly params: Readonly<Record<string, readonly number[]>>;
  readonly t: number;
}
