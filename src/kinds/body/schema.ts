import * as z from 'zod';
import { commonFields, formula, named, number, text } from '../../spec/schema.js';
import type { ObjectFields, SpecShape } from '../../spec/structure.js';

const { summary, doc, space, params, where, sample } = commonFields;

const coordinate = z.strictObject(
  { unit: text.optional(), min: number.optional(), max: number.optional() },
  { error: '{ unit?, min?, max? }' },
);
const point = z.strictObject({ at: formula, mass: formula.optional() }, { error: '{ at, mass? }' });
const direction = z.strictObject({ of: formula, inertia: formula.optional() }, { error: '{ of, inertia? }' });
const angle = z.strictObject({ of: formula, inertia: formula.optional() }, { error: '{ of, inertia? }' });

const schema = z.strictObject(
  {
    kind: z.literal('body', { error: "'body', or left out" }).optional(),
    summary,
    doc,
    space,
    coordinates: named(coordinate, "an object such as { theta: { unit: 'rad' } }"),
    params,
    where,
    points: named(point, "an object such as { bob: { at: '[x, y]', mass: 'mass' } }"),
    angles: named(angle, "an object such as { link: { of: 'theta', inertia: 'I' } }").optional(),
    directions: named(direction, "an object such as { axle: { of: '[cos(theta), sin(theta)]' } }").optional(),
    energy: formula.optional(),
    kinetic: formula.optional(),
    dissipation: formula.optional(),
    sample,
  },
  { error: 'an object' },
);

const fieldsOf = (what: string, shape: z.ZodObject): ObjectFields => ({ what, fields: Object.keys(shape.shape) });

/** The shape of a body's spec, except the inside of its parameters. */
export const BODY_SHAPE: SpecShape = {
  what: 'a body',
  schema,
  fields: Object.keys(schema.shape).filter((field) => field !== 'kind'),
  sections: {
    coordinates: fieldsOf('a coordinate', coordinate),
    points: fieldsOf('a point', point),
    angles: fieldsOf('an angle', angle),
    directions: fieldsOf('a direction', direction),
  },
};
