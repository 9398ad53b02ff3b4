import type { RigidBody3D } from '../../runtime/index.js';
import { isRigidBody } from '../painter/rigid.js';
import { cross, dot, frameAlong, inSpace, lengthOf, minus, plus, unit, type Vector } from '../painter/frame.js';
import type { Carrier } from '../solids/parts.js';
import type { ChannelPath, GlbFile, NodeOptions } from './glb-file.js';
import { thinned } from './thinned.js';

/** A unit quaternion, the real part last. */
export type Turn = readonly [x: number, y: number, z: number, w: number];

/** Where something is: position, m, turn, and scales along its own axes. */
export interface Pose {
  readonly at: Vector;
  readonly turn: Turn;
  readonly scale: Vector;
  /** How it turns: in the plane its angle, over whole turns, and in space its angular velocity. */
  readonly spin?: number | Vector;
}

const ONE: Vector = [1, 1, 1];
const NONE: Vector = [0, 0, 0];
const UPRIGHT: Turn = [0, 0, 0, 1];
/** The largest turn between two keys; those that show films take the shorter way around. */
const LARGEST_TURN = Math.PI / 2;
/** Least time between two keys that stand for a fast turn, s: no screen shows more. */
const LEAST_TIME = 5e-4;

/** The pose of what carries solids. */
export function poseOf(carrier: Exclude<Carrier, null>): Pose {
  const at = inSpace(carrier.position);
  if (!isRigidBody(carrier)) return { at, turn: UPRIGHT, scale: ONE };
  const { orientation: q } = carrier;
  const turn: Turn = typeof q === 'number' ? [0, 0, Math.sin(q / 2), Math.cos(q / 2)] : [q[1], q[2], q[3], q[0]];
  return { at, turn, scale: ONE, spin: typeof q === 'number' ? q : inSpace((carrier as RigidBody3D).angularVelocity) };
}

/**
 * The pose of a solid that is stretched from `a` to `b` along its third axis. Its turn about that is as it was
 * `before`, so that it does not spin.
 */
export function poseOfSpan(a: Vector, b: Vector, across: number, stretch: number, before?: Pose): Pose {
  const away = minus(b, a);
  const turn = before?.turn ?? UPRIGHT;
  if (!(lengthOf(away) > 0)) return { at: a, turn, scale: [across, across, 0] };
  const to = unit(away);
  return {
    at: a,
    turn: product(arcBetween(turned(turn, [0, 0, 1]), to), turn),
    scale: [across, across, stretch * lengthOf(away)],
  };
}

/** The shortest turn that takes one unit vector to another. */
function arcBetween(from: Vector, to: Vector): Turn {
  const cosine = dot(from, to);
  // Opposite to each other: about any axis at right angles.
  if (cosine < -1 + 1e-12) return [...frameAlong(NONE, from).u, 0];
  const [x, y, z] = cross(from, to);
  return normalized([x, y, z, 1 + cosine]);
}

const product = ([a, b, c, d]: Turn, [x, y, z, w]: Turn): Turn =>
  normalized([d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z]); // prettier-ignore

/** The turn by a vector of rotation. */
function turnBy(v: Vector): Turn {
  const angle = lengthOf(v);
  const part = angle > 0 ? Math.sin(angle / 2) / angle : 0.5;
  return [part * v[0], part * v[1], part * v[2], Math.cos(angle / 2)];
}

/** The vector of the shortest rotation that takes one turn to another. */
function rotationBetween([a, b, c, d]: Turn, to: Turn): Vector {
  const [x, y, z, w] = product(to, [-a, -b, -c, d]);
  const sine = Math.hypot(x, y, z);
  const part = sine > 0 ? (2 * Math.atan2(sine, Math.abs(w)) * (w < 0 ? -1 : 1)) / sine : 0;
  return [part * x, part * y, part * z];
}

const scaled = ([x, y, z]: Vector, by: number): Vector => [by * x, by * y, by * z];

