import { hypot } from '../base/powers.js';
import type { Vector2 } from '../base/vectors.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import { Brake } from './generated/brake.js';
import { PlanarContact } from './generated/planar-contact.js';
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
  TOUCHING,
  turns,
  type Contact,
} from './pair.js';
import { emptyManifold, findManifold } from './planar-manifold.js';
import type { PlanarShape } from './planar-shape.js';
import { SweptPair } from './swept-pair.js';

/** Indices of the parameters of a {@link PlanarContact}. */
const PA = 0;
const PB = 2;
const NA = 4;
const NB = 6;
const N0 = 8;
const BELT = 14;

const manifold = emptyManifold();
/** Distances of the places of a meeting at the beginning of the step. */
const starts = new Float64Array(2);
/** Workspace for the places of a row on both shapes. */
const onA = new Float64Array(2);
const onB = new Float64Array(2);

/** A pair of shapes in the plane, with two contacts, or one if either is a disc. */
export class PlanarPair extends SweptPair<PlanarShape> {
  readonly constraints: readonly Constraint[];
  readonly brakes: readonly Constraint[];
  readonly #rolling: number;
  readonly #conveys: boolean;

  constructor(a: PlanarShape, b: PlanarShape) {
    super(a, b);
    const options = {
      a: a.connectors.centre,
      alpha: a.connectors.angle,
      b: b.connectors.centre,
      beta: b.connectors.angle,
      pa: [0, 0],
      pb: [0, 0],
      na: [0, 0],
      nb: [0, 0],
      n0: [0, 0],
      radiusA: a.radius,
      radiusB: b.radius,
      mu: frictionOf(a.surface, b.surface),
      e: restitutionOf(a.surface, b.surface),
    };
    const count = this.isSensor ? 0 : a.edges > 0 && b.edges > 0 ? 2 : 1;
    this.constraints = contactsOf(a, b, count, () => new PlanarContact(options));
    this.#conveys = conveys(a.surface, b.surface);
    this.#rolling = rollingOf(a.surface, b.surface);
    const brakes = this.#rolling > 0 && turns(a, b) ? Math.min(count, 1) : 0;
    const angles = { theta: b.connectors.angle, base: a.connectors.angle };
    this.brakes = contactsOf(a, b, brakes, () => new Brake({ ...angles, torque: 0 }));
  }

  protected find(): number {
    findManifold(this.a, this.b, manifold);
    return this.#least(0);
  }

  protected ahead(h: number): number {
    return this.#least(h);
  }

  protected closing(): number {
    const { a, b } = this;
    const { nx, ny } = manifold;
    return a.driftAlong(nx, ny) - b.driftAlong(nx, ny) + a.turning + b.turning;
  }

  protected stops(): boolean {
    const { nx, ny } = manifold;
    return this.a.stopsAlong(nx, ny) && this.b.stopsAlong(-nx, -ny);
  }

  protected way(): number {
    const { a, b } = this;
    const x = b.driftAlong(1, 0) - a.driftAlong(1, 0);
    const y = b.driftAlong(0, 1) - a.driftAlong(0, 1);
    return hypot(x, y) + a.turning + b.turning;
  }

  protected write(absent: boolean): void {
    this.#write(absent, false);
  }

  protected writeMeeting(t: number): void {
    const { a, b } = this;
    const { count, nx, ny, first, second } = manifold;
    for (let k = 0, i = 0; k < count; k++, i += 2) {
      const rate = b.rateAlong(nx, ny, second[i]!, second[i + 1]!) - a.rateAlong(nx, ny, first[i]!, first[i + 1]!);
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
    const { nx, ny, first, second } = manifold;
    const along = (second[i]! - first[i]!) * nx + (second[i + 1]! - first[i + 1]!) * ny;
    return along - this.a.radius - this.b.radius;
  }

  /** The least distance of the places of the manifold after the time `h`, to first order. */
  #least(h: number): number {
    const { a, b } = this;
    const { count, nx, ny, first, second } = manifold;
    let least = Infinity;
    for (let i = 0; i < 2 * count; i += 2) {
      let gap = this.#gap(i);
      if (h > 0)
        gap += h * (b.rateAlong(nx, ny, second[i]!, second[i + 1]!) - a.rateAlong(nx, ny, first[i]!, first[i + 1]!));
      if (gap < least) least = gap;
    }
    return least;
  }

