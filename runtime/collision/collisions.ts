import type { CollisionWorld } from './collision-world.js';
import { describePlainly } from '../base/printing.js';
import { bindingOf } from '../model/constraint.js';
import type { PartContacts } from '../recovery/retaken-parts.js';
import type { Contact } from './pair.js';
import { checkMade, type Carrier, type Shape, type ShapeOutline } from './shape.js';
import type { Sleepers } from './sleep/sleepers.js';
import type { SweptPair } from './swept-pair.js';
import { fitsPairs, loadPairs, savePairs, type CollisionSnapshot } from './saved-pairs.js';
import { readCarrier } from './shape-options.js';
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

/** Says whether two shapes, as they were given, touch each other. */
export type ShapeFilter = (a: object, b: object) => boolean;

const keyOf = (a: Shape, b: Shape): number => a.id * STRIDE + b.id;
const byKey = (p: SweptPair, q: SweptPair): number => keyOf(p.a, p.b) - keyOf(q.a, q.b);

/**
 * The shapes of a world, and the rows of shapes that are near each other. Rows are found at the
 * beginning of each step. When a pair comes near, all that are not far from that get rows as well.
 * These stay while the pair is not far, open or closed; rows of other pairs are removed when some are
 * added. So the structure changes seldom; in between, only parameters of rows change.
 */
