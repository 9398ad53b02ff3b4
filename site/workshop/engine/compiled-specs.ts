import { compileLeniently, type LenientlyCompiled } from '../../../src/kinds/compile.js';
import { SpecError } from '../../../src/diagnostics/index.js';
import type { SceneDocument } from '../model/document.js';

/** Most specs whose classes are kept. */
const MOST = 40;

/**
 * The classes of specs, kept by their text: a parameter that moves compiles nothing. Quantities that
 * no formula uses and units that do not fit are warned of.
 */
export class CompiledSpecs {
  readonly #known = new Map<string, LenientlyCompiled>();

  /** The classes of those specs of a document that have no mistakes; warnings have their paths in it as fields. */
  of({ specs = {} }: SceneDocument): LenientlyCompiled {
    const all = Object.entries(specs).map(([name, spec]) => this.#compiled(name, spec));
    return {
      classes: Object.assign({}, ...all.map(({ classes }) => classes)) as LenientlyCompiled['classes'],
      warnings: all.flatMap(({ warnings }) => warnings),
    };
  }

  #compiled(name: string, spec: unknown): LenientlyCompiled {
    const key = JSON.stringify([name, spec]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    let compiled: LenientlyCompiled;
    try {
      const { classes, warnings } = compileLeniently(name, spec);
      compiled = { classes, warnings: warnings.map((one) => ({ ...one, field: `specs.${name}.${one.field ?? 'C'}` })) };
    } catch (error) {
      // The scene reports it, with its place in the document.
      if (error instanceof SpecError) return { classes: {}, warnings: [] };
      throw error;
    }
    this.#known.set(key, compiled);
    if (this.#known.size > MOST) this.#known.delete([...this.#known.keys()][0]!);
    return compiled;
  }
}
