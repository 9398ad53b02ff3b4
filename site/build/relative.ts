import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BASE } from './base.js';
import { upFrom } from './folders.js';
import { htmlFiles } from './links.js';

/** The folder of the site in a page, as it is found there. */
const FOUND = 'globalThis.__base';

/**
 * Puts relative paths in the place of those from the root of a host. So any host serves the site,
 * from any folder. Scripts read the folder from the address of the page.
 */
export function makeRelative(folder: string): void {
  const pages = new Map<string, string>();
  for (const file of htmlFiles(folder)) {
    const page = relative(folder, file);
    if (page.startsWith('workshop/')) continue;
    const up = upFrom(page);
    if (page.startsWith('api/')) {
      change(file, (text) => text.replaceAll(BASE, up));
      continue;
    }
    pages.set(
      page
        .replace(/\.html$/, '')
        .replaceAll('/', '_')
        .toLowerCase(),
      up,
    );
    change(file, (text) => {
      const data = text.replace(
        /(__VP_SITE_DATA__=JSON\.parse\()("(?:[^"\\]|\\.)*")\)/,
        (_, before: string, json: string) =>
          `${before}${json.replaceAll(BASE, BASE.replaceAll('/', '\\/'))}.replaceAll("${BASE.replaceAll('/', '\\/')}",${FOUND}))`,
      );
      return data
        .replaceAll(BASE, up)
        .replace(
          '<head>',
          `<head>\n    <script>${FOUND}=new URL(${JSON.stringify(up)},location.href).pathname</script>`,
        );
    });
  }
  const assets = join(folder, 'assets');
  for (const entry of readdirSync(assets, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:js|css)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    if (entry.name.endsWith('.css')) change(file, (text) => text.replaceAll(BASE, '../'));
    else {
      const page = entry.name.replace(/\.md\..*$/, '').toLowerCase();
      change(file, (text) => script(text, pages.get(page), file));
    }
  }
}

/** In the script of one page paths are relative to it. In those of all pages, whole texts are computed. */
function script(text: string, up: string | undefined, file: string): string {
  if (up !== undefined) return text.replaceAll(BASE, up);
  const whole = text.replace(/(["'`])\/__base__\/((?:(?!\1)[^\\\n$])*)\1/g, (_, quote: string, rest: string) =>
    rest === '' ? `(${FOUND})` : `(${FOUND}+${quote}${rest}${quote})`,
  );
  if (whole.includes(BASE)) throw new Error(`${file} has paths from the root of a host.`);
  return whole;
}

function change(file: string, map: (text: string) => string): void {
  const text = readFileSync(file, 'utf8');
  const changed = map(text);
  if (changed !== text) writeFileSync(file, changed);
}
