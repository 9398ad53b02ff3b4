import type { ConstraintType } from '../../runtime/constraint-type.js';
import { exact, literal, ONE, type BigNumber } from '../../src/reference/big.js';
import { referenceValues, type ReferenceValues } from '../../src/reference/derivatives.js';
import { ReferenceMachine } from '../../src/reference/program.js';
import { readFormula } from '../../src/reference/read-formula.js';
import { named, programInputs, type Configuration } from '../../src/verify/configuration.js';
import { batchEvaluations, entriesOf, levelsOf, QUANTITIES, type Quantity } from '../../src/verify/evaluation.js';
import { OperationScales } from '../../src/verify/operation-sensitivity.js';
import { entryOf } from '../../src/verify/reference-checks.js';
import { changes, judge, PERTURBATION, type ScaleOf, type Values } from './judge.js';
import type { Outcome } from './outcome.js';
import { smoothness } from './smooth.js';
import { termScales } from './term-scales.js';

type BigPlace = Readonly<Record<'x' | 'v' | 'p', readonly BigNumber[]>> & { readonly t: BigNumber };

/** Compares a class with its formula at 64 digits at each of the places. */
export function checkConstraint(type: ConstraintType, places: readonly Configuration[]): Outcome[] {
  const program = readFormula(type);
  const levels = levelsOf(type);
  const machine = new ReferenceMachine(program);
  const operations = new OperationScales(type, program);
  const byQuantity = (values: ReferenceValues): Values =>
    new Map(
      QUANTITIES.map((quantity) => [
        quantity,
        entriesOf(type, quantity).map(({ row, column }) => entryOf(values, quantity, row, column)),
      ]),
    );
  const valuesAt = (from: ReferenceMachine, at: BigPlace): Values => byQuantity(referenceValues(from, at, levels));
  const evaluations = batchEvaluations(type, places);

  const outcomeAt = (at: Configuration, index: number): Outcome => {
    const { x, v, p, t } = at;
    const inputs = programInputs(at);
    const rates = [...v, ...p.map(() => 0), 1, ...v.map(() => 0)];
    const kind = smoothness(program, inputs, rates);
    if (kind !== 'smooth') return { kind };
    const big: BigPlace = { x: x.map(exact), v: v.map(exact), p: p.map(exact), t: exact(t) };
    const expected = valuesAt(machine, big);

    const terms = (): ScaleOf => {
      const columns = { position: [...x.keys()], velocity: x.map((_, i) => x.length + p.length + 1 + i) };
      const scales = byQuantity(termScales(program, levels, { inputs, rates, columns }));
      return (quantity, entry) => scales.get(quantity)![entry]!.toNumber();
    };
    const roughly = (): ScaleOf => {
      const scales = operations.of({ index, at });
      return (quantity, entry) => scales[quantity as Quantity][entry]!;
    };
    function* perturbed(): Generator<Values> {
      const factor = ONE.plus(literal(PERTURBATION));
      for (const [k, place] of program.places.entries())
        if (place.kind !== 'input') yield valuesAt(new ReferenceMachine(program, k, factor), big);
      for (const of of ['x', 'v', 'p'] as const)
        for (const [k, value] of big[of].entries())
          yield valuesAt(machine, { ...big, [of]: big[of].with(k, value.times(factor)) });
      yield valuesAt(machine, { ...big, t: big.t.times(factor) });
    }
    const mismatches = judge({ ...evaluations[index]! }, expected, [
      terms,
      roughly,
      () => changes(expected, perturbed()),
    ]);
    return mismatches.length === 0 ? { kind: 'right' } : { kind: 'wrong', mismatches, place: named(type, at) };
  };
  return places.map(outcomeAt);
}
