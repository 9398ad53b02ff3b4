import { bindingOf } from '../model/constraint.js';
import type { SweptPair } from './swept-pair.js';

/** The multipliers of pairs, and what they hand on from step to step beside that, one after the other. */
interface SavedPairs {
  readonly lambda: Float64Array;
  readonly warmStart: Float64Array;
  readonly memory: Float64Array;
}

/** The pairs that have rows, or would have some if they did not sleep, and their multipliers, for a snapshot. */
export interface CollisionSnapshot extends SavedPairs {
  /** A number for each pair. */
  readonly pairs: Float64Array;
  /** A number for each pair that touches. */
  readonly touching: Float64Array;
  /** What is known of the rest of each body that may sleep. */
  readonly sleep: Float64Array;
}

/** Copies what pairs hold. */
export const savePairs = (pairs: readonly SweptPair[]): SavedPairs => ({
  lambda: rowsOf(pairs, 'lambda'),
  warmStart: rowsOf(pairs, 'warmStart'),
  memory: Float64Array.from(pairs.flatMap(({ memory }) => [...memory])),
});

function rowsOf(pairs: readonly SweptPair[], name: 'lambda' | 'warmStart'): Float64Array {
  const values: number[] = [];
  for (const { all } of pairs) {
    for (const constraint of all) {
      const { rows, row, type } = bindingOf(constraint);
      values.push(...rows[name].subarray(row, row + type.rows));
    }
  }
  return Float64Array.from(values);
}

/** True if `saved` has as many numbers as `pairs` hold. */
export function fitsPairs(pairs: readonly SweptPair[], { lambda, warmStart, memory }: SavedPairs): boolean {
  let [rows, length] = [0, 0];
  for (const pair of pairs) length += pair.memory.length;
  for (const { all } of pairs) for (const { type } of all) rows += type.rows;
  return memory.length === length && lambda.length === rows && warmStart.length === rows;
}

/** Writes what `saved` holds into pairs that it fits. */
export function loadPairs(pairs: readonly SweptPair[], saved: SavedPairs): void {
  let [at, from] = [0, 0];
  for (const { all, memory } of pairs) {
    memory.set(saved.memory.subarray(from, from + memory.length));
    from += memory.length;
    for (const constraint of all) {
      const { rows, row, type } = bindingOf(constraint);
      rows.lambda.set(saved.lambda.subarray(at, at + type.rows), row);
      rows.warmStart.set(saved.warmStart.subarray(at, at + type.rows), row);
      at += type.rows;
    }
  }
}
