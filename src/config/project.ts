import { basename, dirname, extname, resolve, sep } from 'node:path';
import { quote } from '../diagnostics/diagnostic.js';
import { thrownText } from '../diagnostics/kind-of.js';
import { ConfigError } from './config-error.js';
import type { Config, ConfigEntry, TargetName } from '../spec/define-config.js';
import { readTextIfAny } from '../files/files.js';
import type { ModuleFault } from '../modules/read-module.js';
import { displayPath, findUpwards } from './paths.js';

/**
 * Settings of a command line or a plugin; all optional. They take precedence over the
 * configuration.
 */
export interface ProjectOptions {
  /**
   * The working directory. Other paths are relative to it, and the search for the configuration
   * goes from there upwards.
   */
  readonly cwd: string;
  /** The configuration's file. */
  readonly config?: string;
  readonly specs?: string | readonly string[];
  readonly out?: string;
  readonly target?: TargetName;
  /** True to take no configuration from above the nearest package. */
  readonly ofPackage?: boolean;
}

/** One output of a project, with absolute paths. */
export interface ProjectEntry {
  /** Spec files, or folders of them. */
  readonly specs: readonly string[];
  /** Folder of the generated files. */
  readonly out: string;
  readonly jdot?: boolean;
  readonly target?: TargetName;
  readonly runtime?: string;
}

export interface Project {
  readonly cwd: string;
  /** The folder of the package; without a package, that of the configuration. */
  readonly root: string;
  readonly configFile?: string;
  readonly entries: readonly ProjectEntry[];
  readonly threads?: number;
}

/** The names that a configuration may have, in the order of preference. */
export const CONFIG_FILES = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `holonomic.config.${extension}`);

const DEFAULT_SPECS = 'constraints-spec';
const DEFAULT_OUT: Readonly<Record<TargetName, string>> = {
  typescript: 'generated',
  c: 'generated-c',
  wasm: 'generated-wasm',
};

/**
 * Loads the settings of a project. Options come before the configuration's file, and the file
 * before defaults. Throws a {@link ConfigError} for a configuration that is missing, cannot be
 * loaded, or makes no sense.
 */
export async function loadProject({
  cwd,
  config: named,
  ofPackage = false,
  ...options
}: ProjectOptions): Promise<Project> {
  const last = ofPackage ? 'package.json' : undefined;
  const configFile = named === undefined ? findUpwards(cwd, CONFIG_FILES, last) : resolve(cwd, named);
  const config = configFile === undefined ? {} : await loadConfig(configFile, cwd);
  const home = configFile === undefined ? cwd : dirname(configFile);
  const outputs = config.outputs ?? [config];
  const entries =
    options.specs !== undefined || options.out !== undefined || options.target !== undefined
      ? [chosenEntry(outputs, options, home, cwd)]
      : outputs.map(({ specs = DEFAULT_SPECS, out, ...more }) =>
          entryAt(home, specs, home, out ?? DEFAULT_OUT[languageOf(more.target)], more),
        );
  checkOutputs(entries, cwd, configFile);
  const packageFile = findUpwards(home, ['package.json']);
  return {
    cwd,
    root: packageFile === undefined ? home : dirname(packageFile),
    ...(configFile !== undefined && { configFile }),
    entries,
    ...(config.threads !== undefined && { threads: config.threads }),
  };
}

const languageOf = (target: TargetName | undefined): TargetName => target ?? 'typescript';

const list = (paths: string | readonly string[]): readonly string[] => (typeof paths === 'string' ? [paths] : paths);

const entryAt = (
  specsFrom: string,
  specs: string | readonly string[],
  outFrom: string,
  out: string,
  { jdot, target, runtime }: Pick<ConfigEntry, 'jdot' | 'target' | 'runtime'>,
): ProjectEntry => ({
  specs: list(specs).map((path) => resolve(specsFrom, path)),
  out: resolve(outFrom, out),
  ...(jdot !== undefined && { jdot }),
  ...(target !== undefined && { target }),
  ...(runtime !== undefined && { runtime }),
});

