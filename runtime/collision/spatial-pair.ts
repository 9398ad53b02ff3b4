import { addScaled, copy, normalize } from '../base/vector.js';
import type { Vector3 } from '../base/vectors.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import { SpinBrake } from './generated/spin-brake.js';
import { SpatialContact } from './generated/spatial-contact.js';
import {
  contactReport,
  contactsOf,
  conveys,
  frictionOf,
  impulseOf,
  isSticking,
  placeNear,
  restitutionOf,
  rollingOf,
  torsionalOf,
  TOUCHING,
  turns,
  type Contact,
} from './pair.js';
import { findManifold } from './spatial-manifold.js';
import { emptyManifold } from './spatial-contact-points.js';
import type { SpatialShape } from './spatial-shape.js';
import { SweptPair } from './swept-pair.js';

/** Indices of the parameters of a {@link SpatialContact}. */
const PA = 0;
const PB = 3;
const RADIUS_A = 6;
const RADIUS_B = 7;
const N = 8;
const U = 11;
const W = 14;
const BELT = 19;

const manifold = emptyManifold();
const local = new Float64Array(3);
/** Distances of the places of a meeting at the beginning of the step. */
const starts = new Float64Array(4);
/** Workspace for an axis. */
const axis = new Float64Array(3);
/** Workspace for the places of a row on both shapes. */
const onA = new Float64Array(3);
const onB = new Float64Array(3);

const X = Float64Array.of(1, 0, 0);
const Y = Float64Array.of(0, 1, 0);
const Z = Float64Array.of(0, 0, 1);

/** A pair of shapes in space, with as many contacts as places where they may touch at once. */
export class SpatialPair extends SweptPair<SpatialShape> {
  readonly constraints: readonly Constraint[];
  readonly brakes: readonly Constraint[];
  readonly #conveys: boolean;
  /** The levers of the brakes, m: those along two tangents, and one along the normal. */
  readonly #levers: readonly number[];
  /** The angles at which rings of corners of round faces begin; see {@link SpatialManifold.turns}. */
  override readonly memory = new Float64Array(2);

