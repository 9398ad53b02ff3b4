import type { Project } from '../config/project.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { isFolder } from '../files/files.js';
import { faultsIn } from '../files/system-error.js';
import { generateProject } from '../generate/generate-project.js';
import { signsOfLife } from '../generate/signs-of-life.js';
import { printWarnings } from '../diagnostics/index.js';

/** The result of a run of the generator, for a bundler. */
export interface GeneratorRun {
  /** All mistakes. If there is one, nothing was written. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files that the output depends on: specs, what they import, and the configuration. */
  readonly files: readonly string[];
  /** Paths that hold specs: files, and folders where others may appear. */
  readonly specs: readonly string[];
}

/** The folders among `specs`. A new file in one of them is a reason to build again. */
export const foldersOf = (specs: readonly string[]): string[] => specs.filter(isFolder);

/** A listener that reports how many of the specs are derived. */
export const progressTo =
  (report: (text: string) => void) =>
  (_path: string, done: number, total: number): void => {
    report(`holonomic: derived ${done} of ${total}`);
  };

/** Generates once. Never throws: whatever fails is among the diagnostics. */
export async function runGenerator(load: () => Promise<Project>): Promise<GeneratorRun> {
  try {
    const project = await load();
    const report = signsOfLife((text) => process.stderr.write(`${text}\n`));
    const results = await generateProject(project, { onRendered: progressTo(report) });
    const warnings = results.flatMap((result) => result.warnings);
    if (warnings.length > 0) printWarnings(warnings);
    const own = project.configFile === undefined ? [] : [project.configFile];
    return {
      diagnostics: results.flatMap((result) => result.errors),
      files: [...results.flatMap((result) => result.dependencies), ...own],
      specs: project.entries.flatMap((entry) => entry.specs),
    };
  } catch (error) {
    return { diagnostics: faultsIn(error), files: [], specs: [] };
  }
}
