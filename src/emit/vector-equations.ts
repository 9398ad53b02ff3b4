import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import type { Value } from '../lower/program.js';
import { jacobianValues } from './constant-entries.js';

/**
 * First row and number of rows of the vector equations whose rows can depend on each other. Those of
 * `a - b` cannot: each moves its own component of every input that it reads.
 */
export function vectorEquations(derivation: SpaceDerivation): NonNullable<ConstraintType['vectorEquations']> {
  const { rows: origins } = derivation.expanded;
  return origins.flatMap(({ formula, component, relation }, first) => {
    if (component === undefined || relation !== '==' || origins[first - 1]?.formula === formula) return [];
    const count = origins.filter((other) => other.formula === formula).length;
    return count === 1 || isComponentwise(derivation, first, count) ? [] : [[first, count] as const];
  });
}

/** True where the rows of `J` have, in the block of each input that is no direction, one constant each, in columns of their own, or nothing. */
function isComponentwise(derivation: SpaceDerivation, first: number, count: number): boolean {
  const values = jacobianValues(derivation);
  let start = 0;
  return derivation.inputs.every(({ kind, size }) => {
    const block = Array.from({ length: count }, (_, r) => {
      const from = start + (first + r) * size;
      return values.slice(from, from + size);
    });
    start += derivation.rows * size;
    const columns = block.map((row) => row.flatMap((value, c) => (isZero(value) ? [] : [c])));
    if (columns.every((row) => row.length === 0)) return true;
    const isConstant = block.flat().every(({ kind: of }) => of === 'literal');
    return (
      kind !== 'direction' &&
      isConstant &&
      columns.every((row, r) => row.length === 1 && columns.findIndex(([c]) => c === row[0]) === r)
    );
  });
}

const isZero = (value: Value): boolean => value.kind === 'literal' && value.value === 0;
