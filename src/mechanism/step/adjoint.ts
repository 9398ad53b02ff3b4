import { inOrder, type Value } from '../../lower/program.js';
import { STATE } from '../equations/state.js';
import { reverse } from '../ops/reverse.js';
import { storesOf, type ArrayOf, type FunctionPlan, type StoreOf } from '../ops/functions.js';
import type { Model } from '../equations/system.js';
import { PARAMETERS } from '../plan/quantities.js';
import { ADJOINTS, type StepRoutine } from './routine.js';
import { rk4Back } from './stages-back.js';

/** The functions that carry derivatives of a loss back through a step. */
export interface AdjointFunctions {
  /** Of the state after a step to the state before it; what is prepared gets its part added. */
  readonly step: StepRoutine;
  /** Of what is prepared to the parameters. */
  readonly prepare: FunctionPlan;
  /** Of parameters that are formulas to those that they read, the last first. */
  readonly derived: readonly { readonly parameter: number; readonly pass: FunctionPlan }[];
}

/** False for what depends on the step alone. */
const readsParameters = (value: Value): boolean =>
  inOrder([value]).some((one) => one.kind === 'load' && one.name.startsWith(`${PARAMETERS}[`));

/**
 * Reverse sweeps over the functions of a step: of the whole one, or of its evaluation, with the stages around
 * it back.
 */
export function adjointOf(
  { plan, size: ns }: Model,
  { step, isWhole }: { readonly step: FunctionPlan; readonly isWhole: boolean },
  prepare: FunctionPlan,
  derived: readonly { readonly parameter: number; readonly compute: FunctionPlan }[],
): AdjointFunctions {
  const { ops, parameters } = plan;
  const prepared = prepare.stores.length;
  const array = (name: string, size: number, isShared = false): ArrayOf => ({ name, size, isShared });
  const valuesOf = ({ stores }: FunctionPlan, name: string): Value[] =>
    stores.flatMap(({ array: own, value }) => (own === name ? [value] : []));
  const added = (name: string, amounts: readonly Value[]): StoreOf[] =>
    amounts.flatMap((value, index) =>
      value === ops.zero ? [] : [{ array: name, index, value: ops.add(ops.load(`${name}[${index}]`), value) }],
    );
  const toPrepared = (name: string, amounts: readonly Value[]): StoreOf[] =>
    added(name, amounts).filter(({ index }) => readsParameters(prepare.stores[index]!.value));
  const p = ops.loads(PARAMETERS, parameters.length);
  const wholeBack = (): FunctionPlan => {
    const back = reverse(ops, valuesOf(step, STATE), ops.loads(ADJOINTS.state, ns), [
      ...ops.loads(STATE, ns),
      ...ops.loads('par', prepared),
    ]);
    return {
      name: 'stepBack',
      reads: [...step.reads, array(STATE, ns)],
      numbers: step.numbers,
      writes: [array(ADJOINTS.state, ns), array(ADJOINTS.prepared, prepared)],
      stores: [...storesOf(ADJOINTS.state, back.slice(0, ns)), ...toPrepared(ADJOINTS.prepared, back.slice(ns))],
    };
  };
  const pb = array(ADJOINTS.parameters, parameters.length);
  const reads = [array(PARAMETERS, parameters.length, true)];
  return {
    step: isWhole
      ? { numbers: [], calls: [{ plan: wholeBack() }], workspace: [] }
      : rk4Back(plan, step, prepared, toPrepared),
    prepare: {
      name: 'prepareBack',
      reads: [...reads, array(ADJOINTS.prepared, prepared)],
      numbers: ['dt'],
      writes: [pb],
      stores: added(
        ADJOINTS.parameters,
        reverse(ops, valuesOf(prepare, 'par'), ops.loads(ADJOINTS.prepared, prepared), p),
      ),
    },
    derived: derived.toReversed().map(({ parameter, compute }) => ({
      parameter,
      pass: {
        name: `${compute.name}Back`,
        reads,
        numbers: [],
        writes: [pb],
        stores: added(
          ADJOINTS.parameters,
          reverse(ops, valuesOf(compute, PARAMETERS), [ops.load(`${ADJOINTS.parameters}[${parameter}]`)], p),
        ),
      },
    })),
  };
}
