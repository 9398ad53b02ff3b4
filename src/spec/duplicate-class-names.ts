import type { Diagnostic } from '../diagnostics/index.js';

/**
 * A file and the specs that it exports, each with all names that it brings into the index of
 * emitted files.
 */
export interface SpecSource {
  readonly path: string;
  readonly specs: readonly { readonly name: string; readonly exports: readonly string[] }[];
}

/**
 * Reports specs that would be emitted under one name: the same export in two files, or `Rod` for
 * both spaces beside an export `Rod2D`. All names that a class brings with it count, since an index
 * exports everything together.
 */
export function duplicateClassNames(sources: readonly SpecSource[]): Diagnostic[] {
  const owners = new Map<string, { spec: string; path: string }>();
  const diagnostics: Diagnostic[] = [];
  for (const { path, specs } of sources)
    for (const { name, exports } of specs) {
      const clash = exports.find((emitted) => owners.has(emitted));
      if (clash === undefined) for (const emitted of exports) owners.set(emitted, { spec: name, path });
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
