import type * as z from 'zod';
import { kindOf, quote, suggestion, type Diagnostic } from '../diagnostics/index.js';
import { fieldOf, valueAt, type Path } from './path.js';
import { inputSchemaFor, PARAMETER_FIELDS, parameterSchemaFor } from './schema.js';

/** The name of a kind of object in a spec, and its fields. */
export interface ObjectFields {
  readonly what: string;
  readonly fields: readonly string[];
}

/** The shape of a kind of spec. */
export interface SpecShape extends ObjectFields {
  readonly schema: z.ZodType;
  /** Sections that hold named objects: `points`, of a body. */
  readonly sections: Readonly<Record<string, ObjectFields>>;
}

/** Faults in the types of a spec's fields and in its keys. */
export function structureFaults(spec: unknown, shape: SpecShape): Diagnostic[] {
  const faults = faultsOf(shape.schema, spec, spec, [], shape);
  for (const [section, schemaFor] of ENTRIES) {
    const entries = valueAt(spec, [section]);
    if (typeof entries === 'object' && entries !== null && !Array.isArray(entries) && shape.fields.includes(section))
      for (const [name, entry] of Object.entries(entries))
        faults.push(...faultsOf(schemaFor(entry), entry, spec, [section, name], shape));
  }
  return faults;
}

/** Sections whose entries have two notations each. */
const ENTRIES = [
  ['inputs', inputSchemaFor],
  ['params', parameterSchemaFor],
] as const;

function faultsOf(schema: z.ZodType, value: unknown, spec: unknown, prefix: Path, shape: SpecShape): Diagnostic[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.flatMap((issue) => describeIssue(issue, spec, prefix, shape));
}

/** The hint for something else in place of a spec. */
const EXAMPLE =
  "give an object, as in { summary: 'A rod.', space: 2, inputs: { a: 'point', b: 'point' }, C: 'norm(a - b) == 1' }";

function describeIssue(issue: z.core.$ZodIssue, spec: unknown, prefix: Path, shape: SpecShape): Diagnostic[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(path, key, shape));
  const field = fieldOf(path);
  const value = valueAt(spec, path);
  const subject = path.length === 0 ? 'The spec' : quote(field);
  if (value === undefined && path.length > 0)
    return [
      { code: 'E_SPEC_MISSING', message: `The spec has no ${subject}.`, hint: `it must be ${issue.message}`, field },
    ];
  const options = issue.code === 'invalid_value' ? issue.values.filter((option) => typeof option === 'string') : [];
  const hint =
    (path.length === 0 ? EXAMPLE : hintForEntry(path, value)) ??
    (typeof value === 'string' ? suggestion(value, options) : undefined);
  const message = `${subject} must be ${issue.message}, not ${kindOf(value)}.`;
  return [
    { code: 'E_SPEC_TYPE', message, ...(hint === undefined ? {} : { hint }), ...(field === '' ? {} : { field }) },
  ];
}

/**
 * A hint for what stands in place of a connector or a parameter. A constraint takes connectors; a
 * body gives as many of them as its formula needs.
 */
function hintForEntry([section, ...names]: Path, value: unknown): string | undefined {
  if (section === 'params') {
    if (typeof value === 'number' && names.length === 1)
      return `write { default: ${value} }, or the number in the formula`;
    if (value === 'point' || value === 'direction') return 'a parameter with components is a vector';
    return typeof value === 'string' && names.length === 1 && /^(?:\w{1,3}|.*[ /^*].*)$/.test(value)
      ? `a unit is written { unit: '${value}' }`
      : undefined;
  }
  if (section !== 'inputs') return undefined;
  if (Array.isArray(value))
    return names.length === 0
      ? `give each input its kind: { ${value.map((name) => `${String(name)}: 'point'`).join(', ')} }`
      : `give each its own name, as in { p1: 'point', p2: 'point' }; ${LIST}`;
  if (names.at(-1) === 'count') return `${LIST}; a fixed number has names, as in { p1: 'point', p2: 'point' }`;
  if (typeof value !== 'string') return undefined;
  const listed = /^(?:list|array|(point|direction|scalar)(?:s|\[\]))$/i.exec(value);
  if (listed !== null) return LIST.replace('point', listed[1]?.toLowerCase() ?? 'point');
  if (BODIES.has(value.toLowerCase()))
    return (
      `give what the formula uses of the ${value}: its points, directions and angles, each as an input, ` +
      "as in { a: 'point', alpha: 'scalar' }; a world passes body.point([0, 0]) and body.angle for them"
    );
  return KINDS_MEANT.get(value.toLowerCase());
}

const LIST = "a list of any length is { kind: 'point', count: 'any' }";

/** Kinds of inputs by other names. */
const KINDS_MEANT: ReadonlyMap<string, string> = new Map([
  ...['vector', 'vec2', 'vec3', 'position'].map((name): [string, string] => [
    name,
    "a position is a 'point', a unit vector a 'direction'",
  ]),
  ...['number', 'float', 'angle', 'coordinate', 'length'].map((name): [string, string] => [
    name,
    'an angle or another coordinate is a \'scalar\'; a number that does not move is under "params"',
  ]),
]);

const BODIES: ReadonlySet<string> = new Set(['body', 'particle', 'rigidbody', 'rigid', 'frame']);

const PARAMETER: ObjectFields = { what: 'a parameter', fields: PARAMETER_FIELDS };

/** Fields by other names; of several, that of the spec's kind is meant. */
const MEANT_FIELDS: ReadonlyMap<string, string | readonly string[]> = new Map<string, string | readonly string[]>([
  ...['dimension', 'dimensions', 'dim', 'dims'].map((name): [string, string] => [name, 'space']),
  ...['formula', 'formulas', 'constraint', 'equation', 'equations', 'expression', 'f'].map(
    (name): [string, readonly string[]] => [name, ['C', 'V']],
  ),
  ...['U', 'E', 'C', 'energy', 'potential', 'force', 'F'].map((name): [string, string] => [name, 'V']),
  ...['D', 'R', 'W', 'dissipation', 'rayleigh', 'friction'].map((name): [string, string] => [name, 'damping']),
  ['parameters', 'params'],
  ['constants', 'params'],
  ['description', 'summary'],
  ['definitions', 'where'],
  ['closed', 'ring'],
  ['type', 'kind'],
  ['units', 'unit'],
  ['value', 'default'],
  ['mu', 'coefficient'],
]);

/** Fields of specs of another kind. */
const OTHER_KINDS: ReadonlyMap<string, string> = new Map(
  ['V', 'damping'].map((field) => [field, 'an energy is a spec of its own, defineEnergy({ …, V, damping })']),
);

function unknownField(path: Path, key: string, shape: SpecShape): Diagnostic {
  const { what, fields } = path.length === 0 ? shape : (shape.sections[String(path[0])] ?? PARAMETER);
  const meant = [MEANT_FIELDS.get(key) ?? []].flat().find((field) => fields.includes(field));
  const known = meant === undefined ? OTHER_KINDS.get(key) : `write "${meant}"`;
  return {
    code: 'E_SPEC_UNKNOWN_FIELD',
    message: `There is no field ${quote(key)} in ${what}.`,
    hint: known ?? suggestion(key, fields) ?? `the fields are ${fields.join(', ')}`,
    field: fieldOf([...path, key]),
  };
}
