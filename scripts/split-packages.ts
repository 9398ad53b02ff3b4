/**
 * The end of `npm run build`: moves the compiled runtime and library into their own package, lets
 * the toolkit import them from there, and bundles the scripts of pages and what Node loads.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleForNode } from './bundle-node.js';
import { elementScript, MODULE_PAGES, modulePageScript, pageScript } from './bundle-page.js';

const ROOT = join(import.meta.dirname, '..');
const PACKAGE = '@holonomic/runtime';

/** Module specifiers in the compiled code, and what they become. */
const RENAMED: readonly (readonly [from: RegExp, to: string])[] = [
  [/(?:\.\.\/)+runtime\/index\.js/, PACKAGE],
  [/(?:\.\.\/)+runtime\/(.+)/, `${PACKAGE}/internal/$1`],
  [/(?:\.\.\/)+generated\/index\.js/, `${PACKAGE}/library`],
];

/** What emitted classes import by default is this package itself. */
const OWN: typeof RENAMED = [[/holonomic\/runtime/, PACKAGE]];

/** The places of a module specifier in compiled code: `from '…'` and `import('…')`. */
const SPECIFIER = /(\bfrom |\bimport\()'([^'\n]+)'/g;

function rename(folder: string, renamed: typeof RENAMED): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:js|d\.ts)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(SPECIFIER, (whole, before: string, specifier: string) => {
      const rule = renamed.find(([from]) => new RegExp(`^(?:${from.source})$`).test(specifier));
      return rule === undefined ? whole : `${before}'${specifier.replace(...rule)}'`;
    });
    if (changed !== text) writeFileSync(path, changed);
  }
}

/**
 * Names what modules hand on by `export *`. In a bundle that is one file, modules that others import
 * later are evaluated on demand, and of a package without side effects esbuild and Bun demand only
 * what is exported by its name.
 */
async function nameExports(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
    const path = join(entry.parentPath, entry.name);
    let text = readFileSync(path, 'utf8');
    for (const [whole, specifier = ''] of text.matchAll(/^export \* from '(\..+)';$/gm)) {
      const names = Object.keys((await import(pathToFileURL(join(dirname(path), specifier)).href)) as object);
      text = text.replace(whole, `export { ${names.join(', ')} } from '${specifier}';`);
    }
    writeFileSync(path, text);
  }
}

const [built, own] = [join(ROOT, 'dist'), join(ROOT, 'packages/runtime/dist')];
for (const folder of ['runtime', 'generated', 'src']) await nameExports(join(built, folder));
rmSync(own, { recursive: true, force: true });
for (const folder of ['runtime', 'generated']) {
  cpSync(join(built, folder), join(own, folder), { recursive: true });
  rmSync(join(built, folder), { recursive: true });
}
rename(join(built, 'src'), RENAMED);
rename(join(own, 'generated'), OWN);
rmSync(join(built, 'page'), { recursive: true, force: true });
mkdirSync(join(built, 'page'));
writeFileSync(join(built, 'page/scene.js'), await pageScript());
for (const name of MODULE_PAGES) writeFileSync(join(built, `page/${name}.js`), await modulePageScript(name));
writeFileSync(join(built, 'page/holonomic-scene.js'), await elementScript());
await bundleForNode(ROOT);
