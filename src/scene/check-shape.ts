import type * as z from 'zod';
import * as library from '../../generated/index.js';
import { isRecord } from '../diagnostics/arguments.js';
import { kindOf, quote, suggestion } from '../diagnostics/index.js';
import { fieldOf, valueAt } from '../spec/path.js';
import { sceneSchema, type SceneDocument } from './document.js';
import { Faults, type Path } from './faults.js';
import { OPTIONS_OF_INTEGRATORS } from './schema/integrators.js';
import { SHAPE_KINDS } from './schema/collide.js';

/** Returns the document if it has the shape of a scene. Throws a SpecError with all faults. */
export function checkShape(document: unknown): SceneDocument {
  const result = sceneSchema.safeParse(document, { error: expectedBy });
  if (result.success) return result.data;
  const faults = new Faults();
  for (const issue of result.error.issues) report(faults, issue, document, []);
  faults.check();
  throw new Error('A scene that does not parse has a fault.');
}

/** What is expected where the schema does not say it in words of its own. */
function expectedBy(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return TYPES[issue.expected];
  if (issue.code === 'invalid_value') return issue.values.map((value) => `'${String(value)}'`).join(' or ');
  return issue.code === 'too_small' && issue.origin === 'number' ? `more than ${issue.minimum}` : undefined;
}

const TYPES: Readonly<Partial<Record<z.core.$ZodInvalidTypeExpected, string>>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function report(faults: Faults, issue: z.core.$ZodIssue, document: unknown, prefix: Path): void {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys)
      faults.add(
        [...path, key],
        `There is no field ${quote(key)} here.`,
        FIELDS.includes(key) ? undefined : suggestion(key, FIELDS),
      );
    return;
  }
  if (issue.code === 'invalid_key') {
    faults.add(path, `A name here is ${issue.issues[0]?.message ?? 'no name'}, not ${quote(String(path.at(-1)))}.`);
    return;
  }
  if (issue.code === 'invalid_union') {
    if (path.at(-2) === 'shapes' && path.at(-3) === 'collide' && isWithoutKind(faults, valueAt(document, path), path))
      return;
    const curve = path.length === 2 && path[0] === 'params' && CURVES.find((key) => valueAt(document, [...path, key]));
    if (curve) {
      const hint = `give the ${curve} in the params of the constraint, body or energy that reads it`;
      faults.add(path, `A parameter of a scene is a number, and no ${curve}.`, hint);
      return;
    }
    const kind = valueAt(document, [...path, 'kind']);
    if (path.at(-2) === 'bodies' && typeof kind === 'string') {
      const kinds = kindsOfBodies(document);
      if (!kinds.includes(kind.replace(/[23]D$/, ''))) {
        const hint = suggestion(kind, kinds) ?? `write one of ${kinds.join(', ')}`;
        faults.add([...path, 'kind'], `There is no kind of body ${quote(kind)}.`, hint);
        return;
      }
    }
    const unknown = unknownMark(issue, valueAt(document, path));
    if (unknown !== undefined) {
      const { mark, given, options } = unknown;
      const hint = suggestion(given, options) ?? `write one of ${options.join(', ')}`;
      faults.add([...path, mark], `There is no ${MARKS.get(mark)!} ${quote(given)}.`, hint);
      return;
    }
    const branch = branchOf(issue.errors);
    if (branch !== undefined) {
      for (const inner of branch) report(faults, inner, document, path);
      return;
    }
  }
  const value = valueAt(document, path);
  const subject = path.length === 0 ? 'A scene' : quote(fieldOf(path));
  if (value === undefined && path.length > 0) {
    faults.add(path, `The scene has no ${subject}.`, `it must be ${issue.message}`);
    return;
  }
  const options = issue.code === 'invalid_value' ? issue.values.filter((option) => typeof option === 'string') : [];
  const isText = path.length === 0 && typeof value === 'string';
  const hint = isText
    ? 'read it first: JSON.parse(…)'
    : typeof value === 'string'
      ? suggestion(value, options)
      : undefined;
  faults.add(path, `${subject} must be ${issue.message}, not ${kindOf(value)}.`, hint);
}

