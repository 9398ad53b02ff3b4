import type { BodyType } from '../../runtime/bodies/body-type.js';
import { literal, ONE } from '../../src/reference/big.js';
import { ReferenceMachine } from '../../src/reference/program.js';
import { namedBodyConfiguration, type BodyConfiguration } from '../../src/verify/body/body-configuration.js';
import { BodyEvaluator } from '../../src/verify/body/body-evaluation.js';
import { BodyReference, bodyQuantities, readBody } from '../../src/verify/body/body-reference.js';
import { changes, judge, PERTURBATION, type ScaleOf, type Values } from './judge.js';
import type { Outcome } from './outcome.js';
import { smoothness } from './smooth.js';
import { termScales } from './term-scales.js';

/** Compares a body with its formulas at 64 digits at each of the places: connectors, `M`, `Q`, the energies, and what gravity needs. */
export function checkBody(type: BodyType, places: readonly BodyConfiguration[]): Outcome[] {
  const body = readBody(type);
  const reference = new BodyReference(type, body);
  const evaluator = new BodyEvaluator(type);

  const outcomeAt = (at: BodyConfiguration): Outcome => {
    const { x, v, p, t, local } = at;
    const still = local.map(() => 0);
    const inputs = [...x, ...local, ...p, t, ...v, ...still];
    const rates = [...v, ...still, ...p.map(() => 0), 1, ...v.map(() => 0), ...still];
    const kind = smoothness(body.program, inputs, rates);
    if (kind !== 'smooth') return { kind };
    const expected = reference.at(at);

    const terms = (): ScaleOf => {
      const columns = { position: [...x, ...local].map((_, i) => i), velocity: [] };
      const levels = body.program.rows.map(() => 'position' as const);
      const scales = bodyQuantities(type, body, termScales(body.program, levels, { inputs, rates, columns }), v.length);
      return (quantity, entry) => Math.abs(scales.get(quantity)?.[entry]?.toNumber() ?? 0);
    };
    function* perturbed(): Generator<Values> {
      const factor = ONE.plus(literal(PERTURBATION));
      for (const [k, place] of body.program.places.entries())
        if (place.kind !== 'input')
          yield new BodyReference(type, body, new ReferenceMachine(body.program, k, factor)).at(at);
      for (const of of ['x', 'v', 'p', 'local'] as const)
        for (const [k, value] of at[of].entries())
          yield reference.at({ ...at, [of]: at[of].with(k, value * (1 + PERTURBATION)) });
      yield reference.at({ ...at, t: t * (1 + PERTURBATION) });
    }
    const mismatches = judge(evaluator.at(at), expected, [terms, () => changes(expected, perturbed())]);
    if (mismatches.length === 0) return { kind: 'right' };
    return { kind: 'wrong', mismatches, place: namedBodyConfiguration(type, at) };
  };
  return places.map(outcomeAt);
}
