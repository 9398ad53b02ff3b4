import { anchor, G, momentsOf, SPIN, STEP, STRIDE, TURN, VELOCITY, type Layout, type Vector } from './scene.js';
import { MU, pinchedCapsule, pyramid, ragdoll, slope, stack } from './scenes.js';

/** The states of all bodies after each step, the start first. */
export type History = readonly Float64Array[];

/** What a trial found: a number for each of its columns, and the checks that failed. */
export interface Verdict {
  readonly values: readonly number[];
  readonly failures: readonly string[];
}

/** A scene, and how its motion is judged. */
export interface Trial {
  /** Simulated time, s. */
  readonly duration: number;
  /** True if the table shows the time that it takes. */
  readonly timed: boolean;
  readonly columns: readonly string[];
  layout(space: 2 | 3): Layout;
  judge(history: History, layout: Layout): Verdict;
}

const degrees = (angle: number): number => (angle * Math.PI) / 180;
const at = (history: History, time: number): Float64Array => history[Math.round(time / STEP)]!;
const body = (state: Float64Array, i: number, from = 0, count = 3): Float64Array =>
  state.subarray(STRIDE * i + from, STRIDE * i + from + count);
const distance = (a: Float64Array, b: Float64Array): number => Math.hypot(...a.map((x, i) => x - b[i]!));

/** Returns the larger number; one that is not finite counts as larger than any other. */
const larger = (a: number, b: number): number => (a >= b ? a : Number.isNaN(a) ? a : b);
const largest = (values: Iterable<number>): number => [...values].reduce(larger, 0);

/** The largest distance of a body from its place in the state `from`, m, and the largest speed, m/s. */
const drift = (state: Float64Array, from: Float64Array, { moving }: Layout): number =>
  largest(moving.map((_, i) => distance(body(state, i), body(from, i))));
const speed = (state: Float64Array, { moving }: Layout): number =>
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
function looseness(state: Float64Array, { joints, moving }: Layout): number {
  const end = (i: number, local: Vector): number[] =>
    turned(body(state, i, TURN, 4), local).map((x, c) => x + body(state, i)[c]!);
  return largest(
    joints.map((joint) => {
      const [p, q] = [joint.a, joint.b].map((i) => end(i, anchor(joint, moving[i]!)));
      return Math.hypot(...p!.map((x, c) => x - q![c]!));
    }),
  );
}

/** Kinetic energy and that in the field of gravity, J. */
function energy(state: Float64Array, { moving, gravity }: Layout): number {
  return moving.reduce((sum, part, i) => {
    const [w, x, y, z] = body(state, i, TURN, 4);
    const spin = turned(Float64Array.of(w!, -x!, -y!, -z!), [...body(state, i, SPIN)]);
    const rotation = momentsOf(part).reduce((total, moment, c) => total + moment * spin[c]! ** 2, 0);
    const v = body(state, i, VELOCITY);
    const p = body(state, i);
    return sum + [0, 1, 2].reduce((e, c) => e + part.mass * (v[c]! ** 2 / 2 - gravity[c]! * p[c]!), rotation / 2);
  }, 0);
}

const say = (failures: readonly (readonly [boolean, string])[]): string[] =>
  failures.filter(([failed]) => failed).map(([, message]) => message);

function slides(excess: number): Trial {
  const isSteep = excess > 0;
  return {
    duration: 2,
    timed: false,
    columns: [isSteep ? 'slides: error' : 'slope: creep'],
    layout: () => slope(excess),
    judge: (history) => {
      const [from, to] = [at(history, 1), at(history, 2)];
      const creep = distance(body(to, 0), body(from, 0));
      if (!isSteep) return { values: [creep], failures: say([[!(creep < 0.01), 'slides where friction holds']]) };
      const angle = Math.atan(MU) + excess;
      const gained = body(to, 0, VELOCITY)[0]! - body(from, 0, VELOCITY)[0]!;
      const error = gained / (G * (Math.sin(angle) - MU * Math.cos(angle))) - 1;
      const message = `slides with ${(error + 1).toPrecision(2)} of the acceleration that friction leaves`;
      return { values: [Math.abs(error)], failures: say([[!(Math.abs(error) < 0.1), message]]) };
    },
  };
}

/** The scenes, in the order of the table. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  'stack of 10': {
    duration: 5,
    timed: true,
    columns: ['drift', 'speed'],
    layout: () => stack(10),
    judge: (history, layout) => {
      const moved = largest(history.map((state) => drift(state, history[0]!, layout)));
      const fastest = largest(history.slice(Math.round(4 / STEP)).map((state) => speed(state, layout)));
      return { values: [moved, fastest], failures: say([[!(moved < 0.5), 'the stack does not stand']]) };
    },
  },
  'slope, −0.01°': slides(-degrees(0.01)),
  'slope, +0.01°': slides(degrees(0.01)),
  'pinched capsule': {
    duration: 2,
    timed: false,
    columns: ['pinched: creep'],
    layout: pinchedCapsule,
    judge: (history) => {
      const [from, to] = [at(history, 1), at(history, 2)];
      const creep = distance(body(to, 0), body(from, 0));
      const fell = distance(body(to, 0), body(history[0]!, 0));
      return { values: [creep], failures: say([[!(fell < 0.05), 'the capsule is not held']]) };
    },
  },
  'pyramid of 210': {
    duration: 2,
    timed: true,
    columns: ['drift', 'speed'],
    layout: () => pyramid(20),
    judge: (history, layout) => {
      const moved = largest(history.map((state) => drift(state, history[0]!, layout)));
      const values = [moved, speed(history.at(-1)!, layout)];
      return { values, failures: say([[!(moved < 0.5), 'the pyramid does not stand']]) };
    },
  },
  ragdoll: {
    duration: 3,
    timed: true,
    columns: ['joints', 'speed'],
    layout: ragdoll,
    judge: (history, layout) => {
      const loose = largest(history.map((state) => looseness(state, layout)));
      const last = history.at(-1)!;
      const start = energy(history[0]!, layout);
      const mass = layout.moving.reduce((sum, part) => sum + part.mass, 0);
      // It falls by 1 m.
      const gain = largest(history.map((state) => energy(state, layout) - start)) / (mass * G);
      const lowest = Math.min(...layout.moving.map((_, i) => body(last, i)[1]!));
      const highest = Math.max(...layout.moving.map((_, i) => body(last, i)[1]!));
      return {
        values: [loose, speed(last, layout)],
        failures: say([
          [!(loose < 0.05), 'joints come apart'],
          [!(gain < 0.01), `energy rises by ${(100 * gain).toPrecision(2)} % of that of the fall`],
          [!(lowest > 0), 'it sinks into the floor'],
          [!(highest < 1.2), 'it has not come to the floor'],
        ]),
      };
    },
  },
};
