import type { EnergyType } from '../../runtime/model/energies/energy-type.js';
import { exact } from '../../src/reference/big.js';
import { energyReference } from '../../src/reference/energy-values.js';
import { ReferenceMachine } from '../../src/reference/machine.js';
import { readFormula } from '../../src/reference/read-formula.js';
import { TaylorEnergy } from '../../src/reference/taylor/energy.js';
import { named, programInputs, type Configuration } from '../../src/sampling/configuration.js';
import { EnergyEvaluator } from '../../src/sampling/energy-evaluation.js';
import { formulasOf } from '../../src/spec/energy-spec.js';
import { judge } from './judge.js';
import type { Outcome } from './outcome.js';
import { smoothness } from './smooth.js';

/** Compares an energy with its formula at 64 digits at each of the places. */
export function checkEnergy(type: EnergyType, places: readonly Configuration[]): Outcome[] {
  const { inputs, params } = type;
  const program = readFormula({ inputs, params, formula: formulasOf(type.formula) });
  const machine = new ReferenceMachine(program);
  const taylor = new TaylorEnergy(program, inputs);
  const evaluator = new EnergyEvaluator(type);
  return places.map((at): Outcome => {
    const { x, v, p, t } = at;
    const kind = smoothness(program, programInputs(at), [...v, ...p.map(() => 0), 1, ...v.map(() => 0)]);
    if (kind !== 'smooth') return { kind };
    const big = { x: x.map(exact), v: v.map(exact), p: p.map(exact), t: exact(t) };
    const mismatches = judge(evaluator.at(at), energyReference(machine, inputs, big), taylor.at(at));
    return mismatches.length === 0 ? { kind: 'right' } : { kind: 'wrong', mismatches, place: named(type, at) };
  });
}
