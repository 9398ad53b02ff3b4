import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf } from './imports-of.js';
import { htmlFiles } from './links.js';

const CHUNKS = 'assets/chunks';

/**
 * Writes the openings of its scenes into each page that has some, and lets it fetch what plays them at once. What
 * moves the scenes comes next, so the page names it. The scripts of VitePress come after both: what they add, the
 * search and the menus, is wanted later than the picture. So are fonts, and the pictures of other scenes: style
 * sheets leave them out of a page that is `early`. `base` is the folder of the host, `openings` that of the records.
 */
export function preloadScenes(folder: string, base: string, openings: string): void {
  const textOf = (chunk: string): string => readFileSync(join(folder, CHUNKS, chunk), 'utf8');
  const [element, shows] = ['element', 'scenes'].map((one) => {
    const found = readdirSync(join(folder, CHUNKS)).find((name) => new RegExp(`^${one}\\.[^.]*\\.js$`).test(name));
    if (found === undefined) throw new Error(`There is no script ${one}.`);
    return found;
  }) as [string, string];
  const scenes = new Map(
    [...textOf(shows).matchAll(/"\.\/generated\/([\w-]+)\.js":[^"]*import\("\.\/([^"]+)"\)/g)].map(
      ([, name, chunk]) => [name!, chunk!],
    ),
  );
  /** The chunks with all that they import. */
  const withImports = (...names: string[]): ReadonlySet<string> => {
    const chunks = new Set(names);
    // What is added to a set while one goes through it comes later on.
    for (const chunk of chunks) for (const one of importsOf(textOf(chunk))) chunks.add(one);
    return chunks;
  };
  const first = withImports(element);
  for (const file of htmlFiles(folder)) {
    const text = readFileSync(file, 'utf8');
    const names = [...new Set([...text.matchAll(/<holonomic-scene src="([^"]*)"/g)].map(([, name]) => name!))];
    if (names.length === 0) continue;
    const chunks = names.map((name) => {
      const chunk = scenes.get(name);
      if (chunk === undefined) throw new Error(`${file}: the scene ${name} has no script.`);
      return chunk;
    });
    const addressOf = (chunk: string): string => `${base}${CHUNKS}/${chunk}`;
    const next = [...withImports(shows, ...chunks)].filter((chunk) => !first.has(chunk)).map(addressOf);
    const records = names.map((name) => `"${name}":${readFileSync(join(openings, `${name}.json`), 'utf8')}`);
    const links = [...first].map((chunk) => `<link rel="modulepreload" href="${addressOf(chunk)}">\n    `);
    const [script, app] = /<script type="module" src="([^"]*)"><\/script>/.exec(text) ?? [];
    if (script === undefined || app === undefined) throw new Error(`${file} has no script of VitePress.`);
    const later = JSON.stringify({ next, app }).slice(1);
    const begun = `{"openings":{${records.join()}},${later}`.replaceAll('<', '\\u003c');
    const page = 'document.documentElement.classList';
    // The element asks for the rest once it has what it needs; without it, the page goes on without scenes.
    const after =
      `<script>${page}.add("early")</script><script type="module">import(${JSON.stringify(addressOf(element))})` +
      `.catch(()=>{${page}.remove("early");import(${JSON.stringify(app)})})</script>`;
    writeFileSync(
      file,
      text
        .replace(/ *<link rel="modulepreload"[^>]*>\n/g, '')
        .replace(script, () => `${links.join('')}${after}`)
        .replace('</body>', () => `<script type="application/json" id="openings">${begun}</script></body>`),
    );
  }
}