/** Records that a shape has no kind, or several. */
function isWithoutKind(faults: Faults, shape: unknown, path: Path): boolean {
  if (typeof shape !== 'object' || shape === null) return false;
  const given = SHAPE_KINDS.filter((kind) => Object.hasOwn(shape, kind));
  if (given.length === 1) return false;
  const mark = Object.entries(shape).find(([key, value]) => MARKS.has(key) && SHAPE_KINDS.includes(value as string));
  faults.add(
    path,
    given.length === 0 ? 'This is no shape.' : `This is ${given.join(' and ')} at once.`,
    given.length === 0 && mark
      ? `a shape that touches is named by its field: write "${String(mark[1])}", with its size, in place of "${mark[0]}"`
      : `write one of ${SHAPE_KINDS.join(', ')}`,
  );
  return true;
}

const CURVES = ['curve', 'path'] as const;

/** The kinds of bodies: those of each scene, specs of its own, and classes of the library. */
function kindsOfBodies(document: unknown): readonly string[] {
  const specs = valueAt(document, ['specs']);
  const shipped = Object.entries(library).flatMap(([name, { type }]) => ('dynamics' in type ? [name] : []));
  const classes = [...(isRecord(specs) ? Object.keys(specs) : []), ...shipped];
  return [...new Set(['particle', 'rigid', 'handle', ...classes.map((name) => name.replace(/[23]D$/, ''))])];
}

/** Fields that say which branch of a union is meant, and what they name where all that they can name is listed. */
const MARKS: ReadonlyMap<PropertyKey, string> = new Map([
  ['kind', 'plot'],
  ['type', 'force'],
  ['shape', 'shape'],
]);

/** The mark of a value that no branch of a union knows, with those that the branches know. */
function unknownMark(
  issue: z.core.$ZodIssueInvalidUnion,
  value: unknown,
): { readonly mark: string; readonly given: string; readonly options: readonly string[] } | undefined {
  if (!isRecord(value)) return undefined;
  for (const mark of MARKS.keys()) {
    const given = value[mark as string];
    const options = typeof given === 'string' ? knownMarks(issue, mark) : [];
    if (options.length > 0) return { mark: mark as string, given: given as string, options };
  }
  return undefined;
}

/** What the branches of a union know as `mark`, which is none of that; nothing where one does not mind it. */
function knownMarks({ errors }: z.core.$ZodIssueInvalidUnion, mark: PropertyKey): readonly string[] {
  const known = errors.map((issues) =>
    issues.flatMap((issue): readonly string[] => {
      const [first, ...rest] = issue.path;
      if (issue.code === 'invalid_value' && first === mark && rest.length === 0) return issue.values.map(String);
      return issue.code === 'invalid_union' && first === undefined ? knownMarks(issue, mark) : [];
    }),
  );
  const minds = errors.every(
    (issues, i) =>
      known[i]!.length > 0 || issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  return minds ? known.flat() : [];
}

/**
 * The branch of a union that was meant, or of one that is itself a branch: one whose mark fits, with the fewest issues.
 * Undefined where no branch is meant.
 */
function branchOf(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const own = branches.flatMap((issues) => {
    const [first] = issues;
    return first?.code === 'invalid_union' && first.path.length === 0 ? first.errors : [issues];
  });
  const meant = own.filter((issues) =>
    issues.every(
      ({ code, path }) =>
        code === 'unrecognized_keys' || (path.length > 0 && !(path.length === 1 && MARKS.has(path[0]!))),
    ),
  );
  return meant.sort((a, b) => a.length - b.length)[0];
}

/** The fields of scenes, for suggestions. */
const FIELDS: readonly string[] =
  `format title summary space params specs bodies constraints energies forces traces repeat settings view plots
  expect value unit min max doc kind mass inertia position velocity angle orientation angularVelocity
  points directions draw shape from to width radius motion coordinates rates type on hinge at axis
  driver compliance damping hertz dampingRatio ground direction scalar g a b stiffness restLength
  restAngle coefficient force torque point fade about over integrator integratorOptions solver tolerance dt until projection
  feedback assemble frame camera follow layers rotating shapes show text of title x y dof rows largestC
  largestCdot energyDrift always time where step teeth turn size over offset collide friction restitution
  exclude joined margin group rounding disc box capsule polygon sphere cylinder cone ellipsoid hull plane drawn`
    .split(/\s+/)
    .concat(OPTIONS_OF_INTEGRATORS);
