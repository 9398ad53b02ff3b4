import * as library from '../../../generated/index.js';
import { diagnosticsOf, type Diagnostic } from '../../../src/diagnostics/index.js';
import { declareKernel } from '../../../src/emit/targets/typescript.js';
import { deriveAll } from '../../../src/kinds/derive.js';
import { kindOf } from '../../../src/kinds/index.js';
import { writtenParts } from '../../../src/explain/written-parts.js';
import { checkShape } from '../../../src/scene/check-shape.js';
import { checkPlainData } from '../../../src/scene/plain-data.js';
import { FUNCTION_NAMES } from '../../../src/spec/language.js';
import type { ConstraintType } from '../../../runtime/index.js';
import type { ParameterDescription } from '../../../runtime/model/constraint-type.js';
import type { ClassFacts } from '../model/document.js';
import { fetching } from './fetching.js';
import type { DerivedClass } from './protocol.js';

const fetchMathml = fetching(
  'typesets formulas',
  'with the next change',
  () => import('../../../src/explain/mathml.js'),
);

/** The functions of the language of formulas. */
export const functionNames = (): readonly string[] => [...FUNCTION_NAMES].sort();

/** The mistakes of a document's shape. */
export const checkDocument = (document: unknown): readonly Diagnostic[] =>
  diagnosticsOf(() => {
    checkPlainData(document);
    checkShape(document);
  });

/** Derives a spec, and writes what comes out for a reader. Rejects with a SpecError. */
export async function derivedClasses(name: string, spec: unknown): Promise<readonly DerivedClass[]> {
  // What typesets is loaded once there is something to typeset, while that is derived.
  const typesetting = fetchMathml();
  const derivations = deriveAll(name, spec, { isLenient: true });
  const { mathml } = await typesetting;
  return derivations.map((derivation) => {
    const { facts, parts, sources, costs } = kindOf(derivation).account(derivation);
    return {
      name: derivation.className,
      // Facts are written for a page: their marks are left out here.
      facts: facts.map((fact) => fact.replace(/<[^>]*>/g, '')),
      parts: writtenParts(parts, mathml).filter(({ equations }) => equations.length > 0),
      code: sources().map(declareKernel).join('\n\n'),
      costs: costs.map(({ of, count }) => ({ of, operations: count.total })),
    };
  });
}

/** The library's constraints for a space, by their names without its suffix. */
export function libraryFacts(space: 2 | 3): readonly ClassFacts[] {
  return Object.values(library as Readonly<Record<string, unknown>>).flatMap((one) => {
    const type = constraintTypeOf(one);
    if (type === undefined || (type.space !== undefined && type.space !== space)) return [];
    return [
      {
        name: type.name.replace(/[23]D$/, ''),
        summary: type.summary,
        // Scalars are angles unless they name a unit.
        inputs: type.inputs.map(({ name, kind, unit = 'rad' }) => ({ name, kind, ...(kind === 'scalar' && { unit }) })),
        // What has a speed, or follows the clock, does work.
        isDriver: type.dependsOnTime !== false || type.params.some(({ name }) => /^(?:speed|rate)$/.test(name)),
        params: type.params.map((param) => ({ name: param.name, value: valueToBegin(param, space) })),
      },
    ];
  });
}

/** A value of a parameter to begin with: its default, 1, the first axis, a cam, or a wave. */
function valueToBegin(
  { kind, size, min = 0, default: given }: ParameterDescription,
  space: 2 | 3,
): ClassFacts['params'][number]['value'] {
  if (given !== undefined) return typeof given === 'number' ? given : [...given];
  if (kind === 'curve') {
    const points = [0, 1, 2, 3].map((quarter) => [`${quarter}*pi/2`, [0.3, 0.45, 0.6, 0.45][quarter]!]);
    return { curve: { points, periodic: '2*pi' } };
  }
  if (kind === 'path') {
    const points = [[-1.5, 0.6], [-0.5, 0], [0.5, 0.5], [1.5, 0.2]]; // prettier-ignore
    return { path: { points: space === 2 ? points : points.map((point) => [...point, 0]) } };
  }
  return size === 1 ? Math.max(1, min) : Array.from({ length: size }, (_, k) => (k === 0 ? 1 : 0));
}

function constraintTypeOf(one: unknown): ConstraintType | undefined {
  if (typeof one !== 'function' || !('type' in one)) return undefined;
  const { type } = one;
  return typeof type === 'object' && type !== null && 'kernel' in type ? (type as ConstraintType) : undefined;
}
