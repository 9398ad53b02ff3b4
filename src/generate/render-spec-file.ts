import { relative } from 'node:path';
import { deriveAll, type AnySpaceDerivation } from '../derive/derive.js';
import { kernelOperations } from '../derive/kernel-operations.js';
import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { compileAny } from '../emit/compile-spec.js';
import { fileText, FORMAT_VERSION } from '../emit/file.js';
import { systemFault } from '../files/system-error.js';
import { hashOf } from './hash.js';
import type { Space } from '../../runtime/constraint-type.js';
import { servesBothSpaces } from '../spec/describe.js';
import { emittedNames } from '../spec/duplicate-class-names.js';
import { layOut } from './lay-out.js';
import { framesOf, loadSpecFiles, type SpecFile } from './load-specs.js';
import type { SpecOutcome } from './spec-outcome.js';

export interface RenderTask {
  readonly path: string;
  /** The output's folder: the emitted file names its source relative to it. */
  readonly out: string;
  /** Whether constraints whose specs do not say have a kernel of `Jdot`. */
  readonly jdot: boolean;
  readonly debug: boolean;
}

/** All that is made of one spec file, from import to text. Mistakes are part of the outcome; with one, there is no text. */
export async function renderSpecFile(task: RenderTask): Promise<SpecOutcome> {
  try {
    return await render(task);
  } catch (error) {
    // As plain data, since an error of the operating system loses its code between threads.
    const fault = systemFault(error);
    if (fault === undefined) throw error;
    return { text: '', classes: [], specs: [], errors: [fault], warnings: [] };
  }
}

async function render({ path, out, jdot, debug }: RenderTask): Promise<SpecOutcome> {
  const loaded = await loadSpecFiles([path], debug);
  const [file] = loaded.files;
  const errors = [...loaded.errors];
  if (file === undefined) return { text: '', classes: [], specs: [], errors, warnings: [] };
  const derivations = deriveFile(file, errors, debug);
  const classes = derivations.map((derivation) => ({
    className: derivation.className,
    ...spaceOf(derivation),
    operations: kernelOperations(derivation),
  }));
  const warnings = derivations.flatMap((derivation) =>
    derivation.warnings.map((warning) => ({ ...warning, file: path })),
  );
  const specs = file.specs.map(({ name, spec }) => ({ name, emitted: emittedNames(name, spec) }));
  if (errors.length > 0) return { text: '', classes, specs, errors, warnings };
  const source = relative(out, path).replaceAll('\\', '/');
  const hash = hashOf(JSON.stringify([FORMAT_VERSION, jdot, file.specs]));
  const text = await layOut(fileText({ source, hash, derivations, jdot }));
  return { text, classes, specs, errors, warnings };
}

function deriveFile({ path, specs }: SpecFile, errors: Diagnostic[], debug: boolean): AnySpaceDerivation[] {
  return specs.flatMap(({ name, spec }) => {
    try {
      const derivations = deriveAll(name, spec);
      // Made in memory by the printer that prints the file, so that what it prints is checked.
      derivations.forEach(compileAny);
      return [...derivations];
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      const stack = debug && error.stack !== undefined ? { stack: framesOf(error.stack) } : {};
      errors.push(...error.diagnostics.map((diagnostic) => ({ ...diagnostic, file: path, ...stack })));
      return [];
    }
  });
}

/** The space of a class, if it is for one only. */
const spaceOf = (derivation: AnySpaceDerivation): { readonly space?: Space } =>
  derivation.kind === 'constraint' && servesBothSpaces(derivation.spec) ? {} : { space: derivation.space };
