import type { Shape } from '../painter/shape.js';
import type { Position } from '../painter/view.js';
import type { SceneParameter } from '../scene/parameters.js';
import { read, type Column } from './columns.js';
import type { Sight } from './shot.js';

/** What the first seconds of a scene look like, written so that it can be shown without the runtime. */
export interface OpeningRecord extends Pick<Sight, 'space' | 'options'> {
  readonly described: DescribedScene;
  /** Step of the scene, s, and the number of steps. */
  readonly dt: number;
  readonly steps: number;
  /** Time of the world per time that passes. */
  readonly speed: number;
  readonly traces: readonly { readonly fade?: number }[];
  readonly parts: readonly OpeningPart[];
  /** Error of the constraints, m, and change of energy, J, each after so many steps; true if work is done. */
  readonly figures: readonly (readonly [steps: number, residual: number, change: number])[];
  readonly hasWork: boolean;
}

/** What controls write beside a scene. */
export interface DescribedScene {
  readonly title: string;
  readonly summary?: string | undefined;
  readonly params: readonly SceneParameter[];
}

/** Pictures that differ in numbers and truth values alone. */
export interface OpeningPart {
  /** Steps before the first of them, and steps between two. */
  readonly from: number;
  readonly every: number;
  /** A picture with any values. */
  readonly picture: OpenedPicture;
  /** Values that others follow from. */
  readonly columns: readonly Column[];
  /** Values: each a number, and multiples of columns, each after the number of its column. */
  readonly values: readonly (readonly number[])[];
  /** The values that stand in the places of the picture. */
  readonly places: readonly number[];
}

/** A picture of an opening. */
export interface OpenedPicture extends Pick<Sight, 'shown'> {
  readonly shapes: readonly Shape[];
  /** Points that leave traces, in the frame of an observer: its origin and the ends of its axes. */
  readonly traced: readonly { readonly at: Position; readonly axes?: readonly Position[] }[];
  /** Points that can be pulled at. */
  readonly movable: readonly Position[];
}

/** A place of a picture that holds a number or a truth value. */
export interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  /** The member of a shape that it belongs to. */
  readonly member: string;
}

/** The places of a picture, always in the same order. */
export function placesOf(holder: object, member = ''): Place[] {
  return Object.entries(holder).flatMap(([key, value]: [string, unknown]): Place[] => {
    const own = /^\d/.test(key) ? member : key;
    if (typeof value === 'number' || typeof value === 'boolean')
      return [{ holder: holder as Record<string, unknown>, key, member: own }];
    return typeof value === 'object' && value !== null ? placesOf(value, own) : [];
  });
}

/** Most pictures between which one is interpolated. */
const STENCIL = 4;

/** Weights of the values at 0, 1, 2 …, up to `count`, by the polynomial through those around `place`. */
export function weightsAt(place: number, count: number): { readonly first: number; readonly weights: number[] } {
  const points = Math.min(STENCIL, count);
  const first = Math.max(0, Math.min(count - points, Math.floor(place) - 1));
  const weights = Array.from({ length: points }, (_, i) => {
    let weight = 1;
    for (let k = 0; k < points; k++) if (k !== i) weight *= (place - first - k) / (i - k);
    return weight;
  });
  return { first, weights };
}

interface ReadPart {
  readonly part: OpeningPart;
  readonly places: readonly (Place & { readonly isBoolean: boolean })[];
  readonly columns: readonly Float64Array[];
}

/** Reads the pictures of an opening. */
export class OpenedPictures {
  readonly #parts: readonly ReadPart[];

  constructor({ parts }: OpeningRecord) {
    this.#parts = parts.map((part) => ({
      part,
      places: placesOf(part.picture).map((place) => ({ ...place, isBoolean: place.holder[place.key] === false })),
      columns: part.columns.map(read),
    }));
  }

  /** The picture after some steps. The next call writes into the same one. */
  at(steps: number): OpenedPicture {
    const { part, places, columns } = this.#parts.findLast(({ part: { from } }) => from <= steps)!; // one is from 0
    const { first, weights } = weightsAt((steps - part.from) / part.every, columns[0]?.length ?? 1);
    const now = columns.map((column) => weights.reduce((sum, weight, k) => sum + weight * column[first + k]!, 0));
    const values = part.values.map((terms) => {
      let value = terms[0]!;
      for (let k = 1; k < terms.length; k += 2) value += terms[k + 1]! * now[terms[k]!]!;
      return value;
    });
    places.forEach(({ holder, key, isBoolean }, n) => {
      const value = values[part.places[n]!]!;
      holder[key] = isBoolean ? value >= 0.5 : value;
    });
    return part.picture;
  }
}
