import type { Value } from '../../lower/program.js';
import type { Node } from '../../symbolic/node.js';
import type { PlanBody } from '../plan/bodies.js';
import type { Motion, PlanConnector, StageTime } from '../plan/connectors.js';
import type { Plan } from '../plan/plan.js';

/** A connector along its motion: `a` is its acceleration at `v̇ = 0`. */
export interface Kinematic extends Motion {
  /** The body that carries it; undefined where no force moves it. */
  readonly body: PlanBody | undefined;
  /** `B[component][j] = ∂ẋ/∂v_j` over the velocities of its body. */
  readonly B: readonly (readonly Value[])[];
}

const nameOf = (node: Node): string => {
  if (node.kind !== 'variable') throw new Error('a coordinate is a variable');
  return node.name;
};

/** The bodies and connectors of a plan at one state, each evaluated once. */
export class Kinematics {
  readonly q: readonly Value[];
  readonly v: readonly Value[];
  readonly time: StageTime;
  readonly #plan: Plan;
  readonly #known = new Map<PlanConnector, Kinematic>();

  constructor(plan: Plan, q: readonly Value[], v: readonly Value[], time: StageTime) {
    this.#plan = plan;
    this.q = q;
    this.v = v;
    this.time = time;
  }

  of(connector: PlanConnector): Kinematic {
    let found = this.#known.get(connector);
    if (found === undefined) this.#known.set(connector, (found = this.#evaluate(connector)));
    return found;
  }

  #evaluate(connector: PlanConnector): Kinematic {
    if (connector.kind === 'given') return { ...connector.at(this.time), body: undefined, B: [] };
    const { ops } = this.#plan;
    const { body, index, size, local } = connector;
    const components = Array.from({ length: size }, (_, c) => c);
    if (body.derivation === undefined) {
      return {
        body,
        x: components.map((c) => this.q[body.q + index + c]!),
        v: components.map((c) => this.v[body.v + index + c]!),
        a: components.map(() => ops.zero),
        B: components.map((c) => Array.from({ length: body.nv }, (_, j) => (j === index + c ? ops.one : ops.zero))),
      };
    }
    const { programs, derivatives } = body.derivation;
    const own = new Map(derivatives.connectors[index]!.local.map((node, i) => [nameOf(node), local[i]!]));
    const outputs = this.program(body, programs.connectors[index]!.outputs, own);
    const part = (k: number): Value[] => outputs.slice(k * size, (k + 1) * size);
    const start = 3 * size;
    const B = components.map((c) => outputs.slice(start + c * body.nv, start + (c + 1) * body.nv));
    return { body, x: part(0), v: part(1), a: part(2), B };
  }

  /** The outputs of a program of a body's class. */
  program(body: PlanBody, outputs: readonly Value[], own: ReadonlyMap<string, Value> = new Map()): Value[] {
    const { coordinates, params } = body.derivation!.expanded;
    const table = new Map<string, Value>([['t', this.time.now], ...own]);
    coordinates
      .flatMap(({ components }) => components)
      .forEach((node, i) => table.set(nameOf(node), this.q[body.q + i]!));
    coordinates.flatMap(({ rates }) => rates).forEach((node, i) => table.set(nameOf(node), this.v[body.v + i]!));
    params.flatMap(({ components }) => components).forEach((node, i) => table.set(nameOf(node), body.parameters[i]!));
    return this.#plan.ops.inline(outputs, (name) => {
      const value = table.get(name);
      if (value === undefined) throw new Error(`the body's program has no "${name}"`);
      return value;
    });
  }
}
