import { relative, resolve, sep } from 'node:path';

/** What a command line says about the project; all of it optional. */
export interface SettingFlags {
  readonly cwd?: string;
  readonly specs?: readonly string[];
  readonly out?: string;
}

/** What holds for a run, with absolute paths. */
export interface Settings {
  readonly cwd: string;
  /** Spec files, or folders of them. */
  readonly specs: readonly string[];
  /** Folder of the generated files. */
  readonly out: string;
}

const DEFAULTS = { specs: ['constraints-spec'], out: 'generated' } as const;

/** The one place that knows where settings come from: flags come before defaults. Paths are relative to the working directory. */
export function resolveSettings(flags: SettingFlags, startedIn: string): Settings {
  const cwd = resolve(startedIn, flags.cwd ?? '.');
  return {
    cwd,
    specs: (flags.specs ?? DEFAULTS.specs).map((path) => resolve(cwd, path)),
    out: resolve(cwd, flags.out ?? DEFAULTS.out),
  };
}

/** A path as a person in `cwd` would write it: relative where that is shorter, with forward slashes. */
export function displayPath(path: string, cwd: string): string {
  const near = relative(cwd, path) || '.';
  return (near.startsWith('..') ? path : near).replaceAll(sep, '/');
}
