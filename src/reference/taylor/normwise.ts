import type { BoundedValues } from './constraint.js';
import type { Bounded } from './jet-table.js';

type Row = readonly Bounded[];

/**
 * Widens the bounds of a formula's numbers to those of any backward stable way to compute them.
 *
 * A class does not compute what the formula says in the order in which it says so: its reverse
 * sweep forms `∂C/∂v` of a vector as a whole, such as `n − (n·d) d/d²` for the distance from a line
 * along `d`. Rounding then leaves an error in each component that belongs to the largest one, as it
 * does in any product with a matrix (Higham, *Accuracy and Stability of Numerical Algorithms*,
 * section 3.5), though the formula's own order may give a small component more exactly. So the
 * bounds of a row of `J` and `Jdot` are the same for all components of an input: the largest of
 * them. `Cdot = J v + ∂C/∂t` and its rate `gamma = Jdot v + …` inherit them.
 *
 * Inputs keep bounds of their own: a term that is large, or exact, in one of them says nothing of
 * the others. The wider bound is still round-off of the largest component, so that a wrong sign is
 * seen in a component that is a billion times smaller.
 */
export function normwise(
  values: BoundedValues,
  inputs: readonly { readonly size: number }[],
  v: readonly number[],
): BoundedValues {
  const [J, Jdot] = [values.J, values.Jdot].map((rows) => rows.map((row) => evened(row, inputs)));
  const carried = (numbers: Row, by: readonly Row[]): Row =>
    numbers.map(({ value, error }, r) => ({
      value,
      error: by[r]!.reduce((sum, entry, k) => sum + finite(entry.error) * Math.abs(v[k]!), error),
    }));
  return { C: values.C, J: J!, Jdot: Jdot!, Cdot: carried(values.Cdot, J!), gamma: carried(values.gamma, Jdot!) };
}

/** Each bound raised to the largest of the same input. */
function evened(row: Row, inputs: readonly { readonly size: number }[]): Row {
  let end = 0;
  return inputs.flatMap(({ size }) => {
    const block = row.slice(end, (end += size));
    const largest = Math.max(...block.map(({ error }) => finite(error)));
    return block.map(({ value, error }) => ({ value, error: Math.max(error, largest) }));
  });
}

/** A bound, or 0 if nothing is known: that is said of its own entry only. */
const finite = (error: number): number => (error < Infinity ? error : 0);