/** A vector turned by a unit quaternion. */
function turned([x, y, z, w]: Turn, v: Vector): Vector {
  const t = cross([x, y, z], v);
  const u = cross([x, y, z], t);
  return [v[0] + 2 * (w * t[0] + u[0]), v[1] + 2 * (w * t[1] + u[1]), v[2] + 2 * (w * t[2] + u[2])];
}

function normalized(q: Turn): Turn {
  const size = Math.hypot(...q);
  return [q[0] / size, q[1] / size, q[2] / size, q[3] / size];
}

/** About how far something turned in a time between two spins. */
function rotationIn(dt: number, before: Pose['spin'], now: Pose['spin']): Vector {
  if (before === undefined || now === undefined) return NONE;
  if (typeof before === 'number' || typeof now === 'number') return [0, 0, (now as number) - (before as number)];
  return scaled(plus(before, now), dt / 2);
}

/** Numbers of a pose in a row. */
const WIDTH = 10;

/** Poses of one node at the samples of a run. */
export class Track {
  readonly #poses: number[] = [];
  /** Of samples, the rotation since the one before, where it is more than {@link LARGEST_TURN}. */
  readonly #turns = new Map<number, Vector>();
  #spin: Pose['spin'];

  get length(): number {
    return this.#poses.length / WIDTH;
  }

  get last(): Pose | undefined {
    return this.length === 0 ? undefined : this.#at(this.length - 1);
  }

