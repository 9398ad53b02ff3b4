import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { EnergyType } from '../../runtime/model/energies/energy-type.js';
import type { BodyDerivation } from '../derive/derive-body.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import type { EnergyDerivation } from '../derive/energy/derive-energy.js';
import { SpecError } from '../diagnostics/index.js';
import type { Program } from '../lower/program.js';
import { positionName } from '../reference/body-quantities.js';
import { REPORT } from '../self-check/prove.js';
import { ProgramRunner } from '../self-check/run-program.js';
import { BodyEvaluator } from '../sampling/body-evaluation.js';
import { EnergyEvaluator, energyQuantityNames } from '../sampling/energy-evaluation.js';
import { batchEvaluations } from '../sampling/evaluation.js';

/**
 * Throws a SpecError if the printed kernels differ in any bit of a result from the programs that
 * were checked against the formula.
 */
export function checkEmission(derivation: SpaceDerivation, type: ConstraintType): void {
  const { kernel, jdotKernel, checkedAt, className, role } = derivation;
  const kernels = [kernel, jdotKernel].map((program) => new ProgramRunner(program));
  const emitted = batchEvaluations(
    type,
    checkedAt.map(({ at }) => at),
    role !== 'constraint',
  );
  checkedAt.forEach(({ loads }, i) => {
    const { C, Cdot, J, gamma, Jdot } = emitted[i]!;
    insist(className, [...kernels[0]!.run(loads)], [...C, ...Cdot, ...J, ...gamma]);
    insist(className, [...kernels[1]!.run(loads)], [...Jdot]);
  });
}

/** {@link checkEmission} of a body. */
export function checkBodyEmission(derivation: BodyDerivation, type: BodyType): void {
  const { programs, checkedAt, className } = derivation;
  const evaluator = new BodyEvaluator(type);
  const of = (program: Program, ...quantities: readonly string[]): [ProgramRunner, readonly string[]] => [
    new ProgramRunner(program),
    quantities,
  ];
  const kernels = [
    ...type.connectors.map(({ name }, i) =>
      of(programs.connectors[i]!, positionName(name), `${name} rate`, `${name} bias`, `${name} B`),
    ),
    of(programs.dynamics, 'M', 'Q'),
    of(programs.energy, 'T', 'V'),
    of(programs.weight, 'moment', 'weight'),
  ];
  for (const { at, loads } of checkedAt) {
    const emitted = evaluator.at(at);
    for (const [runner, quantities] of kernels)
      insist(
        className,
        [...runner.run(loads)],
        quantities.flatMap((name) => [...emitted[name]!]),
      );
  }
}

/** {@link checkEmission} of an energy. */
export function checkEnergyEmission({ programs, checkedAt, className }: EnergyDerivation, type: EnergyType): void {
  const { energy, hessian, damping } = programs;
  const runners = [energy, hessian, ...(damping ? [damping] : [])].map((program) => new ProgramRunner(program));
  const evaluator = new EnergyEvaluator(type);
  for (const { at, loads } of checkedAt) {
    const emitted = evaluator.at(at);
    insist(
      className,
      runners.flatMap((runner) => [...runner.run(loads)]),
      energyQuantityNames(type).flatMap((name) => [...emitted[name]!]),
    );
  }
}

function insist(spec: string, expected: readonly number[], computed: readonly number[]): void {
  const wrong = expected.findIndex(
    (value, k) => value !== computed[k] && !(Number.isNaN(value) && Number.isNaN(computed[k])),
  );
  if (wrong < 0 && expected.length === computed.length) return;
  throw new SpecError([
    {
      code: 'E_SELF_CHECK',
      message: `The printed code failed its self-check, and nothing is made of it: output ${wrong + 1} is ${computed[wrong]}, and the derivation's is ${expected[wrong]}.`,
      hint: REPORT,
      spec,
    },
  ]);
}
