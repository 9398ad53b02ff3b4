import { inOrder, type Value } from '../../lower/program.js';
import { STATE } from '../equations/state.js';
import { reverse } from '../ops/reverse.js';
import type { ArrayOf, FunctionPlan, StoreOf } from '../ops/functions.js';
import type { Model } from '../equations/system.js';
import { PARAMETERS } from '../plan/quantities.js';

/** Arrays of adjoints: of the state, of what is prepared, and of the parameters. */
const ADJOINTS = { state: 'yb', prepared: 'parb', parameters: 'pb' } as const;

/** The functions that carry derivatives of a loss back through a step. */
export interface AdjointFunctions {
  /** Of the state after a step to the state before it; what is prepared gets its part added. */
  readonly step: FunctionPlan;
  /** Of what is prepared to the parameters. */
  readonly prepare: FunctionPlan;
  /** Of parameters that are formulas to those that they read, the last first. */
  readonly derived: readonly { readonly parameter: number; readonly pass: FunctionPlan }[];
}

/** False for what depends on the step alone. */
const readsParameters = (value: Value): boolean =>
  inOrder([value]).some((one) => one.kind === 'load' && one.name.startsWith(`${PARAMETERS}[`));

/** Reverse sweeps over the functions of a step, `y` by `par`, `y` and the inputs. */
export function adjointOf(
  { plan: { ops, parameters }, size: ns }: Model,
  step: FunctionPlan,
  prepare: FunctionPlan,
  derived: readonly { readonly parameter: number; readonly compute: FunctionPlan }[],
): AdjointFunctions {
  const prepared = prepare.stores.length;
  const array = (name: string, size: number, isShared = false): ArrayOf => ({ name, size, isShared });
  const valuesOf = ({ stores }: FunctionPlan, name: string): Value[] =>
    stores.flatMap(({ array: own, value }) => (own === name ? [value] : []));
  const added = (name: string, amounts: readonly Value[]): StoreOf[] =>
    amounts.flatMap((value, index) =>
      value === ops.zero ? [] : [{ array: name, index, value: ops.add(ops.load(`${name}[${index}]`), value) }],
    );
  const y = ops.loads(STATE, ns);
  const p = ops.loads(PARAMETERS, parameters.length);
  const back = reverse(ops, valuesOf(step, STATE), ops.loads(ADJOINTS.state, ns), [
    ...y,
    ...ops.loads('par', prepared),
  ]);
  const pb = array(ADJOINTS.parameters, parameters.length);
  const reads = [array(PARAMETERS, parameters.length, true)];
  return {
    step: {
      name: 'stepBack',
      reads: [...step.reads, array(STATE, ns)],
      numbers: step.numbers,
      writes: [array(ADJOINTS.state, ns), array(ADJOINTS.prepared, prepared)],
      stores: [
        ...back.slice(0, ns).map((value, index) => ({ array: ADJOINTS.state, index, value })),
        ...added(ADJOINTS.prepared, back.slice(ns)).filter(({ index }) =>
          readsParameters(prepare.stores[index]!.value),
        ),
      ],
    },
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
