import type { Hash } from '../base/hash.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import { parameterWidth } from '../model/parameters.js';
import type { ConstraintSnapshot, Snapshot } from './snapshot.js';

/** The arrays of rows that are saved, in this order behind the parameters. */
const SAVED = ['lambda', 'warmStart', 'integral'] as const;

/**
 * The constraints of a snapshot in one array. Of thousands, each with arrays of its own, the headers
 * of these alone would take longer than a step: they are made when somebody reads them.
 */
export class SavedConstraints {
  readonly constraints: readonly Constraint[];
  /** Parameters, multipliers, multipliers to start from and integrals, constraint by constraint. */
  readonly #numbers: Float64Array;
  #read: (() => readonly ConstraintSnapshot[]) | undefined;

  constructor(constraints: readonly Constraint[]) {
    let length = 0;
    for (const one of constraints) length += bindingOf(one).parameterWidth + SAVED.length * one.type.rows;
    const numbers = new Float64Array(length);
    let at = 0;
    for (const one of constraints) {
      const { rows, row, values, offset, parameterWidth: width, type } = bindingOf(one);
      for (let i = 0; i < width; i++) numbers[at++] = values[offset + i]!;
      for (const name of SAVED) for (let i = 0; i < type.rows; i++) numbers[at++] = rows[name][row + i]!;
    }
    this.#numbers = numbers;
    this.constraints = constraints.slice();
  }

  /** Gives `snapshot` its `constraints`, a property like all others once it has been read. */
  addTo(snapshot: Omit<Snapshot, 'constraints'>): Snapshot {
    const keep = (value: unknown): void => {
      Object.defineProperty(snapshot, 'constraints', { value, writable: true, enumerable: true, configurable: true });
    };
    const read = (): readonly ConstraintSnapshot[] => {
      const list = this.#list();
      keep(list);
      return list;
    };
    this.#read = read;
    Object.defineProperty(snapshot, 'constraints', { get: read, set: keep, enumerable: true, configurable: true });
    return snapshot as Snapshot;
  }

  /** True if the constraints of `snapshot` are as they were saved: applications may have written to their arrays. */
  isIn(snapshot: Snapshot): boolean {
    if (Object.getOwnPropertyDescriptor(snapshot, 'constraints')?.get === this.#read) return true;
    const { constraints: given } = snapshot;
    const isSame = (a: Float64Array, b: Float64Array): boolean =>
      a instanceof Float64Array && a.length === b.length && b.every((x, i) => Object.is(x, a[i]));
    const saved = this.#list();
    return (
      given.length === saved.length &&
      given.every((one, i) => {
        const { type, params, ...rows } = saved[i]!;
        return one.type === type && isSame(one.params, params) && SAVED.every((name) => isSame(one[name], rows[name]));
      })
    );
  }

  /** Sets the constraints that were saved, `constraints`, to what they were. */
  load(constraints: readonly Constraint[]): void {
    const numbers = this.#numbers;
    let at = 0;
    for (const one of constraints) {
      const { rows, row, values, offset, parameterWidth: width, type } = bindingOf(one);
      for (let i = 0; i < width; i++) values[offset + i] = numbers[at++]!;
      for (const name of SAVED) for (let i = 0; i < type.rows; i++) rows[name][row + i] = numbers[at++]!;
    }
  }

  /** Adds all that steps depend on to a hash: multipliers are shown, and steps start from others. */
  hashInto(hash: Hash): void {
    const numbers = this.#numbers;
    hash.add(this.constraints.length);
    let at = 0;
    for (const { type } of this.constraints) {
      hash.addText(type.name);
      for (const end = at + parameterWidth(type); at < end; at++) hash.add(numbers[at]!);
      at += type.rows;
      for (const end = at + (SAVED.length - 1) * type.rows; at < end; at++) hash.add(numbers[at]!);
    }
  }

  #list(): ConstraintSnapshot[] {
    let end = 0;
    const next = (length: number): Float64Array => this.#numbers.slice(end, (end += length));
    return this.constraints.map(({ type }) => {
      const params = next(parameterWidth(type));
      const [lambda, warmStart, integral] = [next(type.rows), next(type.rows), next(type.rows)];
      return { type: type.name, params, lambda, warmStart, integral };
    });
  }
}
