import type { BodyFamily } from '../body-family.js';
import type { ConstraintSystem } from '../constraint-system.js';

/** One input of one constraint, attached to a body that forces can move. */
export interface Incidence {
  readonly constraint: number;
  /** The constraint's rows. */
  readonly firstRow: number;
  readonly rows: number;
  /** Where the input's block of `J` begins, and how wide it is. */
  readonly block: number;
  readonly size: number;
  readonly slot: number;
}

/** All inputs that are attached to one body. */
export interface BodyIncidences {
  readonly family: BodyFamily;
  readonly incidences: Incidence[];
}

/** Which constraints meet at which bodies. Connectors that no force moves (ground, handles) are left out. */
export function incidencesByBody(system: ConstraintSystem, families: readonly BodyFamily[]): BodyIncidences[] {
  const bodies = new Map<BodyFamily, Map<number, Incidence[]>>(families.map((family) => [family, new Map()]));
  let constraint = 0;
  for (const batch of system.batches) {
    for (const { count, rows, inputs, input, size, stride, offset, firstRow, slots } of batch.blocks) {
      for (let k = 0; k < count; k++) {
        const slot = slots[k * inputs + input]!;
        const family = families.find((candidate) => candidate.bodyAt(slot) >= 0);
        if (!family) continue;
        incidencesOf(bodies.get(family)!, family.bodyAt(slot)).push({
          constraint: constraint + k,
          firstRow: firstRow + k * rows,
          rows,
          block: batch.jacobianStart + k * stride + offset,
          size,
          slot,
        });
      }
    }
    constraint += batch.constraints.length;
  }
  return [...bodies].flatMap(([family, ofFamily]) =>
    Array.from(ofFamily.values(), (incidences) => ({ family, incidences })),
  );
}

function incidencesOf(bodies: Map<number, Incidence[]>, body: number): Incidence[] {
  let incidences = bodies.get(body);
  if (!incidences) bodies.set(body, (incidences = []));
  return incidences;
}

/** `Σ r (r + 1) / 2` with `r` the number of rows that meet at a body: no more entries than that, and the diagonal, has `J W Jᵀ`. */
export function entryBound(bodies: readonly BodyIncidences[]): number {
  let bound = 0;
  for (const { incidences } of bodies) {
    let rows = 0;
    for (const incidence of incidences) rows += incidence.rows;
    bound += (rows * (rows + 1)) / 2;
  }
  return bound;
}