  /** Notes the pose at the sample `n`, `dt` after the one before; it was not there at those that were left out before. */
  note(n: number, pose: Pose, dt = 0): void {
    const last = this.last;
    const rotation = rotationIn(dt, this.length === n ? this.#spin : undefined, pose.spin);
    if (lengthOf(rotation) > LARGEST_TURN) this.#turns.set(n, rotation);
    this.#spin = pose.spin;
    while (this.length < n) this.#push({ ...(last ?? pose), scale: NONE });
    this.#push(pose);
  }

  /** Notes that it is not there any more up to `count` samples. */
  end(count: number): void {
    const last = this.last!;
    while (this.length < count) this.#push({ ...last, scale: NONE });
  }

  /**
   * Writes the first pose into a node, and keys for what moves: no place of a solid that is `reach` from the
   * origin of its axes is off by more than `tolerance`, m, half of it for its position, a quarter for its turn,
   * and a quarter for its stretch.
   */
  write(file: GlbFile, times: Float32Array, reach: number, tolerance: number, content: NodeOptions): number {
    const { at, turn, scale } = this.#at(0);
    const node = file.node({
      ...content,
      ...(at.some((x) => x !== 0) && { translation: at }),
      ...(turn[3] !== 1 && { rotation: turn }),
      ...(scale.some((x) => x !== 1) && { scale }),
    });
    const far = Math.max(reach, Number.MIN_VALUE);
    const channels: readonly (readonly [path: ChannelPath, from: number, size: number, most: number])[] = [
      ['translation', 0, 3, tolerance / 2],
      // A turn by an angle differs by half of it in its quaternion.
      ['rotation', 3, 4, tolerance / 8 / (far * this.#largestScale())],
      ['scale', 7, 3, tolerance / 4 / far],
    ];
    for (const [path, from, size, most] of channels) {
      const isTurn = path === 'rotation';
      let isStill = !isTurn || this.#turns.size === 0;
      for (let n = 1; isStill && n < this.length; n++) isStill = this.#apart(0, n, from, size) <= most;
      if (isStill) continue;
      const kept = thinned(this.length, (i, k) => this.#fits(times, i, k, from, size, most));
      const keys = kept.flatMap((n) => [
        ...(isTurn ? this.#between(times, n) : []),
        { time: times[n]!, values: this.#poses.slice(WIDTH * n + from, WIDTH * n + from + size) },
      ]);
      file.animate(
        node,
        path,
        Float32Array.from(keys, ({ time }) => time),
        Float32Array.from(keys.flatMap(({ values }) => values)),
      );
    }
    return node;
  }

  /** Keys of a fast turn that ends at the sample `n`: as it was estimated, and its error little by little. */
  #between(times: Float32Array, n: number): { readonly time: number; readonly values: Turn }[] {
    const rotation = this.#turns.get(n);
    if (rotation === undefined) return [];
    const [from, to] = [this.#at(n - 1).turn, this.#at(n).turn];
    const error = rotationBetween(product(turnBy(rotation), from), to);
    const [begin, end] = [times[n - 1]!, times[n]!];
    const most = Math.max(1, Math.floor((end - begin) / LEAST_TIME));
    const pieces = Math.min(most, Math.ceil(lengthOf(rotation) / LARGEST_TURN));
    return Array.from({ length: pieces - 1 }, (_, k) => {
      const share = (k + 1) / pieces;
      const values = product(turnBy(scaled(error, share)), product(turnBy(scaled(rotation, share)), from));
      return { time: begin + share * (end - begin), values };
    });
  }

  #largestScale(): number {
    let most = Number.MIN_VALUE;
    for (let n = 0; n < this.length; n++)
      for (let k = 7; k < 10; k++) most = Math.max(most, this.#poses[WIDTH * n + k]!);
    return most;
  }

  #at(n: number): Pose {
    const [x, y, z, a, b, c, d, u, v, w] = this.#poses.slice(WIDTH * n, WIDTH * n + WIDTH) as never as [number, number, number, number, number, number, number, number, number, number]; // prettier-ignore
    return { at: [x, y, z], turn: [a, b, c, d], scale: [u, v, w] };
  }

  /** Quaternions of opposite sign are the same turn: each has the sign of the one before. */
  #push({ at, turn, scale }: Pose): void {
    const p = this.#poses;
    const n = p.length - WIDTH;
    const isOpposite = n >= 0 && turn.reduce((sum, x, k) => sum + x * p[n + 3 + k]!, 0) < 0;
    p.push(...at, ...(isOpposite ? turn.map((x) => -x) : turn), ...scale);
  }

  #apart(i: number, k: number, from: number, size: number): number {
    let square = 0;
    for (let c = from; c < from + size; c++) square += (this.#poses[WIDTH * i + c]! - this.#poses[WIDTH * k + c]!) ** 2;
    return Math.sqrt(square);
  }

  /** Tests whether all samples between two are near the line, or the arc, between these. */
  #fits(times: Float32Array, i: number, k: number, from: number, size: number, most: number): boolean {
    const p = this.#poses;
    const [first, last] = [WIDTH * i + from, WIDTH * k + from];
    const isTurn = size === 4;
    if (isTurn) for (let n = i + 1; n <= k; n++) if (this.#turns.has(n)) return false;
    let cosine = 0;
    if (isTurn) for (let c = 0; c < 4; c++) cosine += p[first + c]! * p[last + c]!;
    const sign = cosine < 0 ? -1 : 1;
    const angle = isTurn ? Math.acos(Math.min(1, Math.abs(cosine))) : 0;
    const sine = Math.sin(angle);
    for (let n = i + 1; n < k; n++) {
      const share = (times[n]! - times[i]!) / (times[k]! - times[i]!);
      const isArc = angle > 1e-6;
      const [a, b] = isArc
        ? [Math.sin((1 - share) * angle) / sine, (sign * Math.sin(share * angle)) / sine]
        : [1 - share, sign * share];
      let [same, opposite] = [0, 0];
      for (let c = 0; c < size; c++) {
        const x = a * p[first + c]! + b * p[last + c]!;
        const y = p[WIDTH * n + from + c]!;
        same += (x - y) ** 2;
        opposite += (x + y) ** 2;
      }
      if (Math.sqrt(isTurn ? Math.min(same, opposite) : same) > most) return false;
    }
    return true;
  }
}