export class Collisions<S extends Shape> implements PartContacts {
  static {
    describePlainly<Collisions<Shape>>(this.prototype as Collisions<Shape>, (collisions) => ({
      shapes: collisions.count,
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
  /** Length of the step, or of its part, that rows were found for, s, and whether it is a part. */
  #span = 0;
  #inParts = false;
  /** Pairs with a sensor that have met in a part of the present step. */
  readonly #met = new Set<SweptPair<S>>();
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
  /** Which bodies sleep, where they may. */
  #sleepers: Sleepers | undefined;

  constructor(world: CollisionWorld, makePair: (a: S, b: S) => SweptPair<S>) {
    this.#world = world;
    this.#makePair = makePair;
  }

  /** The places where shapes touch, or have pushed in the last step. */
  get contacts(): readonly Contact[] {
    const contacts: Contact[] = [];
    for (const pair of this.#shown()) pair.report(contacts);
    return this.#sleepers ? [...contacts, ...this.#sleepers.contacts] : contacts;
  }

  /** How deep shapes that stop each other overlap at present, m; 0 where none do. */
  get overlap(): number {
    return this.#shown().reduce((deepest, pair) => Math.max(deepest, pair.overlap), 0);
  }

  /** The pairs with rows, where their shapes are at present. */
  #shown(): readonly SweptPair<S>[] {
    for (const shape of this.#shapes) shape.show();
    return this.#list;
  }

  /** The bodies that sleep. */
  get sleeping(): readonly Carrier[] {
    return this.#sleepers?.bodies ?? [];
  }

  /** Wakes a body and those that sleep with it, or all bodies. Throws E_BODY, E_OTHER_WORLD, E_REMOVED_BODY. */
  wake(body?: Carrier): void {
    const carrier = body === undefined ? undefined : readCarrier(body, this.#world.world, 'what is to wake');
    this.#rouse(this.#sleepers?.wake(carrier ?? undefined) ?? []);
  }

  /** Lets bodies sleep, or keeps all awake if there are no `sleepers`. */
  allowSleep(sleepers: Sleepers | undefined): void {
    this.wake();
    this.#sleepers = sleepers;
  }

  get maySleep(): boolean {
    return this.#sleepers !== undefined;
  }

  /** The pairs that touched in the last step, and which of them began or ended then. */
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
    return this.#shapes;
  }

  /** Number of shapes. */
  get count(): number {
    return this.#shapes.length;
  }

  /** Two shapes that would touch if they met, wherever they are; undefined if there are none. As of the last {@link update}. */
  get opponents(): readonly [S, S] | undefined {
    const solid = this.#shapes.filter(({ surface }) => !surface.isSensor);
    for (const [i, a] of solid.entries()) {
      const b = solid.slice(i + 1).find((other) => this.#mayTouch(a, other, false));
      if (b) return [a, b];
    }
    return undefined;
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
    checkMade(shapes);
    for (const shape of shapes) {
      shape.id = this.#added++;
      this.#shapes.push(shape);
    }
    this.#reviseSleepers();
  }

  /** Forgets the shapes of bodies that were removed, and wakes what slept with them. */
  forgetRemoved(): void {
    const shapes = this.#shapes.filter(({ carrier }) => !carrier?.removed);
    if (shapes.length === this.#shapes.length) return;
    this.#shapes = shapes;
    this.#rouse(this.#sleepers?.wakeWithRemoved() ?? []);
    this.#relist(this.#list.filter(({ a, b }) => !a.carrier?.removed && !b.carrier?.removed));
    this.#reviseSleepers();
  }

  /** Keeps the shapes of two objects from touching. */
  exclude(a: object, b: object): void {
    link(this.#excluded, a, b);
  }

  /** Finds the rows of a step of `h`, s, from the present state. */
  update(h: number): void {
    const { changed, system } = this.#world;
    if (changed || system.structure !== this.#revised) this.#revise();
    this.#revised = system.structure;
    if (this.#sleepers) this.#rest(this.#sleepers, h);
    this.#refresh(h);
    this.#search();
    let idle = 0;
    for (const { near } of this.#list) if (!near) idle++;
    if (this.#due || idle > MOST_IDLE * this.#list.length) {
      const list = this.#list.filter(({ near }) => near);
      for (let i = 0; i < this.#fresh.length; i += 2) list.push(this.#makePair(this.#fresh[i]!, this.#fresh[i + 1]!));
      this.#relist(list);
    }
    this.#due = false;
    for (const pair of this.#list) pair.update(h);
    this.#reviews = 0;
    this.#span = h;
    this.#inParts = false;
    this.#met.clear();
  }

  fastestTurn(): number {
    let fastest = 0;
    for (const { a, b, near } of this.#list)
      if (near) fastest = Math.max(fastest, a.turning / a.size, b.turning / b.size);
    return fastest;
  }

  /** Finds the rows of a part of `h`, s, of the present step, from the present state, for the pairs that have some. */
  beginPart(h: number): void {
    this.#refresh(h);
    for (const pair of this.#list) pair.update(h);
    this.#reviews = 0;
    this.#span = h;
    this.#inParts = true;
  }

  /** Notes which sensors something has met in the present part. */
  endPart(): void {
    for (const pair of this.#sensed.values()) if (pair.near && pair.meets(this.#span)) this.#met.add(pair);
  }

  /** Finds the bounds of the shapes in a step of `h`, s: what falls from rest comes as far as its weight takes it. */
  #refresh(h: number): void {
    let gain = 0;
    for (const { fall = 0 } of this.#world.forces) gain += h * fall;
    for (const shape of this.#shapes) if (!shape.isAsleep) shape.refresh(h, gain);
  }

  /** Finds the pairs that are near each other. */
  #search(): void {
    this.#fresh.length = 0;
    for (const pair of this.#list) pair.near = false;
    for (const pair of this.#sensed.values()) pair.near = false;
    this.#sweep.find(this.#shapes, this.#visit);
    // What wakes may be near what sleeps on.
    if (this.#sleepers && this.#rouse(this.#sleepers.wakeMet())) this.#search();
  }

  /** Wakes what was disturbed, and lets islands fall asleep. */
  #rest(sleepers: Sleepers, h: number): void {
    this.#rouse(sleepers.wakeDisturbed());
    if (!(h > 0) || !sleepers.count(h) || !sleepers.settle(this.#list)) return;
    this.#list = this.#awake();
    this.#due = true;
  }

  /** The pairs with rows but for those of what sleeps. */
  #awake(): SweptPair<S>[] {
    return this.#list.filter(({ a, b }) => !a.isAsleep && !b.isAsleep);
  }

  /** Gives pairs rows again. Returns true if there are any. */
  #rouse(pairs: readonly SweptPair[]): boolean {
    const woken = pairs as readonly SweptPair<S>[];
    this.#list = [...this.#list, ...woken];
    for (const pair of woken) this.#pairs.set(keyOf(pair.a, pair.b), pair);
    this.#due ||= pairs.length > 0;
    return pairs.length > 0;
  }

  /**
   * Compares rows with the step that was taken with them, unless its parts were. Returns true if some have
   * changed and the step has to be taken again.
   */
  review(): boolean {
    return !this.#inParts && this.reviewPart();
  }

  /** The same of a part of a step. */
  reviewPart(): boolean {
    const h = this.#span;
    if (!this.#list.some(({ isDoubtful }) => isDoubtful)) return false;
    for (const shape of this.#shapes) shape.retrace(h);
    const late = ++this.#reviews > MOST_REVIEWS;
    let changed = false;
    for (const pair of this.#list) if (pair.review(h, late)) changed = true;
    return changed;
  }

  /** Notes what touches after a step. */
  settle(): void {
    const touches = this.#touches;
    touches.begin();
    for (const pair of this.#list) if (pair.pushes) touches.note(keyOf(pair.a, pair.b), pair);
    for (const [key, pair] of this.#sensed) {
      if (!pair.near) this.#sensed.delete(key);
      else if (this.#inParts ? this.#met.has(pair) : pair.meets(this.#span)) touches.note(key, pair);
    }
    for (const pair of this.#sleepers?.touching ?? []) touches.note(keyOf(pair.a, pair.b), pair);
    touches.end();
  }

  /** Copies the pairs that have rows, or would have some if they did not sleep, and their multipliers. */
  save(): CollisionSnapshot {
    const sleepers = this.#sleepers;
    const pairs = sleepers ? [...this.#list, ...sleepers.pairs].sort(byKey) : this.#list;
    return {
      pairs: Float64Array.from(pairs, ({ a, b }) => keyOf(a, b)),
      touching: this.#touches.keys,
      ...savePairs(pairs),
      sleep: sleepers?.save() ?? new Float64Array(0),
    };
  }

  /** True if a snapshot is of these shapes. */
  fits(saved: CollisionSnapshot): boolean {
    const pairs = this.#pairsOf(saved.pairs);
    this.#reviseSleepers();
    return (
      !pairs.includes(undefined) &&
      !this.#pairsOf(saved.touching).includes(undefined) &&
      fitsPairs(
        pairs.filter((pair) => pair !== undefined),
        saved,
      ) &&
      (this.#sleepers ? this.#sleepers.fits(saved.sleep) : saved.sleep.length === 0)
    );
  }

  /** Makes the pairs of a snapshot that {@link fits}. */
  load(saved: CollisionSnapshot): void {
    const { pairs, touching } = saved;
    this.#sleepers?.wake();
    this.#touches.load(
      touching,
      this.#pairsOf(touching).filter((pair) => pair !== undefined),
    );
    if (pairs.length === this.#list.length && this.#list.every(({ a, b }, i) => keyOf(a, b) === pairs[i])) return;
    this.#relist(this.#pairsOf(pairs).filter((pair) => pair !== undefined));
  }

  /** Sets the multipliers of the rows to the ones in a snapshot, and lets those sleep that do so there. */
  loadRows(saved: CollisionSnapshot): void {
    // Where rows stand is not saved: until the next step they push where shapes are now.
    this.#refresh(0);
    for (const pair of this.#list) pair.update(0);
    loadPairs(this.#list, saved);
    if (!this.#sleepers) return;
    this.#sleepers.load(saved.sleep, this.#list);
    // All other pairs keep their rows, also where their shapes are only near each other.
    const awake = this.#awake();
    if (awake.length < this.#list.length) this.#relist(awake);
  }

  #pairsOf(keys: Float64Array): (SweptPair<S> | undefined)[] {
    const shapes = new Map(this.#shapes.map((shape) => [shape.id, shape]));
    return Array.from(keys, (key) => {
      const a = shapes.get(Math.floor(key / STRIDE));
      const b = shapes.get(key % STRIDE);
      return a && b && this.#makePair(a, b);
    });
  }

  readonly #visit = (a: S, b: S): void => {
    const key = keyOf(a, b);
    const isSensed = a.surface.isSensor || b.surface.isSensor;
    const pair = isSensed ? this.#sensed.get(key) : this.#pairs.get(key);
    if (!isSensed && (a.isAsleep || b.isAsleep)) this.#sleepers?.meet(a, b, key, this.#mayTouch(a, b, false));
    else if (!this.#mayTouch(a, b, isSensed)) this.#due ||= pair !== undefined;
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

  /** Finds which bodies constraints join. */
  #revise(): void {
    this.#joined.clear();
    for (const constraint of this.#world.constraints) {
      const owners = new Set(bindingOf(constraint).connectors.map(({ owner }) => owner));
      for (const a of owners) for (const b of owners) if (a && b && a !== b) link(this.#joined, a, b);
    }
    this.#reviseSleepers();
  }

  #reviseSleepers(): void {
    if (!this.#sleepers) return;
    const owners = this.#world.constraints.flatMap((one) => bindingOf(one).connectors.map(({ owner }) => owner));
    this.#sleepers.revise(this.#shapes, new Set(owners.filter((owner) => owner !== null)));
  }

  /** Replaces the pairs that have rows. Their order depends on nothing but the shapes. */
  #relist(pairs: SweptPair<S>[]): void {
    pairs.sort(byKey);
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
