import { describe, expect, it } from 'vitest';
import { evaluateConstraint } from '../../runtime/index.js';
import * as library from 'holonomic/library';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';

type Vector = readonly number[];

/** The body of a connector: 0 or 1. */
type Side = 0 | 1;
interface Placed {
  readonly on: Side;
  readonly value: Vector;
}

const add = (a: Vector, b: Vector): Vector => a.map((x, i) => x + b[i]!);
const scale = (s: number, a: Vector): Vector => a.map((x) => s * x);
const cross = ([a, b, c]: Vector, [d, e, f]: Vector): Vector => [
  b! * f! - c! * e!,
  c! * d! - a! * f!,
  a! * e! - b! * d!,
];

/** Three directions at right angles, in no special position. */
const X = scale(1 / 7, [2, 3, 6]);
const Y = scale(1 / 7, [-6, -2, 3]);
const Z = cross(X, Y);
/** Place of the joint, and centres of the two bodies, to which their velocities refer. */
const AT: Vector = [0.3, -0.4, 1.2];
const CENTRES: readonly Vector[] = [
  [0, 0, 0],
  [1.1, 0.7, -0.5],
];
/** A turn about Z. */
const turned = (angle: number): Vector => add(scale(Math.cos(angle), X), scale(Math.sin(angle), Y));

const first = (value: Vector): Placed => ({ on: 0, value });
const second = (value: Vector): Placed => ({ on: 1, value });

/**
 * Joints with the freedom that they leave to two bodies in space, `12 − rank`, in an allowed
 * configuration.
 */
const JOINTS: readonly {
  readonly name: keyof typeof library;
  readonly freedom: number;
  readonly inputs: Readonly<Record<string, Placed>>;
  readonly params?: Readonly<Record<string, number>>;
}[] = [
  { name: 'Coincident3D', freedom: 9, inputs: { a: first(AT), b: second(AT) } },
  {
    name: 'Hinge',
    freedom: 7,
    inputs: { a: first(AT), b: second(AT), axis: first(Z), u: second(turned(1)), w: second(turned(2)) },
  },
  { name: 'Universal', freedom: 8, inputs: { a: first(AT), b: second(AT), u: first(X), w: second(Y) } },
  {
    name: 'Cylindrical',
    freedom: 8,
    inputs: { p: first(add(AT, scale(0.7, Z))), axis: first(Z), origin: second(AT), u: second(X), w: second(Y) },
  },
  {
    name: 'Prismatic3D',
    freedom: 7,
    inputs: {
      p: first(add(AT, scale(0.7, Z))),
      axis: first(Z),
      side: first(X),
      origin: second(AT),
      u: second(X),
      w: second(Y),
    },
  },
  {
    name: 'Screw',
    freedom: 7,
    inputs: {
      p: first(add(AT, scale(0.7, Z))),
      axis: first(Z),
      side: first(turned(2.5)),
      origin: second(AT),
      u: second(X),
      w: second(Y),
    },
    params: { pitch: 0.3 },
  },
  {
    name: 'Weld3D',
    freedom: 6,
    inputs: { a: first(AT), b: second(AT), x: first(X), y: first(Y), v: second(Y), w: second(Z) },
  },
  { name: 'PointOnPlane', freedom: 11, inputs: { p: first(AT), origin: second(add(AT, X)), normal: second(Z) } },
  {
    name: 'HingeLock',
    freedom: 11,
    inputs: { side: first(turned(0.8)), u: second(X), w: second(Y) },
    params: { angle: 0.8 },
  },
  {
    name: 'HingeMotor',
    freedom: 11,
    inputs: { side: first(turned(3.1)), u: second(X), w: second(Y) },
    params: { speed: 2 },
  },
  {
    name: 'LinearMotor3D',
    freedom: 11,
    inputs: { p: first(AT), origin: second(add(AT, X)), axis: second(X) },
    params: { speed: 2 },
  },
  {
    name: 'RollingSphere',
    freedom: 9,
    inputs: {
      p: first(add(AT, scale(0.5, Z))),
      e1: first(turned(1)),
      e2: first(turned(1 + Math.PI / 2)),
      e3: first(Z),
      origin: second(add(AT, X)),
      u: second(X),
      w: second(Y),
      normal: second(Z),
    },
    params: { radius: 0.5 },
  },
  {
    name: 'RollingDisc',
    freedom: 9,
    inputs: {
      p: first(add(AT, scale(0.5, Z))),
      axis: first(turned(1)),
      e1: first(turned(1 + Math.PI / 2)),
      e2: first(Z),
      origin: second(add(AT, X)),
      u: second(X),
      w: second(Y),
      normal: second(Z),
    },
    params: { radius: 0.5 },
  },
];

const typeOf = (name: keyof typeof library): ConstraintType => (library[name] as { type: ConstraintType }).type;

/** Returns the velocity of a connector when its body moves with `v` and turns with `omega`. */
function rate(type: ConstraintType, name: string, { on, value }: Placed, v: Vector, omega: Vector): Vector {
  const isPoint = type.inputs.find((input) => input.name === name)!.kind === 'point';
  return isPoint ? add(v, cross(omega, add(value, scale(-1, CENTRES[on]!)))) : cross(omega, value);
}

function evaluate({ name, inputs, params }: (typeof JOINTS)[number], velocities: readonly Vector[]) {
  const type = typeOf(name);
  const states = Object.entries(inputs).map(([key, placed]) => {
    const [v, omega] = [velocities[2 * placed.on]!, velocities[2 * placed.on + 1]!];
    return [key, { value: placed.value, velocity: rate(type, key, placed, v, omega) }] as const;
  });
  return evaluateConstraint({ type }, { inputs: Object.fromEntries(states), ...(params && { params }) });
}

