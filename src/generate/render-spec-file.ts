import { relative } from 'node:path';
import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { fileText, FORMAT_VERSION } from '../emit/file.js';
import { systemFault } from '../files/system-error.js';
import { compileDerived } from '../kinds/compile.js';
import { deriveClasses, type DerivedClass } from '../kinds/derive.js';
import { exportedNames } from '../kinds/exported-names.js';
import { declareDerived } from '../kinds/declare.js';
import { kindOf } from '../kinds/index.js';
import { RUNTIME_MODULE } from '../spec/runtime-module.js';
import { hashOf } from './hash.js';
import { layOut } from './lay-out.js';
import { framesOf, loadSpecFiles, type SpecFile } from './load-specs.js';
import type { SpecOutcome } from './spec-outcome.js';

export interface RenderTask {
  readonly path: string;
  /** The output's folder. The emitted file names its source relative to it. */
  readonly out: string;
  /** True if constraints whose specs do not say have a kernel of `Jdot`. */
  readonly jdot: boolean;
  /** Module that the emitted file imports the runtime from. */
  readonly runtime: string;
  readonly debug: boolean;
}

/**
 * Makes the output of one spec file, from import to text. Mistakes are part of the outcome; with
 * one, there is no text.
 */
export async function renderSpecFile(task: RenderTask): Promise<SpecOutcome> {
  try {
    const outcome = await render(task);
    if (outcome.errors.length === 0) return outcome;
    // Now, while the file still has the mistake.
    const { locate } = await import('../locate/locate.js');
    return { ...outcome, errors: await locate(outcome.errors) };
  } catch (error) {
    // Converted to plain data, since an error of the operating system loses its code between
    // threads.
    const fault = systemFault(error);
    if (fault === undefined) throw error;
    return { text: '', classes: [], specs: [], errors: [fault], warnings: [] };
  }
}

async function render({ path, out, jdot, runtime, debug }: RenderTask): Promise<SpecOutcome> {
  const loaded = await loadSpecFiles([path], debug);
  const [file] = loaded.files;
  const errors = [...loaded.errors];
  if (file === undefined) return { text: '', classes: [], specs: [], errors, warnings: [] };
  const derived = deriveFile(file, errors, debug);
  const classes = derived.map(({ derivation, spaces }) => ({
    className: derivation.className,
    spaces,
    operations: kindOf(derivation).count(derivation),
  }));
  const warnings = derived.flatMap(({ derivation }) =>
    derivation.warnings.map((warning) => ({ ...warning, file: path })),
  );
  const specs = file.specs.map(({ name, spec }) => ({ name, exports: exportedNames(name, spec) }));
  if (errors.length > 0) return { text: '', classes, specs, errors, warnings };
  const source = relative(out, path).replaceAll('\\', '/');
  const hash = hashOf(
    JSON.stringify([FORMAT_VERSION, jdot, file.specs, ...(runtime === RUNTIME_MODULE ? [] : [runtime])]),
  );
  const declared = derived.map(({ derivation }) => declareDerived(derivation, jdot));
  const text = await layOut(fileText({ source, hash, classes: declared, imports: runtime }));
  return { text, classes, specs, errors, warnings };
}

function deriveFile({ path, specs }: SpecFile, errors: Diagnostic[], debug: boolean): DerivedClass[] {
  return specs.flatMap(({ name, spec }) => {
    try {
      const classes = deriveClasses(name, spec);
      // Compiled in memory with the printer of the file, so that what it prints is checked.
      for (const { derivation } of classes) compileDerived(derivation);
      return [...classes];
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      const stack = debug && error.stack !== undefined ? { stack: framesOf(error.stack) } : {};
      errors.push(...error.diagnostics.map((diagnostic) => ({ ...diagnostic, file: path, ...stack })));
      return [];
    }
  });
}
