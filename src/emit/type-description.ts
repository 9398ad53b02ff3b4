import type { ConstraintType } from '../../runtime/constraint-type.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { locateSingularPoint } from '../derive/singular-points.js';
import { inOrder } from '../lower/program.js';
import { formulaList } from '../spec/formula-list.js';
import { constantEntries } from './constant-entries.js';

/** The plain data of a class's type: all but its kernels. */
export type TypeDescription = Omit<ConstraintType, 'kernel' | 'jdotKernel'>;

export function describeType(derivation: SpaceDerivation): TypeDescription {
  const { className, spec, space, rows, levels, inputs, params, singular } = derivation;
  const constantJ = constantEntries(derivation);
  return {
    name: className,
    summary: spec.summary,
    space,
    rows,
    ...(levels.includes('velocity') && { levels }),
    inputs,
    params,
    formula: { C: formulaList(spec), where: spec.where ?? {}, sample: sampleRanges(spec) },
    ...(spec.singular === 'throw' && { singularPoints: singular.map(locateSingularPoint) }),
    dependsOnTime: readsTime(derivation),
    ...(constantJ !== undefined && { constantJ }),
  };
}

/** Whether a statement of either kernel reads the time. */
function readsTime({ kernel, jdotKernel }: SpaceDerivation): boolean {
  return inOrder([...kernel.outputs, ...jdotKernel.outputs]).some(
    (value) => value.kind === 'load' && value.name === 't',
  );
}

function sampleRanges({ sample = {} }: ConstraintSpec): Record<string, readonly [number, number]> {
  return Object.fromEntries(
    Object.entries(sample).flatMap(([name, range]) => (range === undefined ? [] : [[name, range]])),
  );
}
