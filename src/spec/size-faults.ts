import type { Diagnostic } from '../diagnostics/index.js';
import type { ConstraintSpec } from './constraint-spec.js';
import { formulaList } from './formula-list.js';

/** Most entries of each sort: far above need, low enough that no spec keeps the toolkit busy for minutes. */
const MOST = { inputs: 32, params: 64, where: 200, C: 64 } as const;

export function sizeFaults(spec: ConstraintSpec): Diagnostic[] {
  const counts = {
    inputs: Object.keys(spec.inputs).length,
    params: Object.keys(spec.params ?? {}).length,
    where: Object.keys(spec.where ?? {}).length,
    C: formulaList(spec).length,
  };
  const faults: Diagnostic[] = [];
  if (counts.inputs === 0)
    faults.push({
      code: 'E_SPEC_SIZE',
      message: 'A constraint needs at least one input.',
      hint: "write { a: 'point' }",
      field: 'inputs',
    });
  if (counts.C === 0)
    faults.push({ code: 'E_SPEC_SIZE', message: 'A constraint needs at least one formula.', field: 'C' });
  for (const field of ['inputs', 'params', 'where', 'C'] as const)
    if (counts[field] > MOST[field])
      faults.push({
        code: 'E_SPEC_SIZE',
        message: `There are ${counts[field]} entries; the limit is ${MOST[field]}.`,
        field,
      });
  return faults;
}