/**
 * The entry named on the command line. A part that is not named comes from the only output of that
 * language, else from the only output, or from defaults. The folder is never that of an output in
 * another language, whose files would be deleted.
 */
function chosenEntry(
  outputs: NonNullable<Config['outputs']>,
  { specs, out, target }: Pick<ProjectOptions, 'specs' | 'out' | 'target'>,
  home: string,
  cwd: string,
): ProjectEntry {
  const meant = outputs.filter((one) => target === undefined || languageOf(one.target) === target);
  const only: ConfigEntry = outputs.length === 1 ? outputs[0]! : {};
  const single: ConfigEntry = meant.length === 1 ? meant[0]! : {};
  const language = target ?? single.target;
  return entryAt(
    specs === undefined ? home : cwd,
    specs ?? single.specs ?? only.specs ?? DEFAULT_SPECS,
    out === undefined ? home : cwd,
    out ?? single.out ?? DEFAULT_OUT[languageOf(language)],
    { ...only, ...single, ...(language !== undefined && { target: language }) },
  );
}

/**
 * Refuses two outputs in one folder, which would delete each other's files, and output among the
 * specs, which would be read as specs.
 */
function checkOutputs(entries: readonly ProjectEntry[], cwd: string, file: string | undefined): void {
  const named = file === undefined ? {} : { file };
  const owners = new Set<string>();
  for (const { specs, out } of entries) {
    const shown = displayPath(out, cwd);
    if (owners.has(out))
      throw new ConfigError([
        {
          message: `Two outputs go to ${shown}.`,
          hint: 'give each a folder of its own, or join their specs',
          ...named,
        },
      ]);
    owners.add(out);
    const inside = specs.find((path) => path === out || path.startsWith(out + sep));
    if (inside !== undefined)
      throw new ConfigError([
        {
          message: `The specs of ${displayPath(inside, cwd)} lie in their own output, ${shown}.`,
          hint: 'give the output a folder of its own',
          ...named,
        },
      ]);
  }
}

async function loadConfig(path: string, cwd: string): Promise<Config> {
  const file = path;
  // An error of the operating system does not mean that the configuration's text is at fault.
  const text = readTextIfAny(path);
  if (text === undefined)
    throw new ConfigError([
      {
        message: `There is no configuration ${displayPath(path, cwd)}.`,
        hint: 'leave --config out, or write the file',
      },
    ]);
  const value = extname(path) === '.json' ? parseJson(text, path) : await importDefault(path);
  const { validateConfig } = await import('./validate-config.js');
  return validateConfig(value, file);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw cannotBeLoaded(path, { reason: thrownText(error) }, error);
  }
}

async function importDefault(path: string): Promise<unknown> {
  const { readModule } = await import('../modules/read-module.js');
  const read = await readModule({ path, exported: ['default'] });
  if ('fault' in read) {
    // The error stayed in its thread; its stack shows where in the module it arose.
    const { reason, stack } = read.fault;
    throw cannotBeLoaded(
      path,
      read.fault,
      stack === undefined ? undefined : Object.assign(new Error(reason), { stack }),
    );
  }
  const [fault] = read.faults;
  if (fault !== undefined) {
    const subject = fault.field === '' ? 'The default export' : quote(fault.field);
    throw new ConfigError([{ message: `${subject} ${fault.reason}.`, file: path }]);
  }
  const value = read.exports[0]?.value;
  if (value === undefined)
    throw new ConfigError([
      {
        message: `${basename(path)} has no default export.`,
        hint: 'write `export default defineConfig({ … })`',
        file: path,
      },
    ]);
  return value;
}

const cannotBeLoaded = (file: string, { reason, hint, source }: ModuleFault, cause?: unknown): ConfigError =>
  new ConfigError(
    [
      {
        message: `${basename(file)} cannot be loaded: ${reason}`,
        ...(hint !== undefined && { hint }),
        file,
        ...(source && { source }),
      },
    ],
    { cause },
  );
