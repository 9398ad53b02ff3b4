import type { Diagnostic } from '../diagnostics/index.js';
import type { BodySpec } from './body-spec.js';
import type { ConstraintSpec } from './constraint-spec.js';
import { formulaList } from './formula-list.js';

/** Most entries of each sort: far above need, low enough that no spec keeps the toolkit busy for minutes. */
const MOST = { inputs: 32, coordinates: 32, params: 64, where: 200, points: 64, angles: 64, C: 64 } as const;
type Section = keyof typeof MOST;

export function sizeFaults(spec: ConstraintSpec): Diagnostic[] {
  return [
    ...tooFew('inputs', spec.inputs, 'A constraint needs at least one input.', "write { a: 'point' }"),
    ...tooFew('C', formulaList(spec), 'A constraint needs at least one formula.'),
    ...tooMany({ inputs: spec.inputs, params: spec.params, where: spec.where, C: formulaList(spec) }),
  ];
}

export function bodySizeFaults({ coordinates, params, where, points, angles }: BodySpec): Diagnostic[] {
  const hint = "write { theta: { unit: 'rad' } }";
  return [
    ...tooFew('coordinates', coordinates, 'A body needs at least one coordinate.', hint),
    ...tooMany({ coordinates, params, where, points, angles }),
  ];
}

function tooFew(field: Section, entries: object, message: string, hint?: string): Diagnostic[] {
  if (Object.keys(entries).length > 0) return [];
  return [{ code: 'E_SPEC_SIZE', message, ...(hint === undefined ? {} : { hint }), field }];
}

function tooMany(sections: Readonly<Partial<Record<Section, object | undefined>>>): Diagnostic[] {
  return (Object.entries(sections) as [Section, object | undefined][]).flatMap(([field, entries = {}]) => {
    const count = Object.keys(entries).length;
    if (count <= MOST[field]) return [];
    return [
      { code: 'E_SPEC_SIZE' as const, message: `There are ${count} entries; the limit is ${MOST[field]}.`, field },
    ];
  });
}
