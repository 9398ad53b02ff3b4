import { describePlainly } from '../base/printing.js';
import type { ShapeOutline } from './shape.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import type { Contact } from './pair.js';
import type { Shape } from './shape.js';
import type { SweptPair } from './swept-pair.js';
import { overlap, Sweep } from './sweep.js';
import { Touches, type Touch } from './touches.js';

/** Factor of the number of the first of two shapes in their key. */
const STRIDE = 2 ** 26;
/** Part of a margin by which shapes are nearer when they get rows than when these may go. */
const HYSTERESIS = 0.5;
/** Part of pairs that may be far apart before their rows are removed. */
const MOST_IDLE = 0.5;

/** Reviews of one step after which shapes that meet are kept apart by what they have had at its beginning. */
const MOST_REVIEWS = 6;

/** The contents of a world that collisions read. */
export interface CollisionWorld {
  readonly constraints: readonly Constraint[];
  /** True where bodies or constraints were added or removed since rows were laid out. */
  readonly changed: boolean;
  /** Its rows; `structure` counts how often they were laid out. */
  readonly system: { readonly structure: number };
  /** Replaces the rows of contacts. */
  setContacts(contacts: readonly Constraint[]): void;
}

/** The pairs that have rows, and their multipliers, for a snapshot. */
export interface CollisionSnapshot {
  /** A number for each pair. */
  readonly pairs: Float64Array;
  readonly lambda: Float64Array;
  readonly warmStart: Float64Array;
  /** A number for each pair that touches. */
  readonly touching: Float64Array;
  /** What pairs with rows hand on from step to step beside that, one after the other. */
  readonly memory: Float64Array;
}

/** Says whether two shapes, as they were given, touch each other. */
export type ShapeFilter = (a: object, b: object) => boolean;

const keyOf = (a: Shape, b: Shape): number => a.id * STRIDE + b.id;

/**
 * The shapes of a world, and the rows of shapes that are near each other. Rows are found at the
 * beginning of each step. When a pair comes near, all that are not far from that get rows as well.
 * These stay while the pair is not far, open or closed; rows of other pairs are removed when some are
 * added. So the structure changes seldom; in between, only parameters of rows change.
 */
export class Collisions<S extends Shape> {
  static {
    describePlainly<Collisions<Shape>>(this.prototype as Collisions<Shape>, (collisions) => ({
      shapes: collisions.outlines.length,
      pairs: collisions.pairs,
      contacts: collisions.contacts.length,
    }));
  }
  readonly #world: CollisionWorld;
  readonly #makePair: (a: S, b: S) => SweptPair<S>;
  #shapes: S[] = [];
  #added = 0;
  readonly #sweep = new Sweep();
  #pairs = new Map<number, SweptPair<S>>();
  #list: readonly SweptPair<S>[] = [];
  /** Shapes without rows that are near each other, two by two, and whether some are quite near. */
  readonly #fresh: S[] = [];
  #due = false;
  /** The layout of rows at which shapes and joints were last read. */
  #revised = -1;
  /** Number of reviews of the present step. */
  #reviews = 0;
  /** Objects that never touch, and those that constraints join. */
  readonly #excluded = new Map<object, Set<object>>();
  readonly #joined = new Map<object, Set<object>>();
  /** What else shapes have to pass to touch each other. */
  readonly filters: ShapeFilter[] = [];
  readonly #touches = new Touches();
  /** Pairs with a sensor that are near each other, those of the present step first. */
  readonly #sensed = new Map<number, SweptPair<S>>();
  /** True if what constraints join touches as well. */
  joinedTouch = false;

  constructor(world: CollisionWorld, makePair: (a: S, b: S) => SweptPair<S>) {
    this.#world = world;
    this.#makePair = makePair;
  }

