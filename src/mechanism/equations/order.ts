import { analyse } from '../../../runtime/linear/elimination.js';
import type { SymmetricPattern } from '../../../runtime/equations/symmetric-pattern.js';
import type { Plan } from '../plan/plan.js';
import type { PlanBody } from '../plan/bodies.js';

/** The order in which rows are eliminated: the one that the runtime's factorization takes. */
export function eliminationOrder({ constraints, rows }: Plan): readonly number[] {
  if (rows === 0) return [];
  const bodiesOf = constraints.map(
    ({ inputs }) => new Set(inputs.flatMap((input): PlanBody[] => (input.kind === 'carried' ? [input.body] : []))),
  );
  const start = new Int32Array(rows + 1);
  const entries: number[] = [];
  constraints.forEach((constraint, k) => {
    for (let j = constraint.first; j < constraint.first + constraint.rows; j++) {
      for (let i = j; i < constraint.first + constraint.rows; i++) entries.push(i);
      constraints.slice(k + 1).forEach((other, m) => {
        if (![...bodiesOf[k + 1 + m]!].some((body) => bodiesOf[k]!.has(body))) return;
        for (let i = other.first; i < other.first + other.rows; i++) entries.push(i);
      });
      start[j + 1] = entries.length;
    }
  });
  const blockStart = Int32Array.from([...constraints.map(({ first }) => first), rows]);
  const pattern: SymmetricPattern = { size: rows, start, row: Int32Array.from(entries), blockStart };
  return [...analyse(pattern).order];
}
