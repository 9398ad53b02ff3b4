import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Project } from '../config/project.js';
import { packageVersion } from '../files/package-files.js';
import { RUNTIME_MODULE, RUNTIME_PACKAGE } from '../spec/runtime-module.js';
import { createFile, isFolder, readText, replaceFile } from '../files/files.js';
import {
  changedPackage,
  dependsOn,
  hasScript,
  isEmptyChange,
  type Package,
  type PackageChange,
} from './package-text.js';
import { HTML_TEMPLATE, pageTemplate, VITE_CONFIG_TEMPLATE } from './page-templates.js';
import { GITIGNORE_TEMPLATE, tsconfigTemplate } from './project-templates.js';
import { configTemplate, NODE_TEST_TEMPLATE, sceneTemplate, SPEC_TEMPLATE, vitestTemplate } from './templates.js';

/** The parts of a project that are made on demand. */
export interface InitChoices {
  /** A page with a mechanism, built by Vite. */
  readonly vite?: boolean;
  /** The proofs as tests of vitest, also where the project does not use it yet. */
  readonly vitest?: boolean;
  /**
   * Module that emitted code imports the runtime from, for a configuration that is written now;
   * `holonomic/runtime` if left out.
   */
  readonly runtime?: string;
}

/**
 * The steps that make a project use holonomic. Nothing that exists is changed, except for
 * package.json, which gets what it lacks.
 */
export interface InitPlan {
  readonly root: string;
  /** Files to write, relative to `root`. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that would be written, but are there already. */
  readonly kept: readonly string[];
  /** Additions to package.json. */
  readonly change: PackageChange;
  /** The new text of package.json, if it changes. */
  readonly packageText?: string;
}

const SCENE = 'scenes/bead.ts';
const PAGE = 'src/main.ts';

/** Versions of tools that a project gets if it lacks them: those that the plugins support. */
const VERSIONS = { typescript: '>=5.5', vite: '>=6', vitest: '>=3' } as const;

/** Works out the steps for the project, and writes nothing. Its folder must have a package.json. */
export function planInit(
  { root, configFile, entries }: Project,
  { vite = false, vitest, runtime: wanted = RUNTIME_MODULE }: InitChoices = {},
): InitPlan {
  const packageText = readText(join(root, 'package.json'));
  const description = JSON.parse(packageText) as Package;
  const here = (path: string): string => relative(root, path).split(sep).join('/');
  const { specs, out, runtime = configFile === undefined ? wanted : RUNTIME_MODULE } = entries[0]!;
  const places = { specs: here(specs[0]!), out: here(out) };
  const hasVitest = vitest ?? dependsOn(description, 'vitest');
  const test = hasVitest
    ? (['test/constraints.test.ts', vitestTemplate(from('test/constraints.test.ts', places.out))] as const)
    : (['test/constraints.test.mjs', NODE_TEST_TEMPLATE] as const);
  const include = [
    places.specs,
    places.out,
    'scenes',
    ...(vite ? ['src'] : []),
    ...(hasVitest ? ['test'] : []),
    '*.ts',
  ];
  const candidates: (readonly [string, string])[] = [
    ...(configFile === undefined ? ([['holonomic.config.ts', configTemplate({ ...places, runtime })]] as const) : []),
    [`${places.specs}/wave.ts`, SPEC_TEMPLATE],
    [SCENE, sceneTemplate(from(SCENE, places.out))],
    test,
    ...(vite ? pageFiles(places.out) : []),
    ['tsconfig.json', tsconfigTemplate(include, vite)],
    ['.gitignore', GITIGNORE_TEMPLATE],
  ];
  const isThere = ([path]: readonly [string, string]): boolean => existsSync(join(root, path));
  const change = packageChange(root, description, { vite, vitest: hasVitest, runtime });
  return {
    root,
    files: new Map(candidates.filter((one) => !isThere(one)).map(([path, text]) => [path, withRuntime(text, runtime)])),
    kept: candidates.filter(isThere).map(([path]) => path),
    change,
    ...(!isEmptyChange(change) && { packageText: changedPackage(packageText, change) }),
  };
}

/** A template with its imports of runtime and library from where emitted code imports the runtime. */
function withRuntime(template: string, runtime: string): string {
  const text = template.replaceAll(`from '${RUNTIME_MODULE}'`, `from '${runtime}'`);
  return runtime === RUNTIME_PACKAGE ? text.replaceAll(`'holonomic/library'`, `'${RUNTIME_PACKAGE}/library'`) : text;
}

const pageFiles = (out: string): (readonly [string, string])[] => [
  ['index.html', HTML_TEMPLATE],
  [PAGE, pageTemplate(from(PAGE, out))],
  ['vite.config.ts', VITE_CONFIG_TEMPLATE],
];

function packageChange(
  root: string,
  description: Package,
  { vite, vitest, runtime }: Required<InitChoices>,
): PackageChange {
  const scripts = {
    generate: 'holonomic generate',
    'generate:check': 'holonomic generate --check',
    verify: 'holonomic verify',
    simulate: `holonomic generate --quiet && holonomic simulate ${SCENE}`,
    test: vitest ? 'holonomic generate --quiet && vitest run' : 'holonomic generate --quiet && node --test',
    dev: vite ? 'vite' : 'holonomic generate --watch',
    ...(vite && { build: 'vite build', preview: 'vite preview' }),
  };
  const tools = [...(vite ? (['vite', 'typescript'] as const) : []), ...(vitest ? (['vitest'] as const) : [])];
  return {
    ...(description.type !== 'module' && !hasScripts(root) && { type: 'module' as const }),
    scripts: Object.fromEntries(Object.entries(scripts).filter(([name]) => !hasScript(description, name))),
    dependencies:
      runtime === RUNTIME_PACKAGE && !dependsOn(description, runtime) ? { [runtime]: packageVersion() } : {},
    devDependencies: Object.fromEntries(
      tools.filter((name) => !dependsOn(description, name)).map((name) => [name, VERSIONS[name]]),
    ),
  };
}

/** Tests for JavaScript that may be written for `require`, and would break as a module. */
const hasScripts = (root: string): boolean =>
  ['.', 'src', 'lib', 'test', 'bin'].some(
    (folder) =>
      isFolder(join(root, folder)) && readdirSync(join(root, folder)).some((name) => /\.(?:js|jsx)$/.test(name)),
  );

/** The path by which a file of the project refers to one of its folders. */
function from(file: string, folder: string): string {
  const path = relative(dirname(file), folder).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

/**
 * Carries out a plan. If it fails, each file is whole or missing, and the next run does the rest.
 */
export function applyInit({ root, files, packageText }: InitPlan): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    createFile(join(root, path), text);
  }
  if (packageText !== undefined) replaceFile(join(root, 'package.json'), packageText);
}