  /** The places where shapes touch, or have pushed in the last step. */
  get contacts(): readonly Contact[] {
    for (const shape of this.#shapes) shape.show();
    const contacts: Contact[] = [];
    for (const pair of this.#list) pair.report(contacts);
    return contacts;
  }

  /** The pairs that have touched in the last step, and those of them that did not before, or no longer do. */
  get touches(): readonly Touch[] {
    return this.#touches.present;
  }
  get began(): readonly Touch[] {
    return this.#touches.began;
  }
  get ended(): readonly Touch[] {
    return this.#touches.ended;
  }

  /** The shapes, moved to the present state. */
  get present(): readonly S[] {
    for (const shape of this.#shapes) shape.show();
    return this.#shapes.filter(({ carrier }) => !carrier?.removed);
  }

  /** Outlines of the shapes at the present state. */
  get outlines(): readonly ShapeOutline[] {
    return this.present.map((shape) => shape.outline());
  }

  /** Number of pairs of shapes that have rows. */
  get pairs(): number {
    return this.#list.length;
  }

  add(shapes: readonly S[]): void {
    for (const shape of shapes) {
      shape.id = this.#added++;
      this.#shapes.push(shape);
    }
  }

  /** Keeps the shapes of two objects from touching. */
  exclude(a: object, b: object): void {
    link(this.#excluded, a, b);
  }

  /** Finds the rows of a step of `h`, s, from the present state. */
  update(h: number): void {
    const { changed, system } = this.#world;
    this.#due = (changed || system.structure !== this.#revised) && this.#revise();
    this.#revised = system.structure;
    this.#fresh.length = 0;
    for (const shape of this.#shapes) shape.refresh(h);
    for (const pair of this.#list) pair.near = false;
    for (const pair of this.#sensed.values()) pair.near = false;
    this.#sweep.find(this.#shapes, this.#visit);
    let idle = 0;
    for (const { near } of this.#list) if (!near) idle++;
    if (this.#due || idle > MOST_IDLE * this.#list.length) {
      const list = this.#list.filter(({ near }) => near);
      for (let i = 0; i < this.#fresh.length; i += 2) list.push(this.#makePair(this.#fresh[i]!, this.#fresh[i + 1]!));
      this.#relist(list);
    }
    for (const pair of this.#list) pair.update(h);
    this.#reviews = 0;
  }

  /**
   * Compares rows with the step of `h`, s, that was taken with them. Returns true if some have changed
   * and the step has to be taken again.
   */
  review(h: number): boolean {
    if (!this.#list.some(({ isDoubtful }) => isDoubtful)) return false;
    for (const shape of this.#shapes) shape.retrace(h);
    const late = ++this.#reviews > MOST_REVIEWS;
    let changed = false;
    for (const pair of this.#list) if (pair.review(h, late)) changed = true;
    return changed;
  }

  /** Notes what touches after a step of `h`, s. */
  settle(h: number): void {
    const touches = this.#touches;
    touches.begin();
    for (const pair of this.#list) if (pair.pushes) touches.note(keyOf(pair.a, pair.b), pair);
    for (const [key, pair] of this.#sensed) {
      if (!pair.near) this.#sensed.delete(key);
      else if (pair.meets(h)) touches.note(key, pair);
    }
    touches.end();
  }

  /** Copies the pairs that have rows, and their multipliers. */
  save(): CollisionSnapshot {
    return {
      pairs: Float64Array.from(this.#list, ({ a, b }) => keyOf(a, b)),
      lambda: this.#rowsOf('lambda'),
      warmStart: this.#rowsOf('warmStart'),
      touching: this.#touches.keys,
      memory: Float64Array.from(this.#list.flatMap(({ memory }) => [...memory])),
    };
  }

  /** True if a snapshot is of these shapes. */
  fits(saved: CollisionSnapshot): boolean {
    const pairs = this.#pairsOf(saved.pairs);
    let [rows, length] = [0, 0];
    for (const pair of pairs) length += pair?.memory.length ?? 0;
    for (const pair of pairs) for (const { type } of pair?.all ?? []) rows += type.rows;
    return (
      saved.memory.length === length &&
      !pairs.includes(undefined) &&
      !this.#pairsOf(saved.touching).includes(undefined) &&
      saved.lambda.length === rows &&
      saved.warmStart.length === rows
    );
  }

  /** Makes the pairs of a snapshot that {@link fits}. */
  load(saved: CollisionSnapshot): void {
    const { pairs, touching } = saved;
    this.#touches.load(
      touching,
      this.#pairsOf(touching).filter((pair) => pair !== undefined),
    );
    if (pairs.length === this.#list.length && this.#list.every(({ a, b }, i) => keyOf(a, b) === pairs[i])) return;
    this.#relist(this.#pairsOf(pairs).filter((pair) => pair !== undefined));
  }

  /** Sets the multipliers of the rows to the ones in a snapshot. */
  loadRows(saved: CollisionSnapshot): void {
    let at = 0;
    for (const { memory } of this.#list) {
      memory.set(saved.memory.subarray(at, at + memory.length));
      at += memory.length;
    }
    at = 0;
    for (const { all } of this.#list) {
      for (const constraint of all) {
        const { rows, row, type } = bindingOf(constraint);
        rows.lambda.set(saved.lambda.subarray(at, at + type.rows), row);
        rows.warmStart.set(saved.warmStart.subarray(at, at + type.rows), row);
        at += type.rows;
      }
    }
  }

  #pairsOf(keys: Float64Array): (SweptPair<S> | undefined)[] {
    const shapes = new Map(this.#shapes.map((shape) => [shape.id, shape]));
    return Array.from(keys, (key) => {
      const a = shapes.get(Math.floor(key / STRIDE));
      const b = shapes.get(key % STRIDE);
      return a && b && this.#makePair(a, b);
    });
  }

  #rowsOf(name: 'lambda' | 'warmStart'): Float64Array {
    const values: number[] = [];
    for (const { all } of this.#list) {
      for (const constraint of all) {
        const { rows, row, type } = bindingOf(constraint);
        values.push(...rows[name].subarray(row, row + type.rows));
      }
    }
    return Float64Array.from(values);
  }

  readonly #visit = (a: S, b: S): void => {
    const key = keyOf(a, b);
    const isSensed = a.surface.isSensor || b.surface.isSensor;
    const pair = isSensed ? this.#sensed.get(key) : this.#pairs.get(key);
    if (!this.#mayTouch(a, b, isSensed)) this.#due ||= pair !== undefined;
    else if (pair) pair.near = true;
    else if (isSensed) this.#sensed.set(key, this.#makePair(a, b));
    else {
      this.#fresh.push(a, b);
      this.#due ||= overlap(a, b, HYSTERESIS * Math.min(a.margin, b.margin));
    }
  };

  #mayTouch(a: Shape, b: Shape, isSensed: boolean): boolean {
    const [p, q] = [a.carrier, b.carrier];
    if (p === q || (!isSensed && a.isImmovable && b.isImmovable)) return false;
    if (a.surface.group !== undefined && a.surface.group === b.surface.group) return false;
    if (p !== null && q !== null) {
      if (this.#excluded.get(p)?.has(q) || (!this.joinedTouch && this.#joined.get(p)?.has(q))) return false;
    }
    return this.filters.every((filter) => filter(a.surface.source, b.surface.source));
  }

  /**
   * Forgets shapes of removed bodies, and finds which bodies constraints join. Returns true if pairs
   * have to go.
   */
  #revise(): boolean {
    this.#shapes = this.#shapes.filter(({ carrier }) => !carrier?.removed);
    this.#joined.clear();
    for (const constraint of this.#world.constraints) {
      const owners = new Set(bindingOf(constraint).connectors.map(({ owner }) => owner));
      for (const a of owners) for (const b of owners) if (a && b && a !== b) link(this.#joined, a, b);
    }
    const list = this.#list.filter(({ a, b }) => !a.carrier?.removed && !b.carrier?.removed);
    if (list.length === this.#list.length) return false;
    this.#relist(list);
    return true;
  }

  /** Replaces the pairs that have rows. Their order depends on nothing but the shapes. */
  #relist(pairs: SweptPair<S>[]): void {
    pairs.sort((p, q) => keyOf(p.a, p.b) - keyOf(q.a, q.b));
    this.#list = pairs;
    this.#pairs = new Map(pairs.map((pair) => [keyOf(pair.a, pair.b), pair]));
    this.#world.setContacts(pairs.flatMap(({ all }) => all));
  }
}

function link(links: Map<object, Set<object>>, a: object, b: object): void {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    const others = links.get(from);
    if (others) others.add(to);
    else links.set(from, new Set([to]));
  }
}
