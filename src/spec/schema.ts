import * as z from 'zod';

// The `error` of each schema says what is expected there; messages are built from it (see
// structure.ts).
export const text = z.string({ error: 'a text' });
export const number = z.number({ error: 'a finite number' });
export const formula = z.string({ error: 'a formula, which is a text' });
export const named = <V extends z.ZodType>(value: V, error: string): z.ZodRecord<z.ZodString, V> =>
  z.record(z.string(), value, { error });

const parameterFields = z.strictObject(
  {
    kind: z.enum(['scalar', 'vector'], { error: "'scalar', 'vector', 'curve' or 'path'" }).optional(),
    unit: text.optional(),
    min: number.optional(),
    max: number.optional(),
    default: z.union([number, z.array(number)], { error: 'a number or a list of numbers' }).optional(),
    doc: text.optional(),
  },
  { error: "'scalar', 'vector', or { kind?, unit?, min?, max?, default?, doc? }" },
);
export const PARAMETER_FIELDS = ['kind', 'unit', 'min', 'max', 'default', 'doc'];

const parameterKind = z.enum(['scalar', 'vector'], { error: "'scalar', 'vector', or { kind?, unit?, min?, … }" });

const indexListFields = z.strictObject(
  {
    kind: z.literal('indices'),
    of: z.string({ error: "the name of a list of inputs: 'p'" }),
    arity: z.number({ error: 'the number of indices of each group' }),
    doc: text.optional(),
  },
  { error: "{ kind: 'indices', of, arity, doc? }" },
);

const curveFields = z.strictObject(
  {
    kind: z.enum(['curve', 'path']),
    unit: text.optional(),
    of: text.optional(),
    periodic: z
      .union([z.literal(true), number, text], { error: "true, or the period: '2 * pi' or a number" })
      .optional(),
    doc: text.optional(),
  },
  { error: "{ kind: 'curve' | 'path', unit?, of?, periodic?, doc? }" },
);

const isCurveKind = (kind: unknown): boolean => kind === 'curve' || kind === 'path';

/**
 * The schema of a parameter's notation. The value shows which of the two is meant, so that faults
 * are reported inside it.
 */
export const parameterSchemaFor = (value: unknown): z.ZodType =>
  typeof value === 'string'
    ? parameterKind
    : (value as { readonly kind?: unknown } | null)?.kind === 'indices'
      ? indexListFields
      : isCurveKind((value as { readonly kind?: unknown } | null)?.kind)
        ? curveFields
        : parameterFields;

const inputKinds = ['point', 'direction', 'scalar'] as const;
const inputKind = z.enum(inputKinds, { error: "'point', 'direction' or 'scalar'" });
const inputFields = z.strictObject(
  {
    kind: inputKind,
    count: z.literal('any', { error: "'any', for a list of any length" }).optional(),
    ring: z.boolean({ error: 'true or false' }).optional(),
    unit: text.optional(),
  },
  { error: '{ kind, count?, ring?, unit? }' },
);

/** The schema of an input's notation. */
export const inputSchemaFor = (value: unknown): z.ZodType =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? inputFields : inputKind;

/** Fields that specs of constraints and of bodies have in common. */
export const commonFields = {
  summary: text,
  doc: text.optional(),
  space: z.union([z.literal(2), z.literal(3), z.tuple([z.literal(2), z.literal(3)])], { error: '2, 3 or [2, 3]' }),
  params: named(z.unknown(), "an object such as { length: { unit: 'm' } }").optional(),
  where: named(formula, "an object such as { d: 'a - b' }").optional(),
  sample: named(
    z.tuple([number, number], { error: 'a range [low, high]' }),
    'an object such as { a: [-1, 1] }',
  ).optional(),
};
