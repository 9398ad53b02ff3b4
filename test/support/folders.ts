import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists all that is in a folder and below it: texts of files, targets of links, and empty folders.
 */
export function contentsOf(folder: string, prefix = ''): Record<string, string> {
  const names = readdirSync(join(folder, prefix)).sort();
  if (names.length === 0 && prefix !== '') return { [`${prefix}/`]: '' };
  return Object.assign(
    {},
    ...names.map((name) => {
      const path = prefix === '' ? name : `${prefix}/${name}`;
      const info = lstatSync(join(folder, path));
      if (info.isDirectory()) return contentsOf(folder, path);
      return {
        [path]: info.isSymbolicLink()
          ? `-> ${readlinkSync(join(folder, path))}`
          : readFileSync(join(folder, path), 'utf8'),
      };
    }),
  ) as Record<string, string>;
}
