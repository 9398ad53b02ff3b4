import * as z from 'zod';
import { flag, quantity, text, vector } from './quantities.js';

/** What all shapes have: the carrier, the place on it, the surface. */
const placement = {
  body: text.optional().describe('The rigid body or the particle that carries the shape; the ground if left out.'),
  at: vector.optional().describe('Place of the shape in body axes, m.'),
  friction: quantity.optional().describe('Coefficient of friction.'),
  restitution: quantity.optional().describe('Coefficient of restitution, 0 to 1.'),
  surfaceVelocity: vector
    .optional()
    .describe('Velocity of the surface beyond the motion of the body, in body axes, m/s: of a conveyor belt.'),
  group: text.optional().describe('Shapes of one group do not touch each other.'),
};
const angle = quantity.optional().describe('In the plane: angle of the shape in body axes, rad.');
const orientation = vector.optional().describe('In space: unit quaternion [w, x, y, z] of the shape in body axes.');
const rounding = quantity.optional().describe('Radius about the shape, m.');
const points = z.array(vector, { error: 'a list of points' });
const turned = { ...placement, angle, orientation };

/** The kinds of shapes, each marked by its own field, as the runtime's `collide` takes them. */
const KINDS = {
  disc: z.strictObject({ ...turned, disc: quantity.describe('In the plane: radius, m.') }),
  box: z.strictObject({
    ...turned,
    box: vector.describe('Width and height, in space the lengths along x, y and z, m.'),
    rounding,
  }),
  capsule: z.strictObject({ ...turned, capsule: vector.describe('Length along x between the ends, and radius, m.') }),
  polygon: z.strictObject({
    ...turned,
    polygon: points.describe('In the plane: vertices of a convex polygon, counter-clockwise, m; two make a wall.'),
    rounding,
  }),
  sphere: z.strictObject({ ...turned, sphere: quantity.describe('In space: radius, m.') }),
  cylinder: z.strictObject({
    ...turned,
    cylinder: vector.describe('In space: length along x, about the middle, and radius, m.'),
    rounding,
  }),
  cone: z.strictObject({
    ...turned,
    cone: vector.describe('In space: height along x, about the centre of mass, and radius of the base, m.'),
    rounding,
  }),
  ellipsoid: z.strictObject({ ...turned, ellipsoid: vector.describe('In space: semi-axes, m.'), rounding }),
  hull: z.strictObject({ ...turned, hull: points.describe('In space: points whose hull is the shape, m.'), rounding }),
  plane: z.strictObject({ ...turned, plane: vector.describe('In space: normal of the plane that bounds the ground.') }),
  drawn: z.strictObject({
    ...placement,
    body: text.describe('The rigid body or the particle that carries the shape.'),
    drawn: z
      .union([z.literal(true), z.array(z.int())], { error: 'true, or a list of the numbers of forms' })
      .describe("The forms of the body's `draw`: all, or those with these numbers, from 0 on."),
  }),
};

/** The fields by which a shape says what it is. */
export const SHAPE_KINDS: readonly string[] = Object.keys(KINDS);

const { disc, box, capsule, polygon, sphere, cylinder, cone, ellipsoid, hull, plane, drawn } = KINDS;
const shape = z.union([disc, box, capsule, polygon, sphere, cylinder, cone, ellipsoid, hull, plane, drawn], {
  error: `a shape with one of ${SHAPE_KINDS.join(', ')}`,
});

/** Shapes that touch where they meet, and the laws of their contacts: the options of the runtime's `collide`. */
export const collide = z.strictObject(
  {
    shapes: z.array(shape, { error: 'a list of shapes' }),
    friction: quantity.optional().describe('Coefficient of friction of shapes that do not say; 0.5 if left out.'),
    restitution: quantity.optional().describe('Coefficient of restitution of shapes that do not say; 0 if left out.'),
    exclude: z
      .array(z.tuple([text, text], { error: 'two names of bodies' }), { error: 'a list of pairs of names' })
      .optional()
      .describe('Pairs of bodies that do not touch.'),
    joined: flag.optional().describe('True if bodies that a constraint joins touch as well.'),
    margin: quantity.optional().describe('Distance within which shapes get rows before they touch, m.'),
  },
  { error: '{ shapes, friction?, restitution?, exclude?, joined?, margin? }' },
);

export type CollideEntry = z.infer<typeof collide>;
export type ShapeEntry = z.infer<typeof shape>;
