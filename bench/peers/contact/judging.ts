import { anchor, momentsOf, SPIN, STEP, STRIDE, TURN, VELOCITY, type Layout, type Vector } from './scene.js';

/** The states of all bodies after each step, the start first. */
export type History = readonly Float64Array[];

/** What a trial found: a number for each of its columns, and the checks that failed. */
export interface Verdict {
  readonly values: readonly number[];
  readonly failures: readonly string[];
}

/** A scene, and how its motion is judged. */
export interface Trial {
  /** The only space in which it says something. */
  readonly only?: 3;
  /** Simulated time, s. */
  readonly duration: number;
  /** True if the table shows the time that it takes. */
  readonly timed: boolean;
  readonly columns: readonly string[];
  layout(space: 2 | 3): Layout;
  judge(history: History, layout: Layout): Verdict;
}

export const at = (history: History, time: number): Float64Array => history[Math.round(time / STEP)]!;
export const body = (state: Float64Array, i: number, from = 0, count = 3): Float64Array =>
  state.subarray(STRIDE * i + from, STRIDE * i + from + count);
export const distance = (a: Float64Array, b: Float64Array): number => Math.hypot(...a.map((x, i) => x - b[i]!));

/** Returns the larger number; one that is not finite counts as larger than any other. */
const larger = (a: number, b: number): number => (a >= b ? a : Number.isNaN(a) ? a : b);
export const largest = (values: Iterable<number>): number => [...values].reduce(larger, 0);

/** The largest distance of a body from its place in the state `from`, m, and the largest speed, m/s. */
export const drift = (state: Float64Array, from: Float64Array, { moving }: Layout): number =>
  largest(moving.map((_, i) => distance(body(state, i), body(from, i))));
export const speed = (state: Float64Array, { moving }: Layout): number =>
  largest(moving.map((_, i) => Math.hypot(...body(state, i, VELOCITY))));

/** A vector in body axes, in world axes: `v + 2 w (u × v) + 2 u × (u × v)` for the quaternion `w, u`. */
function turned([w, x, y, z]: Float64Array, v: readonly number[]): [number, number, number] {
  const u = [x!, y!, z!];
  const cross = (a: readonly number[], b: readonly number[]): [number, number, number] => [
    a[1]! * b[2]! - a[2]! * b[1]!,
    a[2]! * b[0]! - a[0]! * b[2]!,
    a[0]! * b[1]! - a[1]! * b[0]!,
  ];
  const t = cross(u, v);
  const tt = cross(u, t);
  return [0, 1, 2].map((c) => v[c]! + 2 * w! * t[c]! + 2 * tt[c]!) as [number, number, number];
}

/** The largest distance between the two ends of a joint, m. */
export function looseness(state: Float64Array, { joints, moving }: Layout): number {
  const end = (i: number, local: Vector): number[] =>
    turned(body(state, i, TURN, 4), local).map((x, c) => x + body(state, i)[c]!);
  return largest(
    joints.map((joint) => {
      const [p, q] = [joint.a, joint.b].map((i) => end(i, anchor(joint, moving[i]!)));
      return Math.hypot(...p!.map((x, c) => x - q![c]!));
    }),
  );
}

/** Angular momentum of the first body about its centre, kg·m²/s. */
export function spinMomentum(state: Float64Array, { moving }: Layout): Float64Array {
  const [w, x, y, z] = body(state, 0, TURN, 4);
  const spin = turned(Float64Array.of(w!, -x!, -y!, -z!), [...body(state, 0, SPIN)]);
  const momentum = momentsOf(moving[0]!).map((moment, c) => moment * spin[c]!);
  return Float64Array.from(turned(body(state, 0, TURN, 4), momentum));
}

/** Kinetic energy and that in the field of gravity, J. */
export function energy(state: Float64Array, { moving, gravity }: Layout): number {
  return moving.reduce((sum, part, i) => {
    const [w, x, y, z] = body(state, i, TURN, 4);
    const spin = turned(Float64Array.of(w!, -x!, -y!, -z!), [...body(state, i, SPIN)]);
    const rotation = momentsOf(part).reduce((total, moment, c) => total + moment * spin[c]! ** 2, 0);
    const v = body(state, i, VELOCITY);
    const p = body(state, i);
    return sum + [0, 1, 2].reduce((e, c) => e + part.mass * (v[c]! ** 2 / 2 - gravity[c]! * p[c]!), rotation / 2);
  }, 0);
}

export const say = (failures: readonly (readonly [boolean, string])[]): string[] =>
  failures.filter(([failed]) => failed).map(([, message]) => message);
