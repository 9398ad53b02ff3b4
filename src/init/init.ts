import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Project } from '../config/project.js';
import { packageVersion } from '../files/package-files.js';
import { RUNTIME_MODULE, RUNTIME_PACKAGE } from '../spec/runtime-module.js';
import { createFile, isFolder, makeFolder, readText, readTextIfAny, replaceFile } from '../files/files.js';
import {
  changedPackage,
  dependsOn,
  hasScript,
  isEmptyChange,
  type Package,
  type PackageChange,
} from './package-text.js';
import {
  HTML_TEMPLATE,
  pageTemplate,
  PART_LINES,
  partTemplate,
  reactLines,
  VITE_CONFIG_TEMPLATE,
} from './page-templates.js';
import { GITIGNORE_TEMPLATE, tsconfigTemplate } from './project-templates.js';
import { VITE_CONFIGS, VITE_LINES, withPlugin } from './vite-config.js';
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
 * package.json and .gitignore, which get what they lack, and the configuration of Vite, which gets
 * the plugin.
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
  /** Files that are there, their text with what they lack, and the lines that it adds. */
  readonly changed: readonly { readonly path: string; readonly text: string; readonly lines: readonly string[] }[];
  /** What is left for a person to add, and to which file. */
  readonly byHand: readonly { readonly path: string; readonly lines: readonly string[] }[];
  /** True for a project of Vite, whose plugin generates while it serves. */
  readonly isServed: boolean;
}

const SCENE = 'scenes/bead.ts';
/** The script of a page that is written. */
export const PAGE = 'src/main.ts';
/** The mechanism for a page that is there already. */
const PART = 'src/bead-on-wave.ts';

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
  const viteConfig = VITE_CONFIGS.find((name) => existsSync(join(root, name)));
  const usesVite = vite || viteConfig !== undefined || dependsOn(description, 'vite');
  const hasPage = existsSync(join(root, 'index.html'));
  const include = [
    places.specs,
    places.out,
    'scenes',
    ...(usesVite ? ['src'] : []),
    ...(hasVitest ? ['test'] : []),
    '*.ts',
  ];
  const isModule = description.type === 'module' || !hasScripts(root);
  const candidates: (readonly [string, string])[] = [
    ...(configFile === undefined ? ([['holonomic.config.ts', configTemplate({ ...places, runtime })]] as const) : []),
    [`${places.specs}/wave.ts`, SPEC_TEMPLATE],
    [SCENE, sceneTemplate(from(SCENE, places.out))],
    test,
    ...(vite ? pageFiles(places.out, hasPage) : []),
    ...(usesVite && viteConfig === undefined ? ([['vite.config.ts', VITE_CONFIG_TEMPLATE]] as const) : []),
    ['tsconfig.json', tsconfigTemplate(include, usesVite, isModule)],
    ['.gitignore', GITIGNORE_TEMPLATE],
  ];
  const isThere = ([path]: readonly [string, string]): boolean => existsSync(join(root, path));
  const files = candidates.filter((one) => !isThere(one));
  // Also where a run that was ended has written it.
  const isTyped = candidates.some(
    ([path, text]) => path === 'tsconfig.json' && [undefined, text].includes(readTextIfAny(join(root, path))),
  );
  const change = packageChange(description, {
    vite: usesVite,
    vitest: hasVitest,
    runtime,
    isTyped,
    isModule,
  });
  const isReact = dependsOn(description, 'react');
  const plugin = viteConfig === undefined ? undefined : pluginChange(root, viteConfig);
  return {
    root,
    files: new Map(files.map(([path, text]) => [path, withRuntime(text, runtime)])),
    kept: candidates.filter(isThere).map(([path]) => path),
    change,
    ...(!isEmptyChange(change) && { packageText: changedPackage(packageText, change) }),
    changed: [
      ...ignoredChange(readTextIfAny(join(root, '.gitignore'))),
      ...(plugin?.text === undefined ? [] : [{ path: plugin.path, text: plugin.text, lines: VITE_LINES }]),
    ],
    byHand: [
      ...(plugin?.isUnclear === true ? [{ path: plugin.path, lines: VITE_LINES }] : []),
      ...(vite && hasPage && !existsSync(join(root, PART))
        ? [
            {
              path: isReact ? 'a component' : "your page's script",
              lines: isReact ? reactLines(isPageTyped(root)) : PART_LINES,
            },
          ]
        : []),
    ],
    isServed: usesVite,
  };
}

/** A .gitignore that is there with the patterns of the template that it lacks. */
function ignoredChange(before: string | undefined): InitPlan['changed'] {
  if (before === undefined) return [];
  const patternOf = (line: string): string => line.trim().replace(/^!?\/?|\/$/g, '');
  const known = new Set(before.split('\n').map(patternOf));
  const lines = GITIGNORE_TEMPLATE.trim()
    .split('\n')
    .filter((line) => !known.has(line));
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  return lines.length === 0 ? [] : [{ path: '.gitignore', text: `${before}${gap}${lines.join('\n')}\n`, lines }];
}

/** The configuration of Vite with the plugin in it, if that is not there yet and can be added. */
function pluginChange(root: string, path: string): { path: string; text?: string; isUnclear: boolean } {
  const before = readText(join(root, path));
  const text = withPlugin(before);
  return { path, ...(text !== undefined && text !== before && { text }), isUnclear: text === undefined };
}

/** A template with its imports of runtime and library from where emitted code imports the runtime. */
function withRuntime(template: string, runtime: string): string {
  const text = template.replaceAll(`from '${RUNTIME_MODULE}'`, `from '${runtime}'`);
  return runtime === RUNTIME_PACKAGE ? text.replaceAll(`'holonomic/library'`, `'${RUNTIME_PACKAGE}/library'`) : text;
}

/** A page with a mechanism; of a page that is there already, only the mechanism. */
const pageFiles = (out: string, hasPage: boolean): (readonly [string, string])[] =>
  hasPage
    ? [[PART, partTemplate(from(PART, out))]]
    : [
        ['index.html', HTML_TEMPLATE],
        [PAGE, pageTemplate(from(PAGE, out))],
      ];

/** True unless the page that is there loads JavaScript. */
const isPageTyped = (root: string): boolean => !/src=["'][^"']+\.jsx?["']/.test(readText(join(root, 'index.html')));

function packageChange(
  description: Package,
  {
    vite,
    vitest,
    runtime,
    isTyped,
    isModule,
  }: Required<InitChoices> & Readonly<Record<'isTyped' | 'isModule', boolean>>,
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
  // Without the compiler, `npx tsc` fetches another package of that name.
  const tools = [
    ...(vite ? (['vite'] as const) : []),
    ...(vite || isTyped ? (['typescript'] as const) : []),
    ...(vitest ? (['vitest'] as const) : []),
  ];
  return {
    ...(description.type !== 'module' && isModule && { type: 'module' as const }),
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
export function applyInit({ root, files, packageText, changed }: InitPlan): void {
  for (const [path, text] of files) {
    makeFolder(dirname(join(root, path)));
    createFile(join(root, path), text);
  }
  for (const { path, text } of changed) replaceFile(join(root, path), text);
  if (packageText !== undefined) replaceFile(join(root, 'package.json'), packageText);
}
