import * as z from 'zod';
import { flag, quantity, text, vector } from './quantities.js';

const degree = z.union([z.literal(1), z.literal(3), z.literal(5)], { error: '1, 3 or 5' });
const outside = z.enum(['error', 'hold', 'linear'], { error: "'error', 'hold' or 'linear'" });
const column = z.union([text, z.number()], { error: 'the name of a column, or its number' });

const curve = z.strictObject({
  points: z.array(vector, { error: 'a list of pairs [argument, value]' }).optional(),
  csv: text.optional(),
  x: column.optional(),
  y: column.optional(),
  xScale: quantity.optional(),
  yScale: quantity.optional(),
  periodic: z.union([flag, quantity], { error: 'true, or the period' }).optional(),
  degree: degree.optional(),
  monotone: flag.optional(),
  ends: z
    .union([z.enum(['not-a-knot', 'natural']), z.strictObject({ slopes: vector, seconds: vector.optional() })], {
      error: "'not-a-knot', 'natural' or { slopes, seconds? }",
    })
    .optional(),
  outside: outside.optional(),
});

const path = z.strictObject({
  points: z.array(vector, { error: 'a list of points' }),
  closed: flag.optional(),
  arcLength: flag.optional(),
  degree: degree.optional(),
  outside: outside.optional(),
});

/** A curve or a path, by its points, in place of a number. */
export const curveOrPath = z.union([z.strictObject({ curve }), z.strictObject({ path })], {
  error: '{ curve: { points, … } }, { curve: { csv, x, y, … } } or { path: { points, closed? } }',
});
export type CurveEntry = z.infer<typeof curveOrPath>;
