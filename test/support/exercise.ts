import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { bodyFunctions } from '../../src/emit/body-functions.js';
import { describeBodyType } from '../../src/emit/body-type-description.js';
import { constraintKernel, jdotKernel } from '../../src/emit/kernel.js';
import type { KernelFunction } from '../../src/emit/syntax.js';
import { describeType } from '../../src/emit/type-description.js';
import type { AnyDerivation } from '../../src/kinds/kind.js';
import { drawBodyConfiguration } from '../../src/sampling/body-configuration.js';
import { BodyEvaluator } from '../../src/sampling/body-evaluation.js';
import { drawConfiguration, type Configuration } from '../../src/sampling/configuration.js';
import { batchEvaluations } from '../../src/sampling/evaluation.js';
import { seededRandom } from '../../src/sampling/random.js';
import type { Argument } from './c-calls.js';

/** Makes the kernels of a class, as functions in JavaScript. */
type MakeKernel = (kernel: KernelFunction) => (...args: Argument[]) => void;

/**
 * Calls all functions of a class at random configurations, at those of the self-check, and where
 * all is zero.
 */
export function exercise(derivation: AnyDerivation, samples: number, make: MakeKernel): void {
  const random = seededRandom(1);
  if (derivation.kind === 'constraint') {
    const type = constraintType(derivation, make);
    const drawn = Array.from({ length: samples }, () => drawConfiguration(type, random));
    batchEvaluations(type, [...derivation.checkedAt.map(({ at }) => at), ...drawn, zeros(drawn[0]!)]);
  } else if (derivation.kind === 'body') {
    const type = bodyType(derivation, make);
    const evaluator = new BodyEvaluator(type);
    const drawn = Array.from({ length: samples }, () => drawBodyConfiguration(type, random));
    for (const at of [...derivation.checkedAt.map(({ at }) => at), ...drawn]) evaluator.at(at);
  }
}

const constraintType = (
  derivation: Extract<AnyDerivation, { kind: 'constraint' }>,
  make: MakeKernel,
): ConstraintType => ({
  ...describeType(derivation),
  kernel: make(constraintKernel(derivation)),
  jdotKernel: make(jdotKernel(derivation)),
});

function bodyType(derivation: Extract<AnyDerivation, { kind: 'body' }>, make: MakeKernel): BodyType {
  const { connectors, ...description } = describeBodyType(derivation);
  const functions = bodyFunctions(derivation);
  return {
    ...description,
    connectors: connectors.map((one, i) => ({ ...one, kernel: make(functions.connectors[i]!) })),
    dynamics: make(functions.dynamics),
    energy: make(functions.energy),
    weight: make(functions.weight),
  };
}

/** The configuration with all inputs and rates zero, a singular point of many classes. */
const zeros = ({ x, v, p, t }: Configuration): Configuration => ({ x: x.map(() => 0), v: v.map(() => 0), p, t });