  constructor(a: SpatialShape, b: SpatialShape) {
    super(a, b);
    const options = {
      a: a.connectors.centre,
      e1: a.connectors.e1,
      e2: a.connectors.e2,
      b: b.connectors.centre,
      f1: b.connectors.e1,
      f2: b.connectors.e2,
      pa: [0, 0, 0],
      pb: [0, 0, 0],
      radiusA: a.radius,
      radiusB: b.radius,
      n: [0, 0, 1],
      u: [1, 0, 0],
      w: [0, 1, 0],
      mu: frictionOf(a.surface, b.surface),
      e: restitutionOf(a.surface, b.surface),
    };
    const count = this.isSensor ? 0 : Math.min(a.places, b.places);
    this.constraints = contactsOf(a, b, count, () => new SpatialContact(options));
    this.#conveys = conveys(a.surface, b.surface);
    const rolling = rollingOf(a.surface, b.surface);
    const torsional = torsionalOf(a.surface, b.surface);
    this.#levers = count > 0 && turns(a, b) ? [rolling, rolling, torsional].filter((lever) => lever > 0) : [];
    const axes = { e1: a.connectors.e1, e2: a.connectors.e2, f1: b.connectors.e1, f2: b.connectors.e2 };
    this.brakes = contactsOf(a, b, this.#levers.length, () => new SpinBrake({ ...axes, n: [0, 0, 1], torque: 0 }));
  }

  protected find(): number {
    copy(this.memory, 0, manifold.turns, 0, 2);
    findManifold(this.a, this.b, manifold);
    return this.#least(0);
  }

  protected ahead(h: number): number {
    return this.#least(h);
  }

  protected closing(): number {
    const { a, b } = this;
    const { normal } = manifold;
    return a.driftAlong(normal) - b.driftAlong(normal) + a.turningAlong(normal) + b.turningAlong(normal);
  }

  protected stops(): boolean {
    const { normal } = manifold;
    return this.a.stopsAlong(normal, 1) && this.b.stopsAlong(normal, -1);
  }

  protected way(): number {
    const { a, b } = this;
    const x = b.driftAlong(X) - a.driftAlong(X);
    const y = b.driftAlong(Y) - a.driftAlong(Y);
    const z = b.driftAlong(Z) - a.driftAlong(Z);
    return Math.sqrt(x * x + y * y + z * z) + a.turning + b.turning;
  }

  protected write(absent: boolean): void {
    this.#write(absent, false);
  }

  protected writeMeeting(t: number): void {
    const { a, b } = this;
    const { count, normal, first, second } = manifold;
    for (let k = 0, i = 0; k < count; k++, i += 3) {
      const rate = b.rateAlong(normal, second, i) - a.rateAlong(normal, first, i);
      starts[k] = Math.max(0, this.#gap(i) - t * rate);
      a.addWay(-t, first, i);
      b.addWay(-t, second, i);
    }
    a.moveTo(0);
    b.moveTo(0);
    this.#write(false, true);
  }

  /** The distance of the place at `i` of the manifold. */
  #gap(i: number): number {
    const { normal, first, second } = manifold;
    const x = (second[i]! - first[i]!) * normal[0]!;
    const y = (second[i + 1]! - first[i + 1]!) * normal[1]!;
    return x + y + (second[i + 2]! - first[i + 2]!) * normal[2]! - this.a.radius - this.b.radius;
  }

  /** The least distance of the places of the manifold after the time `h`, to first order. */
  #least(h: number): number {
    const { a, b } = this;
    const { count, normal, first, second } = manifold;
    let least = Infinity;
    for (let i = 0; i < 3 * count; i += 3) {
      const rate = h > 0 ? b.rateAlong(normal, second, i) - a.rateAlong(normal, first, i) : 0;
      least = Math.min(least, this.#gap(i) + h * rate);
    }
    return least;
  }

  /** Writes the places of the manifold: at a meeting they are `starts` apart. */
  #write(absent: boolean, isMeeting: boolean): void {
    const { a, b } = this;
    const { count, normal, onFirst, first, second } = manifold;
    const x = normal[0]!;
    const y = normal[1]!;
    const z = normal[2]!;
    const most = a.around + b.around;
    copy(manifold.turns, 0, this.memory, 0, 2);
    if (this.brakes.length > 0) this.#writeBrakes(absent ? 0 : this.push);
    for (let k = 0; k < this.constraints.length; k++) {
      const { values, offset } = bindingOf(this.constraints[k]!);
      const i = k < count ? 3 * k : 0;
      const ax = first[i]!;
      const ay = first[i + 1]!;
      const az = first[i + 2]!;
      const gap = this.#gap(i);
      // A row without a place of its own is the first one, farther apart: it never acts. Nor does one
      // that is too far for this step; it stays as near as that, since large gaps cost accuracy.
      const start = isMeeting ? starts[k < count ? k : 0]! : gap;
      const acts = k < count && !absent;
      const apart = (acts ? Math.min(start, most) : Math.min(Math.max(start, 0), most) + most) - gap;
      const bx = second[i]! + apart * x;
      const by = second[i + 1]! + apart * y;
      const bz = second[i + 2]! + apart * z;
      // What is curved rolls as a ball: its lever stays in space, and does not turn with the body.
      const onA = a.rollingRadius(first, i, normal, 1);
      const onB = b.rollingRadius(second, i, normal, -1);
      a.toLocal(ax - onA * x, ay - onA * y, az - onA * z, values, offset + PA);
      b.toLocal(bx + onB * x, by + onB * y, bz + onB * z, values, offset + PB);
      values[offset + RADIUS_A] = a.radius + onA;
      values[offset + RADIUS_B] = b.radius + onB;
      copy(normal, 0, values, offset + N, 3);
      writeTangents(onFirst ? a : b, normal, values, offset);
      if (!this.#conveys) continue;
      values.fill(0, offset + BELT, offset + BELT + 3);
      b.addSurfaceVelocity(1, values, offset + BELT);
      a.addSurfaceVelocity(-1, values, offset + BELT);
    }
  }

  /** Writes the axes and largest torques of the brakes: rolling is held along its axis and across that. */
  #writeBrakes(push: number): void {
    const { normal } = manifold;
    axis.fill(0);
    this.b.addSpin(1, axis);
    this.a.addSpin(-1, axis);
    const along = axis[0]! * normal[0]! + axis[1]! * normal[1]! + axis[2]! * normal[2]!;
    for (let c = 0; c < 3; c++) axis[c]! -= along * normal[c]!;
    // Any tangent where nothing rolls.
    const least = Math.abs(normal[0]!) < 0.6 ? 0 : 1;
    if (!(normalize(axis) > 0)) {
      for (let c = 0; c < 3; c++) axis[c] = (c === least ? 1 : 0) - normal[least]! * normal[c]!;
      normalize(axis);
    }
    const isRolling = this.brakes.length > 1;
    this.brakes.forEach((brake, k) => {
      const { values, offset } = bindingOf(brake);
      for (let c = 0; c < 3; c++) {
        const [i, j] = [(c + 1) % 3, (c + 2) % 3];
        const across = normal[i]! * axis[j]! - normal[j]! * axis[i]!;
        values[offset + c] = !isRolling || k === 2 ? normal[c]! : k === 0 ? axis[c]! : across;
      }
      values[offset + 3] = this.#levers[k]! * push;
    });
  }

