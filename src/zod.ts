/**
 * The parts of zod in use. The built package has them in one file, as it has those of mathjs: Node
 * loads that in a tenth of the time.
 */
export {
  array,
  boolean,
  enum,
  int,
  literal,
  number,
  record,
  strictObject,
  string,
  toJSONSchema,
  tuple,
  union,
  unknown,
} from 'zod';
export type { core, infer, ZodObject, ZodRecord, ZodString, ZodType } from 'zod';
