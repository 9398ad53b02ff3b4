import * as z from 'zod';
import { kindOf, quote, suggestion, type Diagnostic } from '../diagnostics/index.js';
import { fieldOf, valueAt } from '../spec/path.js';
import { TARGET_NAMES, type Config } from '../spec/define-config.js';
import { isModuleName, MODULE_NAME } from '../spec/runtime-module.js';
import { ConfigError } from './config-error.js';

const ENTRY_FIELDS = ['specs', 'out', 'jdot', 'target', 'runtime'] as const;
const FIELDS = [...ENTRY_FIELDS, 'outputs', 'threads'];

const PATH = 'a path, and not empty';
const PATHS = 'a path or a list of paths, none of them empty';
const ENTRIES = 'a list with at least one object { specs, out }';
const TARGET = TARGET_NAMES.map((name) => `'${name}'`).join(' or ');
const THREADS = 'a whole number of at least 1';

// The `error` of each schema says what is expected there; messages are built from it.
const path = (error: string): z.ZodString => z.string({ error }).min(1, { error });
const entryFields = {
  specs: z.union([path(PATHS), z.array(path(PATHS)).min(1, { error: PATHS })], { error: PATHS }).optional(),
  out: path(PATH).optional(),
  jdot: z.boolean({ error: 'true or false' }).optional(),
  target: z.enum(TARGET_NAMES, { error: TARGET }).optional(),
  runtime: z.string({ error: MODULE_NAME }).refine(isModuleName, { error: MODULE_NAME }).optional(),
};
const schema = z.strictObject(
  {
    ...entryFields,
    outputs: z
      .array(z.strictObject(entryFields, { error: 'an object { specs, out }' }), { error: ENTRIES })
      .min(1, { error: ENTRIES })
      .optional(),
    threads: z.int({ error: THREADS }).min(1, { error: THREADS }).optional(),
  },
  { error: 'an object such as { specs, out }' },
);

/**
 * Returns the configuration `value`, read from `file`. Throws a {@link ConfigError} with all that
 * is wrong with it.
 */
export function validateConfig(value: unknown, file: string): Config {
  const result = schema.safeParse(value);
  if (!result.success)
    throw new ConfigError(
      result.error.issues.flatMap((issue) => describeIssue(issue, value)).map((fault) => ({ ...fault, file })),
    );
  const config = result.data as Config;
  const single = ENTRY_FIELDS.find((field) => config[field] !== undefined);
  if (config.outputs !== undefined && single !== undefined)
    throw new ConfigError([
      {
        message: `The configuration has both "outputs" and "${single}".`,
        hint: 'one output has "specs" and "out", several have "outputs"',
        field: 'outputs',
        file,
      },
    ]);
  return config;
}

function describeIssue(issue: z.core.$ZodIssue, config: unknown): Omit<Diagnostic, 'code'>[] {
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 ? FIELDS : ENTRY_FIELDS;
    return issue.keys.map((key) => ({
      message: `There is no setting ${quote(key)}.`,
      hint: suggestion(key, known) ?? `the settings are ${known.join(', ')}`,
      field: fieldOf([...issue.path, key]),
    }));
  }
  const field = fieldOf(issue.path);
  const subject = field === '' ? 'The configuration' : quote(field);
  const message = `${subject} must be ${issue.message}, not ${kindOf(valueAt(config, issue.path))}.`;
  return [{ message, ...(field === '' ? {} : { field }) }];
}
