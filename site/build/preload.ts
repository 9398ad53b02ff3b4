import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf } from './imports-of.js';
import { htmlFiles } from './links.js';

const CHUNKS = 'assets/chunks';

/**
 * Lets pages with scenes fetch the element, its scenes and all that these import at once. The scripts
 * of VitePress come after them: what they add, the search and the menus, is wanted later than the picture.
 * So are fonts, and the pictures of other scenes: style sheets leave them out of a page that is `early`.
 * `base` is the folder of the host.
 */
export function preloadScenes(folder: string, base: string): void {
  const element = readdirSync(join(folder, CHUNKS)).find((name) => /^element\.[^.]*\.js$/.test(name));
  if (element === undefined) throw new Error('The element of scenes has no script.');
  const textOf = (chunk: string): string => readFileSync(join(folder, CHUNKS, chunk), 'utf8');
  const scenes = new Map(
    [...textOf(element).matchAll(/"\.\/generated\/([\w-]+)\.js":[^"]*import\("\.\/([^"]+)"\)/g)].map(
      ([, name, chunk]) => [name!, chunk!],
    ),
  );
  for (const file of htmlFiles(folder)) {
    const text = readFileSync(file, 'utf8');
    const names = new Set([...text.matchAll(/<holonomic-scene src="([^"]*)"/g)].map(([, name]) => name!));
    if (names.size === 0) continue;
    const chunks = new Set([element]);
    for (const name of names) {
      const chunk = scenes.get(name);
      if (chunk === undefined) throw new Error(`${file}: the scene ${name} has no script.`);
      chunks.add(chunk);
    }
    // What is added to a set while one goes through it comes later on.
    for (const chunk of chunks) for (const one of importsOf(textOf(chunk))) chunks.add(one);
    const links = [...chunks].map((chunk) => `<link rel="modulepreload" href="${base}${CHUNKS}/${chunk}">\n    `);
    const [script, app] = /<script type="module" src="([^"]*)"><\/script>/.exec(text) ?? [];
    if (script === undefined || app === undefined) throw new Error(`${file} has no script of VitePress.`);
    const first = JSON.stringify(`${base}${CHUNKS}/${element}`);
    const page = 'document.documentElement.classList';
    const after =
      `<script>${page}.add("early")</script><script type="module">import(${first})` +
      `.finally(()=>{${page}.remove("early");import(${JSON.stringify(app)})})</script>`;
    writeFileSync(
      file,
      text.replace(/ *<link rel="modulepreload"[^>]*>\n/g, '').replace(script, () => `${links.join('')}${after}`),
    );
  }
}
