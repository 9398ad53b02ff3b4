import type { Connector, ConnectorWorld } from '../connector.js';

const TURN = 2 * Math.PI;

/** An angle whose whole turns are counted. */
export interface CountedAngle {
  readonly connectors: readonly Connector[];
  /** The angle within a turn, rad. */
  readonly withinTurn: number;
  readonly rate: number;
}

/**
 * The whole turns of an angle. It is known at the beginning of each step. From there on it is the one
 * of its turns that is nearest to what its rates lead to: the right one, unless these change by half
 * a turn within the step. So stages and rejected steps count nothing.
 */
export class TurnCount {
  readonly angle: CountedAngle;
  readonly #world: ConnectorWorld;
  #value: number;
  #rate: number;
  #time: number;

  constructor(angle: CountedAngle, world: ConnectorWorld) {
    this.angle = angle;
    this.#world = world;
    this.#value = angle.withinTurn;
    this.#rate = angle.rate;
    this.#time = world.time;
  }

  /** The present angle, rad, whole turns included. */
  value(withinTurn: number, rate: number): number {
    const expected = this.#value + ((this.#world.time - this.#time) * (this.#rate + rate)) / 2;
    return withinTurn + TURN * Math.round((expected - withinTurn) / TURN);
  }

  /** The present angle, rad. */
  get present(): number {
    return this.value(this.angle.withinTurn, this.angle.rate);
  }

  /** Goes on from the present state. */
  keep(): void {
    this.restore(this.present);
  }

  /** Goes on from the present state with the turns of `value`, rad; with none where it is left out. */
  restore(value: number | undefined): void {
    const { withinTurn, rate } = this.angle;
    this.#value = value === undefined ? withinTurn : withinTurn + TURN * Math.round((value - withinTurn) / TURN);
    this.#rate = rate;
    this.#time = this.#world.time;
  }
}

/** The counts of each world, in the order in which their angles were made. */
const counts = new WeakMap<ConnectorWorld, TurnCount[]>();

function listOf(world: ConnectorWorld): TurnCount[] {
  let list = counts.get(world);
  if (!list) counts.set(world, (list = []));
  return list;
}

/** The counts of a world, except for removed bodies; the same array at every call. */
export function turnCountsOf(world: ConnectorWorld): readonly TurnCount[] {
  const list = listOf(world);
  for (let i = list.length - 1; i >= 0; i--)
    if (list[i]!.angle.connectors.some(({ removed }) => removed)) list.splice(i, 1);
  return list;
}

/** The count of an angle: angles between the same connectors share one. */
export function turnCountOf(angle: CountedAngle, world: ConnectorWorld): TurnCount {
  const list = listOf(world);
  const { connectors } = angle;
  const known = list.find((count) => count.angle.connectors.every((connector, k) => connector === connectors[k]));
  if (known) return known;
  const count = new TurnCount(angle, world);
  list.push(count);
  return count;
}
