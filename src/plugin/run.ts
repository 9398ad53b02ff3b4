import type { Project } from '../config/project.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { isFolder } from '../files/files.js';
import { generateProject } from '../generate/generate-project.js';
import { printWarnings } from '../diagnostics/index.js';
import { diagnosticsOf } from './build-error.js';

/** What a run of the generator tells a bundler. */
export interface GeneratorRun {
  /** All mistakes; with one of them nothing was written. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files that the output depends on: specs, what they import, and the configuration. */
  readonly files: readonly string[];
  /** What holds specs: files, and folders where others may appear. */
  readonly specs: readonly string[];
}

/** The folders among `specs`: a new file in one of them is a reason to build again. */
export const foldersOf = (specs: readonly string[]): string[] => specs.filter(isFolder);

/** Generates once. What is no mistake of the user's is thrown. */
export async function runGenerator(load: () => Promise<Project>): Promise<GeneratorRun> {
  try {
    const project = await load();
    const results = await generateProject(project);
    const warnings = results.flatMap((result) => result.warnings);
    if (warnings.length > 0) printWarnings(warnings);
    const own = project.configFile === undefined ? [] : [project.configFile];
    return {
      diagnostics: results.flatMap((result) => result.errors),
      files: [...results.flatMap((result) => result.dependencies), ...own],
      specs: project.entries.flatMap((entry) => entry.specs),
    };
  } catch (error) {
    return { diagnostics: diagnosticsOf(error), files: [], specs: [] };
  }
}
