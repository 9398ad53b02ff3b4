import { relative } from 'node:path';
import { diagnosticsIn, type Diagnostic } from '../diagnostics/index.js';
import { headerText, sourceText } from '../emit/c/files.js';
import type { Unit } from '../emit/units/unit.js';
import { moduleText } from '../emit/wasm/files.js';
import { faultsIn } from '../files/system-error.js';
import { compileDerived } from '../kinds/compile.js';
import { deriveClasses, type DerivedClass } from '../kinds/derive.js';
import { exportedNames } from '../kinds/exported-names.js';
import { declareUnit } from '../kinds/declare-unit.js';
import { kindOf } from '../kinds/index.js';
import type { TargetName } from '../spec/define-config.js';
import { hashOfSpecs } from './hash-of-specs.js';
import { layOut } from './lay-out.js';
import { withStack, type LoadedSpecFile, type SpecFile } from './load-specs.js';
import { outputName } from './output-format.js';
import type { OutputFile, SpecOutcome } from './spec-outcome.js';

export interface RenderTask {
  /** The spec file, loaded where user code is kept apart; this only derives and prints. */
  readonly loaded: LoadedSpecFile;
  /** The output's folder. The emitted file names its source relative to it. */
  readonly out: string;
  /** True if constraints whose specs do not say have a kernel of `Jdot`. */
  readonly jdot: boolean;
  readonly target: TargetName;
  /** Module that the emitted file imports the runtime from. */
  readonly runtime: string;
  readonly debug: boolean;
}

/**
 * Makes the output of one spec file, from its specs to text. Mistakes are part of the outcome; with
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
    const { file } = task.loaded;
    const faults = faultsIn(error).map((fault) => ({ ...(file && { file: file.path }), ...fault }));
    const errors = task.debug ? withStack(faults, error) : faults;
    return { files: [], classes: [], specs: [], errors, warnings: [] };
  }
}

async function render({ loaded, out, jdot, target, runtime, debug }: RenderTask): Promise<SpecOutcome> {
  const { file } = loaded;
  const errors = [...loaded.errors];
  if (file === undefined) return { files: [], classes: [], specs: [], errors, warnings: [] };
  const { path } = file;
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
  if (errors.length > 0) return { files: [], classes, specs, errors, warnings };
  const source = relative(out, path).replaceAll('\\', '/');
  const hash = hashOfSpecs(file.specs, jdot, runtime);
  const name = outputName(path, target);
  const files = await WRITERS[target]({ name, source, hash, derived, jdot, runtime });
  return { files, classes, specs, errors, warnings };
}

interface WriterTask {
  readonly name: string;
  readonly source: string;
  readonly hash: string;
  readonly derived: readonly DerivedClass[];
  readonly jdot: boolean;
  readonly runtime: string;
}

/** The files of a spec file in each language. ts-morph is loaded only for what needs it. */
const WRITERS: Readonly<Record<TargetName, (task: WriterTask) => Promise<OutputFile[]>>> = {
  typescript: async ({ name, source, hash, derived, jdot, runtime }) => {
    const [{ fileText }, { declareDerived }] = await Promise.all([
      import('../emit/file.js'),
      import('../kinds/declare.js'),
    ]);
    const classes = derived.map(({ derivation }) => declareDerived(derivation, jdot));
    return [{ name: `${name}.ts`, text: await layOut(fileText({ source, hash, classes, imports: runtime })) }];
  },
  c: ({ derived, jdot, name, source, hash }) => {
    const plan = { name, source, hash, units: unitsOf(derived, jdot) };
    return Promise.resolve([
      { name: `${name}.h`, text: headerText(plan) },
      { name: `${name}.c`, text: sourceText(plan) },
    ]);
  },
  wasm: async ({ derived, jdot, name, source, hash, runtime }) => {
    const text = moduleText({ source, hash, units: unitsOf(derived, jdot), runtime });
    return [{ name: `${name}.ts`, text: await layOut(text) }];
  },
};

const unitsOf = (derived: readonly DerivedClass[], jdot: boolean): Unit[] =>
  derived.map(({ derivation }) => declareUnit(derivation, jdot));

function deriveFile({ path, specs }: SpecFile, errors: Diagnostic[], debug: boolean): DerivedClass[] {
  return specs.flatMap(({ name, spec }) => {
    try {
      const classes = deriveClasses(name, spec);
      // Compiled in memory with the printer of the file, so that what it prints is checked.
      for (const { derivation } of classes) compileDerived(derivation);
      return [...classes];
    } catch (error) {
      // A mistake names its spec; a fault of the toolkit does not know it.
      const faults = diagnosticsIn(error).map((one) => ({ spec: name, ...one, file: path }));
      errors.push(...(debug ? withStack(faults, error) : faults));
      return [];
    }
  });
}
