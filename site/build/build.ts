import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDocuments } from './documents.js';
import { writeHero } from './hero.js';
import { DIST, PAGES, PUBLIC, ROOT, SCENES, SITE } from './folders.js';
import { writeGallery } from './gallery.js';
import { checkLinks } from './links.js';
import { preloadScenes } from './preload.js';
import { makeRelative } from './relative.js';
import { install, run, vitepress } from './run.js';

/** Options of {@link build}. */
export interface BuildOptions {
  /** False to leave out the workshop. */
  readonly workshop?: boolean;
}

/** Builds the site into `site/dist`. Throws if a scene is not as it expects, or a link is dead. */
export async function build({ workshop = hasWorkshop() }: BuildOptions = {}): Promise<void> {
  await install();
  await writePages();
  rmSync(DIST, { recursive: true, force: true });
  await vitepress('build', 'site');
  await run('npx', ['typedoc', '--options', 'site/typedoc.json', '--logLevel', 'Warn']);
  if (workshop) await run('npm', ['--prefix', 'site', 'run', 'workshop:build']);
  preloadScenes(DIST);
  makeRelative(DIST);
  const dead = checkLinks(DIST, workshop ? [] : ['workshop']);
  if (dead.length > 0) throw new Error(`Links that lead nowhere:\n${dead.map((link) => `  ${link}`).join('\n')}`);
  console.log(`The site is in ${DIST}. Any host serves it, from any folder.`);
}

/** Writes the pages as VitePress takes them. */
export async function writePages(): Promise<void> {
  for (const folder of [PAGES, SCENES]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(PUBLIC, { recursive: true });
  copyFileSync(join(SITE, 'mark.svg'), join(PUBLIC, 'mark.svg'));
  const forModels = readFileSync(join(ROOT, 'llms.txt'), 'utf8').replace(/\.md(?=[)#])/g, '.html');
  writeFileSync(join(PUBLIC, 'llms.txt'), forModels);
  await writeGallery((name) => {
    console.log(`  scene   ${name}`);
  });
  await writeHero();
  await writeDocuments();
}

/** True if the workshop has a build of its own. */
function hasWorkshop(): boolean {
  const path = join(SITE, 'package.json');
  const { scripts = {} } = JSON.parse(readFileSync(path, 'utf8')) as { scripts?: Readonly<Record<string, string>> };
  return Object.hasOwn(scripts, 'workshop:build') && existsSync(join(SITE, 'workshop'));
}
