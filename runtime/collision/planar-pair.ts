import type { Vector2 } from '../base/vectors.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import { PlanarContact } from './generated/planar-contact.js';
import { contactReport, contactsOf, frictionOf, restitutionOf, TOUCHING, type Contact, type Pair } from './pair.js';
import { emptyManifold, findManifold } from './planar-manifold.js';
import type { PlanarShape } from './planar-shape.js';

/** Indices of the parameters of a {@link PlanarContact}. */
const PA = 0;
const PB = 2;
const NA = 4;
const NB = 6;

const manifold = emptyManifold();

/** A pair of shapes in the plane, with two contacts, or one if either is a disc. */
export class PlanarPair implements Pair<PlanarShape> {
  readonly a: PlanarShape;
  readonly b: PlanarShape;
  readonly constraints: readonly Constraint[];
  near = true;

  constructor(a: PlanarShape, b: PlanarShape) {
    this.a = a;
    this.b = b;
    const options = {
      a: a.connectors.centre,
      alpha: a.connectors.angle,
      b: b.connectors.centre,
      beta: b.connectors.angle,
      pa: [0, 0],
      pb: [0, 0],
      na: [0, 0],
      nb: [0, 0],
      radiusA: a.radius,
      radiusB: b.radius,
      mu: frictionOf(a.surface, b.surface),
      e: restitutionOf(a.surface, b.surface),
    };
    const count = a.edges > 0 && b.edges > 0 ? 2 : 1;
    this.constraints = contactsOf(a, b, count, () => new PlanarContact(options));
  }

  update(): void {
    const { a, b } = this;
    findManifold(a, b, manifold);
    const { count, nx, ny, onFirst, first, second } = manifold;
    const radii = a.radius + b.radius;
    const most = a.around + b.around;
    for (let k = 0; k < this.constraints.length; k++) {
      const { values, offset } = bindingOf(this.constraints[k]!);
      const i = k < count ? 2 * k : 0;
      const gap = (second[i]! - first[i]!) * nx + (second[i + 1]! - first[i + 1]!) * ny - radii;
      // A row without a place of its own is the first one, farther apart: it never acts. Nor does one
      // that is too far for this step; it stays as near as that, since large gaps cost accuracy.
      const apart = Math.min(0, most - gap) + (k < count ? 0 : most);
      a.toLocal(first[i]!, first[i + 1]!, values, offset + PA);
      b.toLocal(second[i]! + apart * nx, second[i + 1]! + apart * ny, values, offset + PB);
      a.vectorToLocal(onFirst ? nx : 0, onFirst ? ny : 0, values, offset + NA);
      b.vectorToLocal(onFirst ? 0 : nx, onFirst ? 0 : ny, values, offset + NB);
    }
  }

  report(out: Contact[]): void {
    const { a, b } = this;
    for (const constraint of this.constraints) {
      const gap = constraint.C[0];
      const [N, T] = constraint.lambda;
      if (!(N > 0) && !(gap <= TOUCHING)) continue;
      const { values, offset } = bindingOf(constraint);
      const normal = new Float64Array(2) as Vector2;
      a.addVector(values, offset + NA, normal);
      b.addVector(values, offset + NB, normal);
      const [nx, ny] = [normal[0], normal[1]];
      const centre = a.toWorld(values, offset + PA);
      const position = centre.map((x, c) => x + (a.radius + gap / 2) * normal[c]!) as Vector2;
      const force = Float64Array.of(N * nx - T! * ny, N * ny + T! * nx) as Vector2;
      out.push(contactReport({ a: a.carrier, b: b.carrier, position, normal, gap, force }));
    }
  }
}