  /** Writes the places of the manifold: at a meeting their normal stays. */
  #write(absent: boolean, isMeeting: boolean): void {
    const { a, b } = this;
    const { count, nx, ny, onFirst, first, second } = manifold;
    const most = a.around + b.around;
    for (const brake of this.brakes) {
      const { values, offset } = bindingOf(brake);
      values[offset] = absent ? 0 : this.#rolling * this.push;
    }
    for (let k = 0; k < this.constraints.length; k++) {
      const { values, offset } = bindingOf(this.constraints[k]!);
      const i = k < count ? 2 * k : 0;
      const gap = this.#gap(i);
      // A row without a place of its own is the first one, farther apart: it never acts. Nor does one
      // that is too far for this step; it stays as near as that, since large gaps cost accuracy.
      const start = isMeeting ? starts[k < count ? k : 0]! : gap;
      const acts = k < count && !absent;
      const apart = (acts ? Math.min(start, most) : Math.min(Math.max(start, 0), most) + most) - gap;
      const [onA, onB] = [!isMeeting && onFirst, !isMeeting && !onFirst];
      a.toLocal(first[i]!, first[i + 1]!, values, offset + PA);
      b.toLocal(second[i]! + apart * nx, second[i + 1]! + apart * ny, values, offset + PB);
      a.vectorToLocal(onA ? nx : 0, onA ? ny : 0, values, offset + NA);
      b.vectorToLocal(onB ? nx : 0, onB ? ny : 0, values, offset + NB);
      values[offset + N0] = isMeeting ? nx : 0;
      values[offset + N0 + 1] = isMeeting ? ny : 0;
      if (!this.#conveys) continue;
      values.fill(0, offset + BELT, offset + BELT + 2);
      b.addSurfaceVelocity(1, values, offset + BELT);
      a.addSurfaceVelocity(-1, values, offset + BELT);
    }
  }

  report(out: Contact[]): void {
    const { a, b } = this;
    const least = this.find();
    for (const constraint of this.constraints) {
      const [N, T] = constraint.lambda;
      const impulse = impulseOf(constraint) as Vector2;
      // Rows stand for places at the start of the step; the shapes may have passed each other since.
      const touches = constraint.C[0] <= TOUCHING && least <= TOUCHING;
      if (!(N > 0) && !touches && !impulse.some((x) => x !== 0)) continue;
      const { values, offset } = bindingOf(constraint);
      const normal = values.slice(offset + N0, offset + N0 + 2) as Vector2;
      a.addVector(values, offset + NA, normal);
      b.addVector(values, offset + NB, normal);
      const [nx, ny] = [normal[0], normal[1]];
      a.toWorld(values, offset + PA, onA);
      b.toWorld(values, offset + PB, onB);
      const at = placeNear(manifold, onA, onB);
      const gap = this.#gap(at);
      const position = onA.map((_, c) => manifold.first[at + c]! + (a.radius + gap / 2) * normal[c]!) as Vector2;
      const force = Float64Array.of(N * nx - T! * ny, N * ny + T! * nx) as Vector2;
      const rate = constraint.Cdot[1]!;
      const slip = Float64Array.of(-rate * ny, rate * nx) as Vector2;
      const sticks = isSticking(constraint.lambda, frictionOf(a.surface, b.surface));
      out.push(contactReport({ a: a.carrier, b: b.carrier, position, normal, gap, force, impulse, slip, sticks }));
    }
  }
}
