import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { locateSingularPoint } from '../derive/singular-points.js';
import { inOrder } from '../lower/program.js';
import { constraintFormula } from '../spec/constraint-formula.js';
import { servesBothSpaces } from '../spec/describe.js';
import { constantEntries } from './constant-entries.js';
import { vectorEquations } from './vector-equations.js';

/** The plain data of a class's type: all but its kernels. */
export type TypeDescription = Omit<ConstraintType, 'kernel' | 'jdotKernel'>;

export function describeType(derivation: SpaceDerivation): TypeDescription {
  const { className, spec, rows, levels, relations, periods, inputs, params, singular } = derivation;
  const constantJ = constantEntries(derivation);
  const vectors = vectorEquations(derivation);
  return {
    name: className,
    summary: spec.summary,
    ...(!servesBothSpaces(spec) && { space: derivation.space }),
    rows,
    ...(levels.includes('velocity') && { levels }),
    ...(relations.some((relation) => relation !== '==') && { relations }),
    ...(periods.some((period) => period !== 0) && { periods }),
    ...(vectors.length > 0 && { vectorEquations: vectors }),
    ...(spec.friction !== undefined && { friction: spec.friction.coefficient }),
    ...(spec.restitution !== undefined && { restitution: spec.restitution }),
    ...(spec.maxForce !== undefined && { maxForce: spec.maxForce }),
    inputs,
    params,
    formula: constraintFormula(spec),
    ...(spec.singular === 'throw' && { singularPoints: singular.map(locateSingularPoint) }),
    ...(derivation.partial && { partial: true }),
    ...(derivation.breaks && { breaks: true }),
    dependsOnTime: readsTime(derivation),
    ...(constantJ !== undefined && { constantJ }),
  };
}

/** True where a statement of either kernel reads the time. */
function readsTime({ kernel, jdotKernel }: SpaceDerivation): boolean {
  return inOrder([...kernel.outputs, ...jdotKernel.outputs]).some(
    (value) => value.kind === 'load' && value.name === 't',
  );
}
