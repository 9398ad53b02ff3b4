import type { Diagnostic } from '../diagnostics/index.js';
import { isBodySpec, type BodySpec } from './body-spec.js';
import type { InputSpec, ParameterSpec } from './constraint-spec.js';
import { classNames } from './describe.js';
import { BODY_SUFFIXES, bodyFunctionNames, CONSTRAINT_SUFFIXES, kernelNames } from './emitted-names.js';

/** A file and the specs that it exports, with the names that they are emitted under. */
export interface SpecSource {
  readonly path: string;
  readonly specs: readonly { readonly name: string; readonly emitted: readonly string[] }[];
}

/**
 * Specs that would be emitted under one name: the same export in two files, or `Rod` for both spaces beside an export `Rod2D`. All
 * names that a class brings with it count, since an index exports everything together.
 */
export function duplicateClassNames(sources: readonly SpecSource[]): Diagnostic[] {
  const owners = new Map<string, { spec: string; path: string }>();
  const diagnostics: Diagnostic[] = [];
  for (const { path, specs } of sources)
    for (const { name, emitted } of specs) {
      const clash = emitted.find((one) => owners.has(one));
      if (clash === undefined) for (const one of emitted) owners.set(one, { spec: name, path });
      else {
        const other = owners.get(clash)!;
        diagnostics.push({
          code: 'E_CLASS_CLASH',
          message: `"${name}" and "${other.spec}"${other.path === path ? '' : ` of ${other.path}`} would both be emitted as "${clash}".`,
          hint: 'rename one of them; with space [2, 3] the classes get the suffix 2D and 3D',
          spec: name,
          file: path,
        });
      }
    }
  return diagnostics;
}

/** The names that the classes of a spec bring with them; none for a spec whose space is unreadable, which is reported elsewhere. */
export function emittedNames(name: string, spec: unknown): string[] {
  if (!isObject(spec)) return [];
  const { space, inputs, params }: { space?: unknown; inputs?: unknown; params?: unknown } = spec;
  const known =
    space === 2 || space === 3 ? space : Array.isArray(space) && space.length === 2 ? ([2, 3] as const) : undefined;
  if (known === undefined) return [];
  if (isBodySpec(spec))
    return classNames(name, { space: known }).flatMap(({ className }) => bodyNames(className, spec));
  const classes = classNames(name, {
    space: known,
    ...(isReadable(inputs) && { inputs }),
    ...(isReadable(params) && { params }),
  });
  return classes.flatMap(({ className }) => constraintNames(className));
}

/** True for names with descriptions, right or wrong ones. */
const isReadable = (value: unknown): value is Readonly<Record<string, InputSpec & ParameterSpec>> =>
  isObject(value) && Object.values(value).every((entry) => typeof entry === 'string' || isObject(entry));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const constraintNames = (className: string): string[] => [
  className,
  ...CONSTRAINT_SUFFIXES.map((suffix) => className + suffix),
  ...Object.values<string>({ ...kernelNames(className) }),
];

function bodyNames(className: string, { points, angles, coordinates }: Partial<BodySpec>): string[] {
  const sections: readonly unknown[] = [points, angles, coordinates];
  const connectors = sections.flatMap((section) => Object.keys(section ?? {}));
  const functions = bodyFunctionNames(className, connectors);
  return [
    className,
    ...BODY_SUFFIXES.map((suffix) => className + suffix),
    ...functions.connectors,
    functions.dynamics,
    functions.energy,
    functions.weight,
  ];
}
