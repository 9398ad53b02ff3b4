import { resolve } from 'node:path';
import { loadProject, type Project } from '../config/project.js';
import type { TargetName } from '../spec/define-config.js';

export { displayPath } from '../config/paths.js';

/** Flags of a command line that concern the project; all of them optional. */
export interface SettingFlags {
  readonly cwd?: string;
  readonly config?: string;
  readonly specs?: readonly string[];
  readonly out?: string;
  readonly target?: TargetName;
  /** True for a command that is about the nearest package, whatever configuration is above it. */
  readonly ofPackage?: boolean;
}

/** The flags of a command that concern the project. */
export const settingFlags = ({ specs, out, target }: Pick<SettingFlags, 'specs' | 'out' | 'target'>): SettingFlags => ({
  ...(specs !== undefined && { specs }),
  ...(out !== undefined && { out }),
  ...(target !== undefined && { target }),
});

/** The settings of a run, with absolute paths. */
export interface Settings extends Project {
  /** The spec files or folders of all outputs. */
  readonly specs: readonly string[];
}

/**
 * Resolves the settings of a run; only this function knows where they come from. Flags come before
 * the configuration, and the configuration before defaults.
 */
export async function resolveSettings(flags: SettingFlags, startedIn: string): Promise<Settings> {
  const { cwd, config, specs, out, target, ofPackage } = flags;
  const project = await loadProject({
    cwd: resolve(startedIn, cwd ?? '.'),
    ...(config !== undefined && { config }),
    ...(specs !== undefined && { specs }),
    ...(out !== undefined && { out }),
    ...(target !== undefined && { target }),
    ...(ofPackage !== undefined && { ofPackage }),
  });
  return { ...project, specs: project.entries.flatMap((entry) => entry.specs) };
}
