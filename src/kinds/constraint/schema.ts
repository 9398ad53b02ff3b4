import * as z from 'zod';
import { commonFields, formula, named, number, text } from '../../spec/schema.js';
import type { SpecShape } from '../../spec/structure.js';

const coefficient = z.union([number, text], { error: "a parameter's name or a number" });

// The order of the fields is that in which missing ones are reported.
const constraintSchema = (C: z.ZodType): z.ZodType => {
  const { summary, doc, space, params, where, sample } = commonFields;
  return z.strictObject(
    {
      kind: z.literal('constraint', { error: "'constraint', or left out" }).optional(),
      summary,
      doc,
      space,
      inputs: named(z.unknown(), "an object such as { a: 'point' }"),
      params,
      where,
      C,
      friction: z
        .strictObject(
          { slip: z.union([text, z.array(text)], { error: 'a formula or a list of formulas' }), coefficient },
          { error: "{ slip: 'p.x', coefficient: 'mu' }" },
        )
        .optional(),
      restitution: coefficient.optional(),
      maxForce: coefficient.optional(),
      singular: z.enum(['throw', 'regularize'], { error: "'throw' or 'regularize'" }).optional(),
      jdot: z.boolean({ error: 'true or false' }).optional(),
      sample,
    },
    { error: 'an object' },
  );
};

const single = constraintSchema(z.string({ error: 'a formula or a list of formulas' }));
const several = constraintSchema(z.array(formula));

/** The shape of a constraint's spec, except the inside of its parameters. */
export const constraintShapeFor = (spec: unknown): SpecShape => ({
  what: 'a constraint',
  schema: typeof spec === 'object' && spec !== null && 'C' in spec && Array.isArray(spec.C) ? several : single,
  fields: [
    'summary',
    'doc',
    'space',
    'inputs',
    'params',
    'where',
    'C',
    'friction',
    'restitution',
    'maxForce',
    'singular',
    'jdot',
    'sample',
  ],
  sections: {
    inputs: { what: 'an input', fields: ['kind', 'count', 'ring', 'unit'] },
    friction: { what: 'friction', fields: ['slip', 'coefficient'] },
  },
});
