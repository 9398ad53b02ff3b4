import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { elementScript } from '../../scripts/bundle-page.js';
import { nameLandmarks } from './api-landmarks.js';
import { writeDocuments } from './documents.js';
import { writeHero } from './hero.js';
import { DIST, PAGES, PUBLIC, ROOT, SCENES, SITE } from './folders.js';
import { writeGallery } from './gallery.js';
import { checkLinks } from './links.js';
import { writePolicies } from './policy.js';
import { preloadScenes } from './preload.js';
import { install, run, vitepress } from './run.js';

/** Options of {@link build}. */
export interface BuildOptions {
  /** False to leave out the workshop. */
  readonly workshop?: boolean;
  /** The folder of the host that will serve the site, with a slash at both ends; `/` if it is not given. */
  readonly base?: string;
}

/** Builds the site into `site/dist`. Throws if a scene is not as it expects, or a link is dead. */
export async function build({ workshop = hasWorkshop(), base = '/' }: BuildOptions = {}): Promise<void> {
  await install();
  await writePages();
  rmSync(DIST, { recursive: true, force: true });
  await vitepress('build', 'site', '--base', base);
  await run('npx', ['typedoc', '--options', writeApiOptions(base), '--logLevel', 'Warn']);
  nameLandmarks(DIST);
  if (workshop) await run('npm', ['--prefix', 'site', 'run', 'workshop:build']);
  preloadScenes(DIST, base, SCENES);
  writePolicies(DIST);
  const dead = checkLinks(DIST, base, workshop ? [] : ['workshop']);
  if (dead.length > 0) throw new Error(`Links that lead nowhere:\n${dead.map((link) => `  ${link}`).join('\n')}`);
  console.log(`The site is in ${DIST}, for a host that serves it as ${base}.`);
}

/** Writes the pages as VitePress takes them. */
export async function writePages(): Promise<void> {
  for (const folder of [PAGES, SCENES]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(PUBLIC, { recursive: true });
  copyFileSync(join(SITE, 'mark.svg'), join(PUBLIC, 'mark.svg'));
  copyFileSync(join(ROOT, 'LICENSE'), join(PUBLIC, 'LICENSE.txt'));
  const fonts = join(SITE, 'fonts');
  mkdirSync(join(PUBLIC, 'fonts'));
  for (const name of readdirSync(fonts))
    if (/\.woff2$|OFL\.txt$/.test(name)) copyFileSync(join(fonts, name), join(PUBLIC, 'fonts', name));
  const forModels = readFileSync(join(ROOT, 'llms.txt'), 'utf8').replace(/\.md(?=[)#])/g, '.html');
  writeFileSync(join(PUBLIC, 'llms.txt'), forModels);
  writeFileSync(join(PUBLIC, 'holonomic-scene.js'), await elementScript());
  const gallery = await writeGallery((name) => {
    console.log(`  scene   ${name}`);
  });
  await writeHero(gallery);
  await writeDocuments();
}

/**
 * Writes options of TypeDoc, and its style sheet: links to the other pages are paths from the root of the host.
 * Returns the file.
 */
function writeApiOptions(base: string): string {
  const file = join(PAGES, 'typedoc.json');
  const style = join(PAGES, 'api.css');
  const [faces, own] = ['fonts/faces.css', 'api.css'].map((name) => readFileSync(join(SITE, name), 'utf8'));
  writeFileSync(style, `${faces!.replaceAll('./', `${base}fonts/`)}\n${own!}`);
  const links = { Documents: 'docs/tutorial', Gallery: 'gallery/index', Workshop: 'workshop/index' };
  const options = {
    extends: ['../typedoc.json'],
    customCss: style,
    titleLink: `${base}index.html`,
    navigationLinks: Object.fromEntries(Object.entries(links).map(([name, page]) => [name, `${base}${page}.html`])),
  };
  writeFileSync(file, JSON.stringify(options));
  return file;
}

/** True if the workshop has a build of its own. */
function hasWorkshop(): boolean {
  const path = join(SITE, 'package.json');
  const { scripts = {} } = JSON.parse(readFileSync(path, 'utf8')) as { scripts?: Readonly<Record<string, string>> };
  return Object.hasOwn(scripts, 'workshop:build') && existsSync(join(SITE, 'workshop'));
}
