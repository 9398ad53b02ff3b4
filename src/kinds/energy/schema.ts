import * as z from 'zod';
import { commonFields, formula, named } from '../../spec/schema.js';
import type { SpecShape } from '../../spec/structure.js';

const { summary, doc, space, params, where, sample } = commonFields;

const schema = z.strictObject(
  {
    kind: z.literal('energy', { error: "'energy', or left out" }).optional(),
    summary,
    doc,
    space,
    inputs: named(z.unknown(), "an object such as { a: 'point' }"),
    params,
    where,
    V: formula.optional(),
    damping: formula.optional(),
    sample,
  },
  { error: 'an object' },
);

/** The shape of an energy's spec, except the inside of its inputs and parameters. */
export const ENERGY_SHAPE: SpecShape = {
  what: 'an energy',
  schema,
  fields: Object.keys(schema.shape).filter((field) => field !== 'kind'),
  sections: { inputs: { what: 'an input', fields: ['kind', 'unit'] } },
};
