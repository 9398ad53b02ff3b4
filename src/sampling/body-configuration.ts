import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import type { BodyOwner } from '../reference/read-body.js';
import { BOX, drawNumbers, takeNamed, type Configuration, type NamedConfiguration } from './configuration.js';
import { uniform, type Random } from './random.js';

/** One place at which a body is checked: `x` holds its coordinates, `v` its rates. */
export interface BodyConfiguration extends Configuration {
  /** The place on the body, for connectors that have one. */
  readonly local: readonly number[];
}

/** Draws one configuration; an orientation gets a unit quaternion. */
export function drawBodyConfiguration(type: BodyOwner, random: Random): BodyConfiguration {
  const { coordinates, params, connectors, formula } = type;
  const drawn = drawNumbers({ moving: coordinates, rates: rateWidth(type), params, sample: formula.sample }, random);
  const localSize = Math.max(0, ...connectors.map((connector) => connector.localSize));
  return { ...drawn, local: Array.from({ length: localSize }, () => uniform(random, ...BOX)) };
}

/**
 * The numbers of a configuration in the order of a program's inputs. Formulas of a body with an
 * orientation, whose velocities are no rates of components, have no rates.
 */
export function bodyProgramInputs({ x, v, p, t, local }: BodyConfiguration): readonly number[] {
  const rates = x.length === v.length ? v : x.map(() => 0);
  return [...x, ...local, ...p, t, ...rates, ...local.map(() => 0)];
}

export const rateWidth = (type: Pick<BodyType, 'coordinates'>): number =>
  type.coordinates.reduce((sum, { rateSize }) => sum + rateSize, 0);

/**
 * The configuration after a time `h` of a motion with the velocities `w`. Coordinates move in
 * straight lines. An orientation turns by `exp(h ω/2)` from the left, since `ω` is in world axes.
 * The rates do not change.
 */
export function displaced(
  type: BodyType,
  at: BodyConfiguration,
  w: readonly number[],
  h: number,
  dt: number,
): BodyConfiguration {
  const x = [...at.x];
  let [i, j] = [0, 0];
  for (const { kind, size, rateSize } of type.coordinates) {
    if (kind === 'orientation') {
      const turned = turn(x.slice(i, i + 4), w.slice(j, j + 3), h);
      x.splice(i, 4, ...turned);
    } else for (let c = 0; c < size; c++) x[i + c]! += h * w[j + c]!;
    i += size;
    j += rateSize;
  }
  return { ...at, x, t: at.t + dt };
}

/** `exp(h ω/2) o` */
function turn([w, x, y, z]: readonly number[], omega: readonly number[], h: number): number[] {
  const speed = Math.hypot(...omega);
  if (speed === 0) return [w!, x!, y!, z!];
  const half = (h * speed) / 2;
  const [c, s] = [Math.cos(half), Math.sin(half) / speed];
  const [a, b, d] = omega.map((component) => s * component) as [number, number, number];
  return [
    c * w! - a * x! - b * y! - d * z!,
    c * x! + a * w! + b * z! - d * y!,
    c * y! + b * w! + d * x! - a * z!,
    c * z! + d * w! + a * y! - b * x!,
  ];
}

/** The configuration with its numbers under the names of the class, for a reader of a report. */
export function namedBodyConfiguration(type: BodyType, { x, v, p, t, local }: BodyConfiguration): NamedConfiguration {
  const rates = type.coordinates.map(({ name, rateSize }) => ({ name, size: rateSize }));
  return {
    inputs: { ...takeNamed(type.coordinates, x), ...(local.length > 0 && { local }) },
    rates: takeNamed(rates, v),
    params: takeNamed(type.params, p),
    t,
  };
}
