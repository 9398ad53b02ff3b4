import { lengthOf, squared } from '../base/powers.js';
import { describePlainly, labelled, plainFields } from '../base/printing.js';
import type { Space, Vector } from '../base/vectors.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import type { Carrier, Shape, Surface } from './shape.js';

/** Distance of surfaces up to which they touch, m. */
export const TOUCHING = 1e-8;

/** A place where two shapes touch. */
export interface Contact<S extends Space = Space> {
  /** The objects whose shapes touch; null is the ground. */
  readonly a: Carrier | null;
  readonly b: Carrier | null;
  /** The middle between the surfaces, m. */
  readonly position: Vector<S>;
  /** Unit normal from `a` to `b`. */
  readonly normal: Vector<S>;
  /** Distance of the surfaces, m; below 0 where they overlap. */
  readonly gap: number;
  /** Force on `b` in the last step, N: its mean over the step, impacts included. */
  readonly force: Vector<S>;
  /** Impulse on `b` in the last step, N·s, in all its parts and impacts; see {@link Constraint.impulseOn}. */
  readonly impulse: Vector<S>;
  /** Velocity of the surface of `b` relative to the surface of `a`, along the contact, m/s. */
  readonly slip: Vector<S>;
  /** True where it has pushed in the last step, with less friction than the most that it can have. */
  readonly sticks: boolean;
}

/** Part of the largest friction that is less than it. */
const BELOW = 1 - 1e-6;

/** True where the multipliers of a contact, the normal one first, belong to sticking. */
export const isSticking = ([push, ...friction]: ArrayLike<number> & Iterable<number>, coefficient: number): boolean =>
  push! > 0 && lengthOf(friction) < BELOW * coefficient * push!;

const REPORT: Partial<Contact> = {};
describePlainly(REPORT, (contact) => {
  const { a, b } = contact;
  return labelled(plainFields({ ...contact, a: a ?? 'ground', b: b ?? 'ground' }));
});

/** Returns the contact, which consoles and JSON then show with the labels of what touches. */
export const contactReport = (contact: Contact): Contact =>
  Object.assign(Object.create(REPORT) as Partial<Contact>, contact);

/** Friction and restitution of two surfaces that touch. */
export const frictionOf = (a: Surface, b: Surface): number => Math.sqrt(a.friction * b.friction);
export const restitutionOf = (a: Surface, b: Surface): number => Math.max(a.restitution, b.restitution);

/** The levers with which two surfaces resist to rolling and to turning about the normal, m. */
export const rollingOf = (a: Surface, b: Surface): number => Math.max(a.rollingResistance, b.rollingResistance);
export const torsionalOf = (a: Surface, b: Surface): number => Math.max(a.torsionalResistance, b.torsionalResistance);

/** True where the surface of one of two shapes moves on its body. */
export const conveys = (a: Surface, b: Surface): boolean => a.velocity !== undefined || b.velocity !== undefined;

/** True where one of two shapes can turn. */
export const turns = (...shapes: readonly Shape[]): boolean =>
  shapes.some(({ carrier }) => carrier !== null && 'orientation' in carrier);

/** The impulse of a contact on the second of two shapes. */
export function impulseOf(constraint: Constraint): Float64Array {
  return bindingOf(constraint).impulseOn(constraint.type.inputs.findIndex(({ name }) => name === 'b'));
}

/** Makes the contacts of two shapes, which messages name after these. */
export function contactsOf(a: Shape, b: Shape, count: number, make: () => Constraint): readonly Constraint[] {
  return Array.from({ length: count }, () => {
    const contact = make();
    const binding = bindingOf(contact);
    binding.label = `the contact of ${a.label} and ${b.label}`;
    binding.isOfStep = true;
    return contact;
  });
}

/** The places of a manifold where two shapes are now. */
interface Places {
  readonly count: number;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/**
 * The index of the place that has become of a row's, `p` on one shape and `q` on the other: the nearest one. What
 * slides or rolls has left the place where the step began.
 */
export function placeNear({ count, first, second }: Places, p: Float64Array, q: Float64Array): number {
  const space = p.length;
  let [nearest, least] = [0, Infinity];
  for (let i = 0; i < space * count; i += space) {
    let [x, y] = [0, 0];
    for (let c = 0; c < space; c++) {
      x += squared(first[i + c]! - p[c]!);
      y += squared(second[i + c]! - q[c]!);
    }
    const away = Math.sqrt(x) + Math.sqrt(y);
    if (away < least) [nearest, least] = [i, away];
  }
  return nearest;
}
