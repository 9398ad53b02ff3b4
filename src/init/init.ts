import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Project } from '../config/project.js';
import { createFile, readText, replaceFile } from '../files/files.js';
import { configTemplate, NODE_TEST_TEMPLATE, sceneTemplate, SPEC_TEMPLATE, vitestTemplate } from './templates.js';

/**
 * The steps that make a project use holonomic. Nothing that exists is changed, except for scripts
 * added to package.json.
 */
export interface InitPlan {
  readonly root: string;
  /** Files to write, relative to `root`. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that would be written, but are there already. */
  readonly kept: readonly string[];
  /** Scripts to add to package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The new text of package.json, if it changes. */
  readonly packageText?: string;
}

const SCENE = 'scenes/bead.ts';

interface Package {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: object;
  readonly devDependencies?: object;
}

/** Works out the steps for the project, and writes nothing. Its folder must have a package.json. */
export function planInit({ root, configFile, entries }: Project): InitPlan {
  const packageText = readText(join(root, 'package.json'));
  const description = JSON.parse(packageText) as Package;
  const here = (path: string): string => relative(root, path).split(sep).join('/');
  const { specs, out } = entries[0]!;
  const places = { specs: here(specs[0]!), out: here(out) };
  const hasVitest = 'vitest' in { ...description.dependencies, ...description.devDependencies };
  const candidates: [string, string][] = [
    ...(configFile === undefined ? [['holonomic.config.ts', configTemplate(places)] as [string, string]] : []),
    [`${places.specs}/wave.ts`, SPEC_TEMPLATE],
    [SCENE, sceneTemplate(from(SCENE, places.out))],
    hasVitest
      ? ['test/constraints.test.ts', vitestTemplate(from('test/constraints.test.ts', places.out))]
      : ['test/constraints.test.mjs', NODE_TEST_TEMPLATE],
  ];
  const isThere = ([path]: [string, string]): boolean => existsSync(join(root, path));
  const scripts = Object.fromEntries(
    Object.entries({
      generate: 'holonomic generate',
      'generate:check': 'holonomic generate --check',
      verify: 'holonomic verify',
      simulate: `holonomic generate --quiet && holonomic simulate ${SCENE}`,
    }).filter(([name]) => description.scripts?.[name] === undefined),
  );
  return {
    root,
    files: new Map(candidates.filter((one) => !isThere(one))),
    kept: candidates.filter(isThere).map(([path]) => path),
    scripts,
    ...(Object.keys(scripts).length > 0 && { packageText: withScripts(packageText, scripts) }),
  };
}

/** The path by which a file of the project refers to one of its folders. */
function from(file: string, folder: string): string {
  const path = relative(dirname(file), folder).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** The text of a package.json with scripts added, indented as before. */
function withScripts(text: string, scripts: Readonly<Record<string, string>>): string {
  const value = JSON.parse(text) as Package;
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? 2;
  const changed = { ...value, scripts: { ...value.scripts, ...scripts } };
  return JSON.stringify(changed, null, indent) + (text.endsWith('\n') ? '\n' : '');
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
