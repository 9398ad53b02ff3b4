import type { Space } from '../../../runtime/index.js';
import type { Value } from '../../lower/program.js';
import type { BodyEntry, ConnectorEntry, ConstraintEntry, HandleEntry, RigidEntry } from '../../scene/document.js';
import type { Values } from '../../scene/numbers.js';
import type { Item } from '../../scene/repeat.js';
import type { PlanBody } from './bodies.js';
import { cross, normalized, rotatedBack, unit } from './geometry.js';
import { listOf, type Quantities } from './quantities.js';

/** The time of an evaluation, and that of the beginning of the step. */
export interface StageTime {
  readonly now: Value;
  readonly begin: Value;
}

/** A quantity along its motion. */
export interface Motion {
  readonly x: readonly Value[];
  readonly v: readonly Value[];
  readonly a: readonly Value[];
}

/** A connector of the ground or of a handle: no force moves it. */
export interface Given {
  readonly kind: 'given';
  readonly size: number;
  /** False on the ground. */
  readonly moves: boolean;
  readonly at: (time: StageTime) => Motion;
}

/** A connector of a body: the one with this number among those of its class, or coordinates of a particle. */
export interface Carried {
  readonly kind: 'carried';
  readonly size: number;
  readonly body: PlanBody;
  /** Number of the connector in its class, or of the first coordinate of a particle. */
  readonly index: number;
  /** The place on the body. */
  readonly local: readonly Value[];
}

export type PlanConnector = Given | Carried;

/** A handle that whoever runs the module moves: its places among the inputs. */
export interface PlanHandle {
  readonly name: string;
  readonly size: number;
  readonly isScalar: boolean;
  /** Its first entry in the values at the beginning of a step, and in the rates. */
  readonly first: number;
  readonly initial: readonly Value[];
}

/** The arrays of the inputs: values at the beginning of a step, and rates during it. */
export const INPUTS = { value: 'u', rate: 'w' } as const;

/** Finds the connectors that a document refers to. It was read and checked before. */
export class PlanConnectors {
  readonly handles: PlanHandle[] = [];
  readonly #bodies: ReadonlyMap<string, PlanBody>;
  readonly #given = new Map<string, Given>();
  readonly #entries: ReadonlyMap<string, Item<BodyEntry>>;
  readonly #found = new Map<string, PlanConnector>();
  readonly #space: Space;
  readonly #quantities: Quantities;
  readonly #writtenOut: (reference: string, values: Values) => string;

  constructor(
    items: readonly Item<BodyEntry>[],
    bodies: readonly PlanBody[],
    space: Space,
    quantities: Quantities,
    writtenOut: (reference: string, values: Values) => string,
  ) {
    this.#bodies = new Map(bodies.map((body) => [body.name, body]));
    this.#entries = new Map(items.map((item) => [item.name, item]));
    this.#space = space;
    this.#quantities = quantities;
    this.#writtenOut = writtenOut;
    for (const item of items) if (item.entry.kind === 'handle') this.#given.set(item.name, this.#handle(item));
  }

  find(entry: ConnectorEntry, values: Values): PlanConnector {
    const quantities = this.#quantities;
    if (typeof entry === 'string') return this.#named(this.#writtenOut(entry, values));
    if ('scalar' in entry) return this.#fixed([quantities.value(entry.scalar, values)]);
    if ('ground' in entry) return this.#fixed(quantities.list(entry.ground, values));
    return this.#fixed(unit(quantities.ops, quantities.list(entry.direction, values)));
  }

  /** The rigid body of that name, if it is one. */
  rigidBody(reference: string, values: Values): PlanBody | undefined {
    const name = this.#writtenOut(reference, values);
    return this.#entries.get(name)?.entry.kind === 'rigid' ? this.#bodies.get(name) : undefined;
  }

  /** The point of a body about which it turns, or a particle: where drag and forces on bodies act. */
  centre(body: PlanBody): Carried {
    if (body.derivation === undefined) return this.#carried(body, 0, this.#space, []);
    return this.#carried(body, this.#indexOf(body, 'point'), this.#space, this.#zeros());
  }

