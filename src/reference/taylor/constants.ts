import { exact, type BigNumber } from '../big.js';
import { bigConstant } from '../machine.js';
import { OPERATIONS } from '../operations/index.js';
import type { Program } from '../program.js';
import { doubleConstant, runOnDoubles } from '../run-on-doubles.js';
import { UNIT_ROUNDOFF, type Bounded } from './jet-table.js';

/**
 * The places of a program that no input reaches, with their values. Operations on constants are
 * evaluated at 64 digits: bounds of first order say nothing of `floor(4/2)`, `0^0.7` or
 * `atan2(0, -1)`, though these are certain. Their bound is the error of doubles. Those without a
 * finite value at 64 digits are left out.
 */
export function constantPlaces(program: Program): ReadonlyMap<number, Bounded> {
  const { places, dependencies, inputs } = program;
  const known = new Map<number, Bounded>();
  const values = new Map<number, BigNumber>();
  let onDoubles: Float64Array | undefined;
  const valueOf = (place: number): BigNumber => {
    const at = places[place]!;
    if (at.kind === 'constant' && !values.has(place)) values.set(place, bigConstant(at.text));
    return values.get(place)!;
  };
  places.forEach((place, k) => {
    if (place.kind === 'constant') {
      const value = doubleConstant(place.text);
      known.set(k, { value, error: Number.isInteger(value * 2 ** 10) ? 0 : UNIT_ROUNDOFF * Math.abs(value) });
    }
    if (place.kind !== 'operation' || dependencies[k] !== 0n) return;
    const operation = OPERATIONS[place.name];
    const value = operation.big()(...place.args.map(valueOf));
    values.set(k, value);
    if (!value.isFinite()) return;
    onDoubles ??= runOnDoubles(
      program,
      inputs.map(() => NaN),
    );
    known.set(k, bounded(value, onDoubles[k]!, operation.isTruth));
  });
  return known;
}

/** A value and its bound. A truth is uncertain if doubles decide otherwise. */
function bounded(value: BigNumber, onDoubles: number, isTruth = false): Bounded {
  const nearest = value.toNumber();
  if (exact(onDoubles).equals(value)) return { value: nearest, error: 0 };
  const error = Math.abs(onDoubles - nearest) + UNIT_ROUNDOFF * Math.abs(nearest);
  return { value: nearest, error: isTruth || !(error < Infinity) ? Infinity : error };
}