const AT_REST: readonly Vector[] = Array.from({ length: 4 }, () => [0, 0, 0]);

/**
 * Composes `J` over the twelve velocities of the two bodies: the connectors' `J` times the rates of
 * the connectors under each velocity alone.
 */
function composed(joint: (typeof JOINTS)[number]): number[][] {
  const type = typeOf(joint.name);
  const { J } = evaluate(joint, AT_REST);
  return Array.from({ length: type.rows }, (_, r) =>
    Array.from({ length: 12 }, (_unused, k) => {
      const velocities = AT_REST.map((zero, i) => zero.map((_v, c) => (3 * i + c === k ? 1 : 0)));
      return Object.entries(joint.inputs).reduce((sum, [key, placed]) => {
        const motion = rate(type, key, placed, velocities[2 * placed.on]!, velocities[2 * placed.on + 1]!);
        return sum + J[key]![r]!.reduce((part, entry, c) => part + entry * motion[c]!, 0);
      }, 0);
    }),
  );
}

/** Finds the rank by elimination with complete pivoting. */
function rankOf(matrix: number[][]): number {
  const rows = matrix.map((row) => [...row]);
  for (let rank = 0; rank < rows.length; rank++) {
    let [best, row, column] = [1e-9, -1, -1];
    rows.forEach((entries, i) => {
      entries.forEach((entry, j) => {
        if (i >= rank && Math.abs(entry) > best) [best, row, column] = [Math.abs(entry), i, j];
      });
    });
    if (row < 0) return rank;
    [rows[rank], rows[row]] = [rows[row]!, rows[rank]!];
    for (let i = rank + 1; i < rows.length; i++) {
      const factor = rows[i]![column]! / rows[rank]![column]!;
      rows[i] = rows[i]!.map((entry, j) => entry - factor * rows[rank]![j]!);
    }
  }
  return rows.length;
}

describe('a joint between two bodies in space', () => {
  it.each(JOINTS)('$name holds where it should, and leaves $freedom freedoms', (joint) => {
    for (const C of evaluate(joint, AT_REST).C) expect(C).toBeCloseTo(0, 14);
    const J = composed(joint);
    expect(rankOf(J)).toBe(typeOf(joint.name).rows);
    expect(12 - rankOf(J)).toBe(joint.freedom);
  });

  it.each(JOINTS)('$name lets both bodies move as one', (joint) => {
    const [v, omega]: readonly [Vector, Vector] = [
      [0.3, -0.2, 0.9],
      [-0.4, 1.1, 0.6],
    ];
    const other = add(v, cross(omega, add(CENTRES[1]!, scale(-1, CENTRES[0]!))));
    const { Cdot } = evaluate(joint, [v, omega, other, omega]);
    const driven = joint.params?.['speed'] ?? 0;
    for (const rateOfRow of Cdot) expect(rateOfRow).toBeCloseTo(-driven, 13);
  });
});

describe('the freedom of joints', () => {
  const about = (axis: Vector, through: Vector, side: Side): readonly Vector[] => {
    const velocities: Vector[] = AT_REST.map((zero) => zero);
    velocities[2 * side] = cross(axis, add(CENTRES[side]!, scale(-1, through)));
    velocities[2 * side + 1] = axis;
    return velocities;
  };
  const joint = (name: string): (typeof JOINTS)[number] => JOINTS.find((candidate) => candidate.name === name)!;
  const rates = (name: string, velocities: readonly Vector[]): number[] => evaluate(joint(name), velocities).Cdot;
  const largest = (values: number[]): number => Math.max(...values.map(Math.abs));

  it('a hinge turns about its axis, and about no other', () => {
    expect(largest(rates('Hinge', about(Z, AT, 0)))).toBeLessThan(1e-14);
    expect(largest(rates('Hinge', about(X, AT, 0)))).toBeGreaterThan(0.1);
  });

  it('a screw advances by its pitch in a turn', () => {
    const turn = about(scale(2 * Math.PI, Z), AT, 0);
    expect(rates('Screw', turn)[4]).toBeCloseTo(-0.3, 13);
    const advancing = turn.map((velocity, i) => (i === 0 ? add(velocity, scale(0.3, Z)) : velocity));
    expect(largest(rates('Screw', advancing))).toBeLessThan(1e-13);
  });

  it('a hinge motor and a lock see the turn from u to w', () => {
    expect(rates('HingeMotor', about(scale(2, Z), AT, 0))[0]).toBeCloseTo(0, 14);
    expect(rates('HingeLock', about(scale(2, Z), AT, 0))[0]).toBeCloseTo(2, 14);
  });

  it('a sphere rolls about axes through its contact, and slides about none through its centre', () => {
    const centre = add(AT, scale(0.5, Z));
    for (const axis of [X, Y, Z]) expect(largest(rates('RollingSphere', about(axis, AT, 0)))).toBeLessThan(1e-14);
    expect(largest(rates('RollingSphere', about(X, centre, 0)))).toBeCloseTo(0.5, 14);
    // On a turntable with an axis through AT: a sphere that stays in place has to turn with the
    // speed of the table under it.
    const table = about(Z, add(AT, scale(2, X)), 1);
    expect(largest(rates('RollingSphere', table))).toBeCloseTo(2, 13);
  });
});
