import type { State } from '../../model/state.js';
import type { Contact } from '../pair.js';
import type { Carrier, Shape } from '../shape.js';
import type { SweptPair } from '../swept-pair.js';
import {
  accelerationOf,
  coordinatesOf,
  firstVelocityOf,
  isNear,
  isSlow,
  speedOf,
  velocitiesOf,
} from './carrier-motion.js';
import { isDisturbed, newIsland, newSleeper, type Island, type Sleeper } from './island.js';
import { restedGroups } from './rested-groups.js';

/** Time for which all bodies of an island have to be calm before it falls asleep, s, at least. */
const PATIENCE = 0.5;
/**
 * The same, as a multiple of the time `√(size/g)`. What begins to fall over moves `e` times as far in each
 * `√(size (1 + k²)/g)`, where `k ≤ 1` is its radius of gyration by its size.
 */
const FALLING = 1.5;
/** Part of the speed of a free fall in that time by which a body may become faster meanwhile, as solutions shake a little. */
const FASTER = 1e-3;

/**
 * Which bodies sleep. An island, the bodies that rows of contacts join directly or through others, falls
 * asleep when all of its bodies have been calm for long enough. From then on they stay where they are
 * and have no rows; nothing that moves has rows with them, since they wake as soon as it comes near.
 */
export class Sleepers {
  readonly #state: State;
  /** Finds the applied forces at the present state, over the velocities. */
  readonly #findForces: () => Float64Array;
  readonly #sleepers = new Map<object, Sleeper>();
  readonly #islands = new Set<Island>();
  /** Islands that something has come near to in the present search. */
  readonly #met = new Set<Island>();
  /** What constraints hold, which stays awake. */
  #bound: ReadonlySet<object> = new Set();

  constructor(state: State, findForces: () => Float64Array) {
    this.#state = state;
    this.#findForces = findForces;
  }

