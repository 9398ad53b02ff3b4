import type { Diagnostic } from '../diagnostics/index.js';
import { isBodySpec, type BodySpec } from './body-spec.js';
import { classNames } from './describe.js';
import { BODY_SUFFIXES, bodyFunctionNames, CONSTRAINT_SUFFIXES, kernelNames } from './emitted-names.js';

/** A file and the specs that it exports, as far as they have a readable `space`. */
export interface SpecSource {
  readonly path: string;
  readonly specs: readonly { readonly name: string; readonly spec: unknown }[];
}

/**
 * Specs that would be emitted under one name: the same export in two files, or `Rod` for both spaces beside an export `Rod2D`. All
 * names that a class brings with it count, since an index exports everything together.
 */
export function duplicateClassNames(sources: readonly SpecSource[]): Diagnostic[] {
  const owners = new Map<string, { spec: string; path: string }>();
  const diagnostics: Diagnostic[] = [];
  for (const { path, specs } of sources)
    for (const { name, spec } of specs) {
      const clash = emittedNames(name, spec).find((emitted) => owners.has(emitted));
      if (clash === undefined)
        for (const emitted of emittedNames(name, spec)) owners.set(emitted, { spec: name, path });
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

/** The names that the classes of a spec export; none for a spec whose space is unreadable, which is reported elsewhere. */
function emittedNames(name: string, spec: unknown): string[] {
  const space = typeof spec === 'object' && spec !== null && 'space' in spec ? spec.space : undefined;
  const known =
    space === 2 || space === 3 ? space : Array.isArray(space) && space.length === 2 ? ([2, 3] as const) : undefined;
  if (known === undefined) return [];
  return classNames(name, { space: known }).flatMap(({ className }) =>
    isBodySpec(spec) ? bodyNames(className, spec as Partial<BodySpec>) : constraintNames(className),
  );
}

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
