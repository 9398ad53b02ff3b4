import { uniform, type Random } from '../../sampling/random.js';
import type { MechanismProgram } from '../program.js';
import { Interpreter, runRoutine } from './interpreter.js';

/** Size of the changes, relative to the largest entry, and what differences of them may be off. */
const CHANGE = 1e-5;
const TOLERANCE = 1e-6;

/**
 * Compares a step back with differences of steps: for random adjoints `ȳ` of the end, and changes `δ` of
 * state and parameters, a difference of fourth order of `ȳ · step(±δ)` is `δ` times the adjoints of both.
 * Returns how far it is off, relative to the largest product in it, where that is too far.
 */
export function adjointFault(
  { model: { plan }, prepare, step, adjoint }: MechanismProgram,
  { state, p, time: t }: { readonly state: Float64Array; readonly p: Float64Array; readonly time: number },
  random: Random,
): number | undefined {
  if (adjoint === undefined) return undefined;
  const { ops, rows, dt } = plan;
  const [u, w, par] = [plan.inputs, new Float64Array(plan.inputs.length), new Float64Array(prepare.stores.length)];
  const draw = (list: Float64Array): Float64Array => list.map(() => uniform(random, -1, 1));
  const seed = draw(state);
  const scaled = (list: Float64Array): Float64Array =>
    draw(list).map((x, i) => x * CHANGE * Math.max(0.1, Math.abs(list[i]!)));
  const preparing = Interpreter.of(ops, prepare);
  const lossOf = (y: Float64Array, parameters: Float64Array): number => {
    preparing.run({ p: parameters, par }, { dt });
    const lambda = new Float64Array(rows);
    runRoutine(ops, step, { par, u, w, y, lambda, watch: new Float64Array(4) }, { t, dt });
    return y.reduce((sum, x, i) => sum + x * seed[i]!, 0);
  };
  const moved = (list: Float64Array, by: Float64Array, sign: number): Float64Array =>
    list.map((x, i) => x + sign * by[i]!);
  const none = [new Float64Array(state.length), new Float64Array(p.length)] as const;
  const yb = seed.slice();
  const [parb, pb] = [new Float64Array(prepare.stores.length), new Float64Array(p.length)];
  preparing.run({ p, par }, { dt });
  runRoutine(ops, adjoint.step, { par, u, w, y: state, lambda: new Float64Array(rows), yb, parb }, { t, dt });
  Interpreter.of(ops, adjoint.prepare).run({ p, parb, pb }, { dt });
  for (const [dy, dp] of [
    [scaled(state), none[1]],
    [none[0], scaled(p)],
  ] as const) {
    const difference = (h: number): number =>
      lossOf(moved(state, dy, h), moved(p, dp, h)) - lossOf(moved(state, dy, -h), moved(p, dp, -h));
    const expected = (8 * difference(1) - difference(2)) / 12;
    const products = [...dy.map((x, i) => x * yb[i]!), ...dp.map((x, i) => x * pb[i]!)];
    const found = products.reduce((sum, x) => sum + x, 0);
    const off = Math.abs(found - expected) / Math.max(CHANGE * 1e-2, ...products.map(Math.abs));
    // A NaN is never near.
    if (!(off <= TOLERANCE)) return off;
  }
  return undefined;
}
