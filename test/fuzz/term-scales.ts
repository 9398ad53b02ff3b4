import { exact } from '../../src/reference/big.js';
import type { ReferenceValues } from '../../src/reference/derivatives.js';
import { partialsAt, type Partials } from '../../src/reference/partials.js';
import { runOnDoubles, type Program } from '../../src/reference/program.js';
import type { RowLevel } from '../../runtime/constraint-type.js';

/** A place of evaluation: the inputs of a program, how fast they move, and which of them are the columns of `J` at each level. */
interface Motion {
  readonly inputs: readonly number[];
  readonly rates: readonly number[];
  readonly columns: Readonly<Record<RowLevel, readonly number[]>>;
}

/**
 * The size of the terms that derivatives are sums of: the chain rule with every term taken as positive,
 *
 *     |f|˙ = Σ |∂f| |u|˙        |f|¨ = Σ |∂f| |u|¨ + Σ |∂²f| |u|˙ |w|˙
 *
 * Rounding errs by a few units in their last place, however they cancel. In the places and with the meaning of the oracle's values.
 */
export function termScales(program: Program, levels: readonly RowLevel[], motion: Motion): ReferenceValues {
  const values = runOnDoubles(program, motion.inputs);
  const partials = program.places.map((place): Partials => {
    if (place.kind !== 'operation') return { value: 0, first: [], second: [] };
    return partialsAt(
      place,
      place.args.map((arg) => values[arg]!),
    );
  });
  const argsOf = (k: number): readonly number[] => {
    const place = program.places[k]!;
    return place.kind === 'operation' ? place.args : [];
  };
  /** A term with a factor of zero is zero, whatever the other is: that of a branch that is not taken. */
  const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : Math.abs(a * b));
  const along = (seed: (input: number) => number): Float64Array => {
    const sizes = new Float64Array(program.places.length);
    for (const k of sizes.keys())
      sizes[k] =
        k < program.inputs.length
          ? Math.abs(seed(k))
          : argsOf(k).reduce((sum, arg, j) => sum + times(partials[k]!.first[j]!, sizes[arg]!), 0);
    return sizes;
  };
  const mixed = (a: Float64Array, b: Float64Array): Float64Array => {
    const sizes = new Float64Array(program.places.length);
    for (const k of sizes.keys()) {
      const args = argsOf(k);
      for (const [i, u] of args.entries()) {
        sizes[k]! += times(partials[k]!.first[i]!, sizes[u]!);
        for (const [j, w] of args.entries()) sizes[k]! += times(partials[k]!.second[i]![j]!, times(a[u]!, b[w]!));
      }
    }
    return sizes;
  };
  const moving = along((k) => motion.rates[k]!);
  const twice = mixed(moving, moving);
  const steps = { position: [] as Float64Array[], velocity: [] as Float64Array[] };
  for (const level of new Set(levels))
    steps[level] = motion.columns[level].map((input) => along((k) => Number(k === input)));
  const both = {
    position: steps.position.map((step) => mixed(moving, step)),
    velocity: steps.velocity.map((step) => mixed(moving, step)),
  };
  const ofRows = <T>(f: (place: number, level: RowLevel) => T): T[] =>
    program.rows.map((place, r) => f(place, levels[r]!));
  return {
    C: ofRows((k) => exact(Math.abs(values[k]!))),
    Cdot: ofRows((k, level) => exact(level === 'velocity' ? Math.abs(values[k]!) : moving[k]!)),
    gamma: ofRows((k, level) => exact(level === 'velocity' ? moving[k]! : twice[k]!)),
    J: ofRows((k, level) => steps[level].map((sizes) => exact(sizes[k]!))),
    Jdot: ofRows((k, level) => both[level].map((sizes) => exact(sizes[k]!))),
  };
}
