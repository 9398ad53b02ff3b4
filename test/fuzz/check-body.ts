import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import { BodyReference } from '../../src/reference/body-values.js';
import { readBody } from '../../src/reference/read-body.js';
import { TaylorBody } from '../../src/reference/taylor/body.js';
import { namedBodyConfiguration, type BodyConfiguration } from '../../src/sampling/body-configuration.js';
import { BodyEvaluator } from '../../src/sampling/body-evaluation.js';
import { judge } from './judge.js';
import type { Outcome } from './outcome.js';
import { smoothness } from './smooth.js';

/**
 * Compares a body with its formulas at 64 digits at each of the places: connectors, `M`, `Q`, the
 * energies, and what gravity needs.
 */
export function checkBody(type: BodyType, places: readonly BodyConfiguration[]): Outcome[] {
  const body = readBody(type);
  const [reference, taylor, evaluator] = [new BodyReference(body), new TaylorBody(body), new BodyEvaluator(type)];
  return places.map((at): Outcome => {
    const { x, v, p, t, local } = at;
    const still = local.map(() => 0);
    const inputs = [...x, ...local, ...p, t, ...v, ...still];
    const rates = [...v, ...still, ...p.map(() => 0), 1, ...v.map(() => 0), ...still];
    const kind = smoothness(body.program, inputs, rates);
    if (kind !== 'smooth') return { kind };
    const mismatches = judge(evaluator.at(at), reference.at(at), taylor.at(at));
    if (mismatches.length === 0) return { kind: 'right' };
    return { kind: 'wrong', mismatches, place: namedBodyConfiguration(type, at) };
  });
}
