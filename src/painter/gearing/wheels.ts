import type { Connector, Constraint, ConstraintType, World } from '../../../runtime/index.js';
import { apart } from '../circle.js';
import { cross, inSpace, lengthOf, minus, type Vector } from '../frame.js';
import { copied, holdsTogether, isPoint } from '../joins.js';
import { MEETING } from '../rigid.js';
import type { Position } from '../view.js';
import { connectorsOf } from '../connectors.js';

/** A toothed wheel on its axle, in the order in which they are found. Its angles are those of a frame of its own. */
export interface Wheel {
  readonly radius: number;
  readonly isRing: boolean;
  /** How it meshes with those before it: the angles where, and 1 if both turn to the same side, seen in their frames. */
  readonly meshes: { readonly with: Wheel; readonly angle: number; readonly ofOther: number; readonly sign: 1 | -1 }[];
  /** The angle of a tooth, of the first wheel of those that turn each other. */
  readonly start: number;
  /** Teeth for one of the smallest wheel that it turns with; the angle of a tooth. */
  teeth: number;
  turn: number;
}

/** Teeth of the smallest wheel that are tried until all wheels have whole numbers of them. */
const FEWEST = 16;
const MOST = 72;
/** Most teeth of a wheel: more of them are too fine to be seen, and a ratio may ask for millions. */
const FINEST = 2000;
const WHOLE = 1e-6;

/** Where two wheels meet, as angles of the one and of the other. */
export function mesh(first: Wheel, second: Wheel, angle: number, ofOther: number, sign: 1 | -1): void {
  first.meshes.push({ with: second, angle, ofOther, sign });
  second.meshes.push({ with: first, angle: ofOther, ofOther: angle, sign });
}

/** Gives teeth to wheels, so that teeth of one are in the spaces of those that it meets; none where no count is whole, or one too large. */
export function cut(wheels: readonly Wheel[]): void {
  for (const wheel of wheels) if (wheel.teeth === 0) cutAll(wheel);
}

function cutAll(first: Wheel): void {
  const all = [first];
  for (const wheel of all) for (const { with: other } of wheel.meshes) if (!all.includes(other)) all.push(other);
  const radii = all.map(({ radius }) => radius);
  const [least, largest] = [Math.min(...radii), Math.max(...radii)];
  const isWhole = (count: number): boolean =>
    radii.every((radius) => Math.abs(((count * radius) / least) % 1 - 0.5) > 0.5 - WHOLE * count); // prettier-ignore
  let count = FEWEST;
  while (count <= MOST && !isWhole(count)) count++;
  if (count > MOST || (count * largest) / least > FINEST) return;
  for (const wheel of all) wheel.teeth = Math.round((count * wheel.radius) / least);
  first.turn = first.start;
  const done = new Set([first]);
  for (const wheel of all)
    for (const { with: other, angle, ofOther, sign } of wheel.meshes) {
      if (done.has(other)) continue;
      done.add(other);
      // Pitches from a tooth of the one to where they meet, and half of one more, counted to the same side.
      const pitches = ((angle - wheel.turn) * wheel.teeth) / (2 * Math.PI) - 0.5;
      other.turn = ofOther - (sign * pitches * 2 * Math.PI) / other.teeth;
    }
}

/** Where bodies are pinned. */
export class Axles {
  readonly #pins: readonly { readonly of: unknown; readonly to: unknown; readonly at: Position }[];

  constructor({ constraints }: World) {
    this.#pins = constraints.flatMap((one: Constraint) => {
      const [a, b] = holdsTogether(one.type) ? connectorsOf(one).filter(isPoint) : [];
      if (a === undefined || b === undefined) return [];
      const at = copied(a.position);
      return [{ of: a.owner, to: b.owner, at }, { of: b.owner, to: a.owner, at }]; // prettier-ignore
    });
  }

  /**
   * The place at which a body is pinned to another one, or to what that one is pinned to at the same place; in space,
   * anywhere on the same axis.
   */
  of(body: unknown, frame: unknown, axis?: Vector): Position | undefined {
    const own = this.#pins.filter((pin) => pin.of === body);
    const away = (a: Position, b: Position): number =>
      axis === undefined ? apart(a, b) : lengthOf(cross(axis, minus(inSpace(a), inSpace(b))));
    const isOnFrame = ({ at }: { readonly at: Position }): boolean =>
      this.#pins.some((pin) => pin.of === frame && frame !== null && away(pin.at, at) < MEETING);
    return (own.find(({ to }) => to === frame) ?? own.find(isOnFrame))?.at;
  }
}

/** What a connector is now: a place, a direction, an angle. */
export const valueOf = (connector: Connector): number[] => {
  const [value, none] = [new Float64Array(connector.size), new Float64Array(connector.size)];
  connector.read(value, none, none.slice(), 0);
  return Array.from(value);
};

/** Tests whether names in the formula of a class are inputs: others are those of parameters, of `where`, or the time. */
export const areInputs = ({ inputs }: ConstraintType, names: readonly string[]): boolean =>
  names.every((name) => inputs.some((input) => input.name === name));

/** The connector of an input. */
export const inputOf = (constraint: Constraint, name: string): Connector =>
  connectorsOf(constraint)[constraint.type.inputs.findIndex((input) => input.name === name)]!;

/** The value of a parameter. */
export const paramOf = ({ params }: Constraint, name: string): unknown =>
  (params as Readonly<Record<string, unknown>>)[name];
