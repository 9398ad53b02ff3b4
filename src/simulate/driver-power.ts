import { connectorsOf } from '../painter/connectors.js';
import { bindingOf } from '../../runtime/model/constraint.js';
import { internalsOf } from '../../runtime/world/internals.js';
import type { Connector, DirectionConnector, PointConnector, ScalarConnector, World } from '../../runtime/index.js';
import type { Driver } from './scene.js';

/**
 * Power of the drivers at the last evaluation, W: constraint force times velocity, `λᵀ J v`. That on
 * a handle is what the constraint takes from it, so a handle gives the opposite.
 */
export function driverPower(drivers: readonly Driver[]): number {
  let power = 0;
  for (const { constraint, name, connector } of drivers.flatMap(drivenInputs))
    power += workOn(connector, constraint.forceOn(name as never), rateOf(connector));
  return power;
}

/**
 * Work of drivers with bounds or softness: the impulse of a step times the mean of the rates at its ends. Their forces
 * may jump within a step, or are means over it, so that powers at its ends say little of it. Of one whose spring pulls
 * at a body, the energy that the spring holds is part of the world's: the work is what enters both, `∫ λᵀ J v dt + ΔV`.
 */
export class ImpulseWork {
  /** The drivers without bounds and softness, which are not counted. */
  readonly others: readonly Driver[];
  readonly #inputs: readonly DrivenInput[];
  /** Rates of the inputs at the end of the step before. */
  #rates: readonly (readonly number[])[] = [];
  readonly #world: World;
  readonly #springs: ReadonlySet<Driver['constraint']>;
  /** Energy of the springs at the end of the step before, J. */
  #held: number | undefined;

  constructor(world: World, drivers: readonly Driver[]) {
    this.#world = world;
    const isPlain = ({ constraint }: Driver): boolean => bindingOf(constraint).isPlain;
    this.others = drivers.filter(isPlain);
    this.#inputs = drivers.filter((driver) => !isPlain(driver)).flatMap(drivenInputs);
    const pulled = this.#inputs.filter(({ connector }) => !isHandle(connector));
    this.#springs = new Set(pulled.map(({ constraint }) => constraint));
  }

  /** Work of the last step, J. To be called at the start, too, and after each step. */
  ofStep(): number {
    const before = this.#rates;
    this.#rates = this.#inputs.map(({ connector }) => Array.from(rateOf(connector)));
    const held = this.#springs.size > 0 ? (internalsOf(this.#world).stepped.soft?.energy(this.#springs) ?? 0) : 0;
    let work = held - (this.#held ?? held);
    this.#held = held;
    this.#inputs.forEach(({ constraint, name, connector }, k) => {
      const mean = this.#rates[k]!.map((rate, i) => (rate + (before[k]?.[i] ?? rate)) / 2);
      work += workOn(connector, constraint.impulseOn(name as never), mean);
    });
    return work;
  }
}

/** What a force gives at a rate, or an impulse at a mean rate. */
function workOn(connector: Connector, force: ArrayLike<number>, rate: ArrayLike<number>): number {
  const sign = isHandle(connector) ? -1 : 1;
  let work = 0;
  for (let i = 0; i < force.length; i++) work += sign * force[i]! * rate[i]!;
  return work;
}

/** All connectors by which drivers do work. */
export const drivenConnectors = (drivers: readonly Driver[] = []): ReadonlySet<Connector> =>
  new Set(drivers.flatMap(drivenInputs).map(({ connector }) => connector));

/** The input of a driver with its connector; of a list all its entries, or the one named, as `p[1]`. */
function drivenInputs({ constraint, input }: Driver): readonly DrivenInput[] {
  const connectors = connectorsOf(constraint);
  const found = constraint.type.inputs.flatMap(({ name }, i) =>
    name === input || name.replace(/\[\d+\]$/, '') === input ? [{ constraint, name, connector: connectors[i]! }] : [],
  );
  // Throws: there is no such input.
  if (found.length === 0) constraint.forceOn(input as never);
  return found;
}

interface DrivenInput {
  readonly constraint: Driver['constraint'];
  readonly name: string;
  readonly connector: Connector;
}

/** True for what carries itself and has no mass. */
const isHandle = (connector: Connector): boolean => connector.owner === connector && !('mass' in connector);

function rateOf(connector: Connector): ArrayLike<number> {
  switch (connector.kind) {
    case 'point':
      return (connector as PointConnector).velocity;
    case 'direction':
      return (connector as DirectionConnector).rate;
    case 'scalar':
      return [(connector as ScalarConnector).rate];
  }
}
