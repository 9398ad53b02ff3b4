import { lengthOf } from '../../../runtime/base/powers.js';
import { atan2 } from '../../../runtime/elementary/index.js';
import type { Form } from '../../painter/shape.js';
import type { Position } from '../../painter/view.js';
import type { Point } from './polygon.js';
import { convexParts } from './convex-parts.js';

/** A shape as the runtime's `collide` takes it, without what carries it. */
export type PlainShape = Readonly<Record<string, unknown>>;

/** The shapes that a form of a drawing touches with, or the reason why it has none. */
export function shapesOfForm(form: Form, space: 2 | 3): readonly PlainShape[] | { readonly reason: string } {
  switch (form.shape) {
    case 'disc':
      return [{ [space === 2 ? 'disc' : 'sphere']: form.radius, ...(form.at && { at: form.at }) }];
    case 'wheel':
      if (space === 3)
        return none('A wheel, which has no thickness,', '{ cylinder: [width, radius], orientation: […] }');
      return [{ disc: form.radius, ...(form.at && { at: form.at }) }];
    case 'polygon': {
      if (space === 3) return none('A plate, which has no thickness,', '{ hull: […] }, with the points of both sides');
      const parts = convexParts(form.points as readonly Point[]);
      return (
        parts?.map((polygon) => ({ polygon })) ?? { reason: 'This polygon has no area, or its sides touch each other.' }
      );
    }
    case 'bar':
      return form.width === undefined
        ? { reason: "This bar has no 'width' to touch with: write one." }
        : [capsuleOf(form.from, form.to, form.width / 2, space)];
    case 'box':
      return [{ box: form.size, ...(form.at && { at: form.at }) }];
    case 'gear':
    case 'ring':
    case 'cog':
      return none(`A ${form.shape}`, '{ disc: radius }');
    case 'rack':
      return none('A rack', '{ polygon: […] }');
    case 'cylinder': {
      const { at, orientation, length } = lineOf(form.from, form.to);
      return [{ cylinder: [length, form.radius], at, orientation }];
    }
  }
}

const none = (what: string, instead: string): { readonly reason: string } => ({
  reason: `${what} cannot touch as it is drawn: write a shape in place of 'drawn', such as ${instead}.`,
});

/** All points within `radius` of the line between two places; of one place, a disc or a ball. */
function capsuleOf(from: Position, to: Position, radius: number, space: 2 | 3): PlainShape {
  const { at, length, along, orientation } = lineOf(from, to);
  if (length === 0) return { [space === 2 ? 'disc' : 'sphere']: radius, at };
  if (space === 2) return { capsule: [length, radius], at, angle: atan2(along[1]!, along[0]!) };
  return { capsule: [length, radius], at, orientation };
}

/** The middle, the length and the direction of a line, and in space the turn that takes the x axis there. */
function lineOf(from: Position, to: Position) {
  const along = Array.from(from, (x, k) => to[k]! - x);
  const length = lengthOf(along);
  const at = Array.from(from, (x, k) => (x + to[k]!) / 2);
  return { at, length, along, orientation: turnFromX(along.map((x) => x / (length || 1))) };
}

/** The unit quaternion of the shortest turn that takes the x axis to a unit vector. */
function turnFromX([x, y, z]: readonly number[]): readonly number[] {
  // (1 + cos, e₁ × u), normalized; half a turn about z where they are opposite.
  if (x! < -1 + 1e-12) return [0, 0, 0, 1];
  const length = Math.sqrt(2 * (1 + x!));
  return [(1 + x!) / length, 0, -z! / length, y! / length];
}