  report(out: Contact[]): void {
    const { a, b } = this;
    const least = this.find();
    for (const constraint of this.constraints) {
      const [push, ...friction] = constraint.lambda;
      const impulse = impulseOf(constraint) as Vector3;
      // Rows stand for places at the start of the step; the shapes may have passed each other since.
      const touches = constraint.C[0] <= TOUCHING && least <= TOUCHING;
      if (!(push > 0) && !touches && !impulse.some((x) => x !== 0)) continue;
      const { values, offset } = bindingOf(constraint);
      const vector = (at: number) => values.slice(offset + at, offset + at + 3) as Vector3;
      const [normal, u, w] = [vector(N), vector(U), vector(W)];
      a.toWorld(values, offset + PA, onA);
      b.toWorld(values, offset + PB, onB);
      // Rows hold centres of curvature: the surface is that radius off.
      addScaled(onA, values[offset + RADIUS_A]! - a.radius, normal);
      addScaled(onB, b.radius - values[offset + RADIUS_B]!, normal);
      const at = placeNear(manifold, onA, onB);
      const gap = this.#gap(at);
      const position = onA.map((_, c) => manifold.first[at + c]! + (a.radius + gap / 2) * normal[c]!) as Vector3;
      const force = normal.map((x, c) => push * x + friction[0]! * u[c]! + friction[1]! * w[c]!) as Vector3;
      const [, alongU, alongW] = constraint.Cdot;
      const slip = u.map((x, c) => alongU! * x + alongW! * w[c]!) as Vector3;
      const sticks = isSticking(constraint.lambda, frictionOf(a.surface, b.surface));
      out.push(contactReport({ a: a.carrier, b: b.carrier, position, normal, gap, force, impulse, slip, sticks }));
    }
  }
}

/**
 * Writes two tangents that turn with what carries the normal, so that multipliers of friction mean
 * the same in the next step (Duff et al. 2017, with the cut where no face of a box has its normal).
 */
function writeTangents(carrier: SpatialShape, normal: Float64Array, values: Float64Array, offset: number): void {
  carrier.vectorToLocal(normal[0]!, normal[1]!, normal[2]!, local, 0);
  const [x, y, z] = [local[0]!, local[1]!, local[2]!];
  const side = z >= -0.5 ? 1 : -1;
  const q = 1 / (side + z);
  carrier.vectorToWorld(1 - side * x * x * q, -side * x * y * q, -side * x, values, offset + U);
  carrier.vectorToWorld(-x * y * q, side - y * y * q, -y, values, offset + W);
}
