import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import type { ConstraintType, ParameterDescription } from '../../runtime/model/constraint-type.js';
import type { BodyConfiguration } from '../../src/sampling/body-configuration.js';
import { cut, type Configuration } from '../../src/sampling/configuration.js';
import { drawCurve } from '../../src/sampling/sample-curves.js';
import { randomDirection, seededRandom, uniform, type Random } from '../../src/sampling/random.js';

/** Styles in which the numbers of a place are drawn. */
const STYLES = ['plain', 'whole', 'equal', 'large and small'] as const;
type Style = (typeof STYLES)[number];

/** Number of places at which each class is evaluated. */
const PLACES = 2;

/**
 * Draws two plain places and an extreme one. The numbers depend on the seed and on the names of the
 * quantities. So when a failure shrinks to a class with fewer inputs, the other inputs keep their
 * values.
 */
export function placesOf(type: Pick<ConstraintType, 'inputs' | 'params'>, seed: number): Configuration[] {
  return draws(seed, ({ numbers, parameter, direction }) => ({
    x: type.inputs.flatMap(({ name, kind, size }) =>
      kind === 'direction' ? direction(name, size) : numbers(kind === 'scalar' ? name : 'point', name, size),
    ),
    v: type.inputs.flatMap(({ name, size }) => numbers('rate', name, size)),
    p: type.params.flatMap(parameter),
    t: numbers('t', 't', 1)[0]!,
  }));
}

export function bodyPlacesOf(type: BodyType, seed: number): BodyConfiguration[] {
  return draws(seed, ({ numbers, parameter }) => ({
    x: type.coordinates.flatMap(({ name, size }) => numbers(name, name, size)),
    v: type.coordinates.flatMap(({ name, rateSize }) => numbers('rate', name, rateSize)),
    p: type.params.flatMap(parameter),
    t: numbers('t', 't', 1)[0]!,
    local: numbers('local', 'local', Math.max(0, ...type.connectors.map(({ localSize }) => localSize))),
  }));
}

interface Draws {
  /** Draws numbers for a quantity; in the style `equal`, quantities of one group get the same. */
  readonly numbers: (group: string, name: string, size: number) => number[];
  readonly parameter: (description: ParameterDescription) => number[];
  readonly direction: (name: string, size: number) => number[];
}

function draws<T>(seed: number, make: (from: Draws) => T): T[] {
  return Array.from({ length: PLACES }, (_, i) => {
    const style = i < PLACES - 1 ? 'plain' : STYLES[seed % STYLES.length]!;
    const random = (name: string): Random => seededRandom(hash(`${seed} ${i} ${name}`));
    return make({
      numbers: (group, name, size) => draw(style, random(style === 'equal' ? group : `${group} ${name}`), size),
      parameter: ({ name, kind, size, period, ...range }) => {
        const from = random(name);
        const isCurve = kind === 'curve' || kind === 'path';
        const [low, high] = cut([0.3, 2.5], range);
        return Array.from({ length: size }, () =>
          isCurve ? drawCurve(period, [-2.5, 2.5], from) : uniform(from, low, high),
        );
      },
      direction: (name, size) => randomDirection(random(name), size),
    });
  });
}

function draw(style: Style, random: Random, size: number): number[] {
  const scale = style === 'large and small' ? 10 ** uniform(random, -5, 5) : 1;
  return Array.from({ length: size }, () =>
    style === 'whole' ? Math.round(uniform(random, -2.5, 2.5)) : scale * uniform(random, -2.5, 2.5),
  );
}

/** The hash function FNV-1a. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return state;
}
