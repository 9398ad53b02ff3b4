import type { ConstraintType, JdotKernel, ParameterDescription } from '../../runtime/model/constraint-type.js';
import { deriveSpace } from '../derive/derive-space.js';
import { SpecError } from '../diagnostics/spec-error.js';
import { compileClass } from '../emit/compile.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';

/**
 * The kernel of `Jdot` that the formula of a class gives. It is proven in place of one that was not
 * emitted. Undefined, with a warning, if the formula cannot be derived.
 */
export function derivedJdot(type: ConstraintType, warnings: string[]): JdotKernel | undefined {
  try {
    return compileClass(deriveSpace(type.name, specOf(type), type.space ?? 2, { isLenient: true })).type.jdotKernel;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    warnings.push(`Jdot could not be derived: ${error.message}`);
    return undefined;
  }
}

/**
 * A class as it is, or with the `Jdot` of its formula where it was emitted without; see
 * {@link derivedJdot}.
 */
export function withJdot(type: ConstraintType, warnings: string[] = []): ConstraintType {
  if (type.jdotKernel !== undefined) return type;
  const jdotKernel = derivedJdot(type, warnings);
  return jdotKernel === undefined ? type : { ...type, jdotKernel };
}

/** Parameters of a spec without units and texts. */
export const plainParameters = (
  params: readonly ParameterDescription[],
): Record<string, Pick<ParameterDescription, 'kind' | 'min' | 'max'>> =>
  Object.fromEntries(
    params.map(({ name, kind, min, max }) => [
      name,
      { kind, ...(min !== undefined && { min }), ...(max !== undefined && { max }) },
    ]),
  );

/** A spec from which the class could be made, without units and texts: only its values count. */
export function specOf(type: ConstraintType): ConstraintSpec {
  const { summary, space = 2, inputs, params, formula, friction, restitution, maxForce } = type;
  const [C, ...slip] = formula.C;
  return {
    summary,
    space,
    inputs: Object.fromEntries(inputs.map(({ name, kind }) => [name, kind])),
    params: plainParameters(params),
    ...formula,
    // The rows behind the one of a contact are those of its slip.
    ...(friction !== undefined && { C: C!, friction: { slip, coefficient: friction } }),
    ...(restitution !== undefined && { restitution }),
    ...(maxForce !== undefined && { maxForce }),
    singular: type.singularPoints === undefined ? 'regularize' : 'throw',
  };
}