  /** The inputs of a hinge and of what acts on its angle; see `hingeInputs` of the runtime. */
  hinge({ a, b, at, axis }: NonNullable<ConstraintEntry['hinge']>, values: Values): Record<string, PlanConnector> {
    const { ops } = this.#quantities;
    const place = this.#quantities.list(at, values);
    const along = normalized(ops, this.#quantities.list(axis, values));
    const across = this.#perpendicular(along);
    const turning = this.#attachments(this.rigidBody(a, values)!);
    const housing = b === 'ground' ? undefined : this.#attachments(this.rigidBody(b, values)!);
    const third = cross(ops, along, across);
    const [u, w] = [across, third].map((one) => housing?.direction(one) ?? this.#fixed(unit(ops, one)));
    return {
      a: turning.point(place),
      b: housing?.point(place) ?? this.#fixed(place),
      axis: turning.direction(along),
      side: turning.direction(across),
      u: u!,
      w: w!,
    };
  }

  #handle({ name, entry, values }: Item<BodyEntry>): Given {
    const { motion, position, value } = entry as HandleEntry;
    const quantities = this.#quantities;
    if (motion !== undefined) {
      const formulas = listOf(motion).map((formula) => quantities.motion(formula, values));
      return {
        kind: 'given',
        size: formulas.length,
        moves: true,
        at: ({ now }) => {
          const jets = formulas.map((formula) => formula(now));
          const [x, v, a] = [0, 1, 2].map((order) => jets.map((jet) => jet[order]!));
          return { x: x!, v: v!, a: a! };
        },
      };
    }
    const initial = position === undefined ? [quantities.value(value!, values)] : quantities.list(position, values);
    return this.input(name, initial, position === undefined);
  }

  /** Numbers that whoever runs the module gives it under a name, as the places of handles are. */
  input(name: string, initial: readonly Value[], isScalar = false): Given {
    const { ops } = this.#quantities;
    const size = initial.length;
    const first = this.handles.reduce((sum, handle) => sum + handle.size, 0);
    this.handles.push({ name, size, isScalar, first, initial });
    const load = (array: string): Value[] => initial.map((_, i) => ops.load(`${array}[${first + i}]`));
    const [start, rate] = [load(INPUTS.value), load(INPUTS.rate)];
    return {
      kind: 'given',
      size,
      moves: true,
      at: ({ now, begin }) => ({
        x: start.map((one, i) => ops.add(one, ops.multiply(rate[i]!, ops.subtract(now, begin)))),
        v: rate,
        a: ops.literals(new Array<number>(size).fill(0)),
      }),
    };
  }

  #fixed(x: readonly Value[]): Given {
    const still = this.#quantities.ops.literals(x.map(() => 0));
    return { kind: 'given', size: x.length, moves: false, at: () => ({ x, v: still, a: still }) };
  }

  /** The connector of `body`, `body.point`, `body.angle`: the same object each time. */
  #named(reference: string): PlanConnector {
    let found = this.#found.get(reference);
    if (found === undefined) this.#found.set(reference, (found = this.#make(reference)));
    return found;
  }

  #make(reference: string): PlanConnector {
    const [name, member = ''] = reference.split(/\.(.*)/s) as [string, string?];
    const given = this.#given.get(name);
    if (given !== undefined) return given;
    const body = this.#bodies.get(name)!;
    if (body.derivation === undefined) {
      return member === '' ? this.centre(body) : this.#carried(body, 'xyz'.indexOf(member), 1, []);
    }
    const { entry, values } = this.#entries.get(name)!;
    if (entry.kind === 'rigid') {
      const { points = {}, directions = {} } = entry as RigidEntry;
      if (member === '') return this.centre(body);
      if (Object.hasOwn(directions, member)) {
        const local = unit(this.#quantities.ops, this.#quantities.list(directions[member]!, values));
        return this.#placed(body, 'direction', local);
      }
      if (Object.hasOwn(points, member))
        return this.#placed(body, 'point', this.#quantities.list(points[member]!, values));
    }
    const index = this.#indexOf(body, member);
    return this.#carried(body, index, body.derivation.derivatives.connectors[index]!.x.length, []);
  }

  #attachments(body: PlanBody): Record<'point' | 'direction', (vector: readonly Value[]) => Carried> {
    const { ops } = this.#quantities;
    const [centre, orientation] = [body.initial.q.slice(0, 3), body.initial.q.slice(3)];
    return {
      point: (x) =>
        this.#placed(
          body,
          'point',
          rotatedBack(
            ops,
            orientation,
            x.map((one, i) => ops.subtract(one, centre[i]!)),
          ),
        ),
      direction: (u) => this.#placed(body, 'direction', unit(ops, rotatedBack(ops, orientation, u))),
    };
  }

  /** A unit vector at right angles to another one, from the axis farthest from it. */
  #perpendicular(u: readonly Value[]): Value[] {
    const { ops } = this.#quantities;
    const sizes = u.map((one) => ops.call('abs', one));
    const [x, y, z] = sizes as [Value, Value, Value];
    const isX = ops.test('and', ops.test('lessOrEqual', x, y), ops.test('lessOrEqual', x, z));
    const isY = ops.test('lessOrEqual', y, z);
    const numbers = sizes.flatMap((one) => (one.kind === 'literal' ? [one.value] : []));
    const least = numbers.length === 3 ? numbers.indexOf(Math.min(...numbers)) : undefined;
    const choose = (i: number): Value =>
      least !== undefined
        ? ops.literal(i === least ? 1 : 0)
        : ops.select(
            isX,
            ops.literal(i === 0 ? 1 : 0),
            ops.select(isY, ops.literal(i === 1 ? 1 : 0), ops.literal(i === 2 ? 1 : 0)),
          );
    return normalized(ops, cross(ops, u, [0, 1, 2].map(choose)));
  }

  #placed(body: PlanBody, kind: 'point' | 'direction', local: readonly Value[]): Carried {
    return this.#carried(body, this.#indexOf(body, kind), this.#space, local);
  }

  #carried(body: PlanBody, index: number, size: number, local: readonly Value[]): Carried {
    return { kind: 'carried', size, body, index, local };
  }

  #indexOf({ derivation }: PlanBody, name: string): number {
    return derivation!.model.connectors.findIndex((connector) => connector.name === name);
  }

  #zeros(): Value[] {
    return this.#quantities.ops.literals(new Array<number>(this.#space).fill(0));
  }
}
