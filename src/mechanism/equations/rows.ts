import type { Value } from '../../lower/program.js';
import { rateName } from '../../symbolic/motion.js';
import type { Node } from '../../symbolic/node.js';
import { isLiteral, type Ops } from '../ops/ops.js';
import type { PlanBody } from '../plan/bodies.js';
import type { PlanConstraint } from '../plan/constraints.js';
import type { PlanEnergy } from '../plan/energies.js';
import type { Plan } from '../plan/plan.js';
import type { Kinematics } from './kinematics.js';

/** The rows of all constraints at one state. */
export interface Rows {
  readonly C: readonly Value[];
  readonly Cdot: readonly Value[];
  /** With the connectors' own accelerations. */
  readonly gamma: readonly Value[];
  /** `G = J B`: of each row the entries over the velocities of the bodies that it reads. */
  readonly G: readonly ReadonlyMap<PlanBody, readonly Value[]>[];
}

/**
 * Inlines the kernels of all constraints, which `prove` has checked against their formulas. Where rates
 * are wanted `byProducts`, those of constraints that do not depend on time are `J ẋ`.
 */
export function rowsOf(plan: Plan, kinematics: Kinematics, byProducts = false): Rows {
  const { ops } = plan;
  const rows = { C: [] as Value[], Cdot: [] as Value[], gamma: [] as Value[], G: [] as Map<PlanBody, Value[]>[] };
  for (const constraint of plan.constraints) {
    const { derivation, rows: count, inputs } = constraint;
    const outputs = inlined(plan, constraint, kinematics);
    const width = derivation.inputs.reduce((sum, { size }) => sum + size, 0);
    const gammaAt = (2 + width) * count;
    for (let r = 0; r < count; r++) {
      const period = derivation.periods[r] ?? 0;
      rows.C.push(period === 0 ? outputs[r]! : nearestTurn(ops, outputs[r]!, period));
      let rate = byProducts && constraint.isTimeless ? ops.zero : outputs[count + r]!;
      let gamma = outputs[gammaAt + r]!;
      const row = new Map<PlanBody, Value[]>();
      let block = 2 * count;
      derivation.inputs.forEach(({ size }, i) => {
        const J = outputs.slice(block + r * size, block + (r + 1) * size);
        block += count * size;
        const { body, v, a, B } = kinematics.of(inputs[i]!);
        gamma = ops.add(gamma, ops.dot(J, a));
        if (byProducts && constraint.isTimeless) rate = plusProduct(ops, rate, J, v, isPair(constraint));
        if (body === undefined) return;
        const before = row.get(body) ?? new Array<Value>(body.nv).fill(ops.zero);
        row.set(
          body,
          before.map((one, j) =>
            ops.add(
              one,
              ops.dot(
                J,
                B.map((components) => components[j]!),
              ),
            ),
          ),
        );
      });
      rows.Cdot.push(rate);
      rows.gamma.push(gamma);
      rows.G.push(row);
    }
  }
  return rows;
}

/** `rate + J v`. The runtime takes the products of a pair in one sum, and those of other inputs apart. */
const plusProduct = (ops: Ops, rate: Value, J: readonly Value[], v: readonly Value[], isOneSum: boolean): Value =>
  isOneSum ? J.reduce((sum, entry, c) => ops.add(sum, ops.multiply(entry, v[c]!)), rate) : ops.add(rate, ops.dot(J, v));

/** True for one row between two points, which the runtime evaluates in one pass. */
export const isPair = ({ derivation: { inputs }, rows }: PlanConstraint): boolean =>
  rows === 1 && inputs.length === 2 && inputs[0]!.size === inputs[1]!.size && inputs[0]!.size > 1;

/** The outputs of a constraint's kernel: `C`, `Cdot`, the block of `J` of each input, `gamma`. */
export function inlined(plan: Plan, constraint: PlanConstraint, kinematics: Kinematics): Value[] {
  return inlinedProgram(plan, constraint, constraint.derivation.kernel.outputs, kinematics);
}

/** The outputs of a program of a constraint or an energy. */
export function inlinedProgram(
  { ops }: Plan,
  { derivation, inputs, parameters }: PlanConstraint | PlanEnergy,
  program: readonly Value[],
  kinematics: Kinematics,
): Value[] {
  const table = new Map<string, Value>([['t', kinematics.time.now]]);
  const nameOf = (node: Node): string => (node.kind === 'variable' ? node.name : '');
  derivation.expanded.inputs.forEach(({ components }, i) => {
    const { x, v } = kinematics.of(inputs[i]!);
    components.forEach((node, c) => table.set(nameOf(node), x[c]!).set(rateName(nameOf(node)), v[c]!));
  });
  derivation.expanded.params
    .flatMap(({ components }) => components)
    .forEach((node, i) => table.set(nameOf(node), parameters[i]!));
  return ops.inline(program, (name) => {
    const value = table.get(name);
    if (value === undefined) throw new Error(`the kernel of ${derivation.className} has no "${name}"`);
    return value;
  });
}

/** Numbers of which doubles up to 2⁵¹ in size lose their fraction when this is added. */
const TO_WHOLE = 1.5 * 2 ** 52;

/** `C − P n` with `n` whole, in `[−P/2, P/2]`; see `takeNearestTurn` of the runtime. */
function nearestTurn(ops: Ops, C: Value, period: number): Value {
  if (isLiteral(C, 0)) return C;
  const magic = ops.literal(TO_WHOLE);
  const turns = ops.subtract(ops.add(ops.divide(ops.negate(C), ops.literal(period)), magic), magic);
  return ops.add(C, ops.multiply(ops.literal(period), turns));
}