  /** The bodies that sleep. */
  get bodies(): readonly Carrier[] {
    return [...this.#islands].flatMap(({ members }) => members.map(({ carrier }) => carrier));
  }

  /** The pairs that have no rows since their bodies sleep. */
  get pairs(): readonly SweptPair[] {
    return [...this.#islands].flatMap(({ pairs }) => pairs);
  }

  /** Their contacts, and the pairs that touch. */
  get contacts(): readonly Contact[] {
    return [...this.#islands].flatMap(({ contacts }) => contacts);
  }
  get touching(): readonly SweptPair[] {
    return [...this.#islands].flatMap(({ touching }) => touching);
  }

  /** Takes note of the shapes that there are, and of the objects that constraints hold, which stay awake. */
  revise(shapes: readonly Shape[], bound: ReadonlySet<object>): void {
    this.#bound = bound;
    const before = new Map(this.#sleepers);
    this.#sleepers.clear();
    for (const shape of shapes) {
      const { carrier } = shape;
      if (carrier === null || shape.isImmovable || shape.surface.isSensor) continue;
      const known = before.get(carrier);
      const sleeper = this.#sleepers.get(carrier) ?? known ?? newSleeper(carrier);
      if (!this.#sleepers.has(carrier)) [sleeper.size, sleeper.shapes.length] = [0, 0];
      sleeper.shapes.push(shape);
      sleeper.size = Math.max(sleeper.size, shape.size);
      this.#sleepers.set(carrier, sleeper);
    }
  }

  /** Wakes the island of a body, or all. Returns the pairs that need rows again. */
  wake(carrier?: object): readonly SweptPair[] {
    const one = carrier && this.#sleepers.get(carrier)?.island;
    return this.#wake(carrier ? (one ? [one] : []) : [...this.#islands]);
  }

  /** Wakes what slept with bodies that were removed. Returns the pairs that need rows again. */
  wakeWithRemoved(): readonly SweptPair[] {
    return this.#wake([...this.#islands].filter(({ still }) => still.some(({ removed }) => removed)));
  }

  /** Wakes what is not as it was when it fell asleep. Returns the pairs that need rows again. */
  wakeDisturbed(): readonly SweptPair[] {
    if (this.#islands.size === 0) return [];
    // Bodies may have come or gone.
    this.#hold();
    const forces = this.#findForces();
    return this.#wake([...this.#islands].filter((island) => isDisturbed(island, this.#bound, forces, this.#state.v)));
  }

  /** Counts how long bodies have been calm before a step of `h`, s. Returns true if some island may fall asleep. */
  count(h: number): boolean {
    const Q = this.#findForces();
    let isDue = false;
    for (const sleeper of this.#sleepers.values()) {
      if (sleeper.island) continue;
      const { carrier, size } = sleeper;
      const speed = speedOf(sleeper);
      const g = accelerationOf(carrier, Q, firstVelocityOf(carrier, this.#state.v));
      // Without forces only what does not move is slow.
      const patience = g > 0 ? Math.max(PATIENCE, FALLING * Math.sqrt(size / g)) : PATIENCE;
      sleeper.least = Math.min(sleeper.least, speed);
      const isCalm = isSlow(sleeper, speed, g) && speed - sleeper.least <= FASTER * g * patience && isNear(sleeper);
      if (isCalm && !this.#bound.has(carrier)) sleeper.calm += h;
      else {
        sleeper.calm = 0;
        sleeper.anchor = coordinatesOf(carrier).slice();
        sleeper.least = speed;
      }
      sleeper.isRested = sleeper.calm > patience;
      isDue ||= sleeper.isRested;
    }
    return isDue;
  }

  /** Lets islands fall asleep that have been calm for long enough. Returns true if some have. */
  settle(pairs: readonly SweptPair[]): boolean {
    const groups = restedGroups(this.#sleepers, pairs);
    for (const members of groups) {
      for (const member of members) {
        velocitiesOf(member.carrier).fill(0);
        member.anchor = coordinatesOf(member.carrier).slice();
      }
      this.#fallAsleep(members, pairs);
    }
    if (groups.length > 0) this.#hold();
    return groups.length > 0;
  }

  /**
   * For each body that may sleep, the time for which it has been calm, s, its least speed meanwhile, the number
   * of its island, −1 if it is awake, and its coordinates when it began to be calm or fell asleep.
   */
  save(): Float64Array {
    const islands = [...this.#islands];
    const numberOf = (island: Island | undefined): number => (island ? islands.indexOf(island) : -1);
    return Float64Array.from(
      [...this.#sleepers.values()].flatMap(({ calm, least, island, anchor }) => [
        calm,
        least,
        numberOf(island),
        ...anchor,
      ]),
    );
  }

  /** True if there are as many numbers as {@link save} writes for these bodies. */
  fits(saved: Float64Array): boolean {
    let length = 0;
    for (const { carrier } of this.#sleepers.values()) length += 3 + coordinatesOf(carrier).length;
    return saved.length === length;
  }

  /** Puts bodies to sleep as in a snapshot that {@link fits}, with their own among `pairs`, which are laid out. */
  load(saved: Float64Array, pairs: readonly SweptPair[]): void {
    const islands = new Map<number, Sleeper[]>();
    let at = 0;
    for (const sleeper of this.#sleepers.values()) {
      const end = at + 3 + coordinatesOf(sleeper.carrier).length;
      const number = saved[at + 2]!;
      sleeper.calm = saved[at]!;
      sleeper.least = saved[at + 1]!;
      sleeper.anchor = saved.slice(at + 3, end);
      if (number >= 0) islands.set(number, [...(islands.get(number) ?? []), sleeper]);
      at = end;
    }
    for (const [, members] of [...islands].sort(([p], [q]) => p - q)) this.#fallAsleep(members, pairs);
    this.#hold();
  }

  /** Takes note that two shapes are near each other, one of which sleeps, and whether they may touch. */
  meet(a: Shape, b: Shape, key: number, mayTouch: boolean): void {
    this.#meet(this.#of(a)?.island, b, key, mayTouch);
    this.#meet(this.#of(b)?.island, a, key, mayTouch);
  }

  #meet(island: Island | undefined, other: Shape, key: number, mayTouch: boolean): void {
    if (!island) return;
    const { neighbours, isNew } = island;
    if (!other.isAsleep && !other.isImmovable) {
      if (mayTouch) this.#met.add(island);
    } else if (!isNew) {
      if (neighbours.has(key) !== mayTouch) this.#met.add(island);
    } else if (mayTouch) neighbours.add(key);
  }

  /** Wakes the islands that something has come near to in a search. Returns the pairs that need rows again. */
  wakeMet(): readonly SweptPair[] {
    for (const island of this.#islands) island.isNew = false;
    const pairs = this.#wake([...this.#met]);
    this.#met.clear();
    return pairs;
  }

  #wake(islands: readonly Island[]): readonly SweptPair[] {
    for (const island of islands) {
      this.#islands.delete(island);
      for (const member of island.members) {
        member.island = undefined;
        member.calm = 0;
        for (const shape of member.shapes) shape.isAsleep = false;
      }
    }
    if (islands.length > 0) this.#hold();
    return islands.flatMap(({ pairs }) => pairs);
  }

  #fallAsleep(members: readonly Sleeper[], pairs: readonly SweptPair[]): void {
    const island = newIsland(members, pairs);
    for (const member of members) {
      member.island = island;
      for (const shape of member.shapes) {
        shape.refresh(0);
        shape.isAsleep = true;
      }
    }
    this.#islands.add(island);
  }

  /** Has velocities of sleeping bodies stay zero. */
  #hold(): void {
    const still: number[] = [];
    for (const { members } of this.#islands) {
      for (const { carrier } of members) {
        const first = firstVelocityOf(carrier, this.#state.v);
        for (let i = 0; i < velocitiesOf(carrier).length; i++) still.push(first + i);
      }
    }
    this.#state.still = Int32Array.from(still);
  }

  #of({ carrier }: Shape): Sleeper | undefined {
    return carrier === null ? undefined : this.#sleepers.get(carrier);
  }
}
