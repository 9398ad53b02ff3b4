import { compileLeniently, type LenientlyCompiled } from '../../../src/kinds/compile.js';
import { SpecError, type Diagnostic } from '../../../src/diagnostics/index.js';
import type { SceneDocument } from '../model/document.js';

/** Most specs whose classes are kept. */
const MOST = 40;

/** The classes of specs, what is noted of them, and the mistakes of those that make none. */
interface Compiled extends LenientlyCompiled {
  readonly mistakes: readonly Diagnostic[];
}

/**
 * The classes of specs, kept by their text: a parameter that moves compiles nothing. Quantities that
 * no formula uses and units that do not fit are warned of.
 */
export class CompiledSpecs {
  readonly #known = new Map<string, Compiled>();

  /** The classes of those specs of a document that have no mistakes; diagnostics have their paths in it as fields. */
  of({ specs = {} }: SceneDocument): Compiled {
    const all = Object.entries(specs).map(([name, spec]) => this.#compiled(name, spec));
    return {
      classes: Object.assign({}, ...all.map(({ classes }) => classes)) as LenientlyCompiled['classes'],
      warnings: all.flatMap(({ warnings }) => warnings),
      mistakes: all.flatMap(({ mistakes }) => mistakes),
    };
  }

  #compiled(name: string, spec: unknown): Compiled {
    const key = JSON.stringify([name, spec]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    let compiled: Compiled;
    try {
      const { classes, warnings } = compileLeniently(name, spec);
      const placed = warnings.map((one) => ({ ...one, field: `specs.${name}.${one.field ?? 'C'}` }));
      compiled = { classes, warnings: placed, mistakes: [] };
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      const pathOf = ({ field }: Diagnostic): string => `specs.${name}${field === undefined ? '' : `.${field}`}`;
      compiled = {
        classes: {},
        warnings: [],
        mistakes: error.diagnostics.map((one) => ({ ...one, field: pathOf(one) })),
      };
    }
    this.#known.set(key, compiled);
    if (this.#known.size > MOST) this.#known.delete([...this.#known.keys()][0]!);
    return compiled;
  }
}
