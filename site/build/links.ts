import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Lists the pages below a folder. */
export const htmlFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/**
 * Lists links, pictures and scripts of built pages that lead nowhere, anchors included, and those
 * that load from elsewhere. `base` is the folder of the host. Folders in `without` were not built;
 * pages in `api` are TypeDoc's, which checks its own.
 */
export function checkLinks(folder: string, base: string, without: readonly string[] = []): readonly string[] {
  const dead: string[] = [];
  const texts = new Map<string, string>();
  const textOf = (path: string): string => {
    const text = texts.get(path) ?? readFileSync(path, 'utf8');
    texts.set(path, text);
    return text;
  };
  for (const page of htmlFiles(folder)) {
    const own = relative(folder, page);
    if (/^(?:api|workshop)\//.test(own)) continue;
    const body = textOf(page).replace(/<script[^>]*>[^]*?<\/script>|<code[^>]*>[^]*?<\/code>/g, '');
    for (const [, tag, attributes] of body.matchAll(/<(a|img|link|script|source)\b([^>]*)>/g)) {
      const target = / (?:href|src|srcset)="([^"]*)"/.exec(attributes!)?.[1]?.replaceAll('&amp;', '&');
      if (target === undefined || target.startsWith('data:') || target.startsWith('mailto:')) continue;
      if (/^(?:https?:)?\/\//.test(target)) {
        if (tag !== 'a') dead.push(`${own}: ${target} is loaded from elsewhere`);
        continue;
      }
      const [path = '', anchor] = target.split('#');
      const way = decodeURI(path);
      const file =
        path === '' ? page : way.startsWith(base) ? join(folder, way.slice(base.length)) : join(dirname(page), way);
      if (without.some((name) => relative(folder, file).split('/')[0] === name)) continue;
      const found = [file, join(file, 'index.html')].find((one) => existsSync(one) && statSync(one).isFile());
      if (found === undefined || (path.startsWith('/') && !way.startsWith(base))) dead.push(`${own}: ${target}`);
      // An anchor with "=" is data for the page: a scene of the workshop.
      else if (anchor !== undefined && !/^$|=/.test(anchor) && !textOf(found).includes(`id="${decodeURI(anchor)}"`))
        dead.push(`${own}: ${target} (no such heading)`);
    }
  }
  return [...new Set(dead)];
}
