import { compile } from '../../../src/kinds/compile.js';
import { SpecError } from '../../../src/diagnostics/index.js';
import type { SceneDocument } from '../model/document.js';

type Classes = Readonly<Record<string, unknown>>;

/** Most specs whose classes are kept. */
const MOST = 40;

/** The classes of specs, kept by their text: a parameter that moves compiles nothing. */
export class CompiledSpecs {
  readonly #known = new Map<string, Classes>();

  /** The classes of those specs of a document that have no mistakes. */
  of({ specs = {} }: SceneDocument): Classes {
    return Object.assign({}, ...Object.entries(specs).map(([name, spec]) => this.#classesOf(name, spec))) as Classes;
  }

  #classesOf(name: string, spec: unknown): Classes {
    const key = JSON.stringify([name, spec]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    let classes: Classes;
    try {
      classes = compile(name, spec, { onWarning: () => undefined });
    } catch (error) {
      // The scene reports it, with its place in the document.
      if (error instanceof SpecError) return {};
      throw error;
    }
    this.#known.set(key, classes);
    if (this.#known.size > MOST) this.#known.delete([...this.#known.keys()][0]!);
    return classes;
  }
}
