import { join } from 'node:path';

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '../..');
export const SITE = join(ROOT, 'site');

/** Pages as VitePress takes them; files that are served as they are; and scenes as modules. */
export const PAGES = join(SITE, '.pages');
export const PUBLIC = join(PAGES, 'public');
export const SCENES = join(SITE, 'generated');

/** The site as it is served. */
export const DIST = join(SITE, 'dist');

/** The way from a page to the root of the site. */
export const upFrom = (page: string): string => '../'.repeat(page.split('/').length - 1) || './';
