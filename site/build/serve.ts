import { watch } from 'node:fs';
import { join } from 'node:path';
import { writePages } from './build.js';
import { writeDocuments } from './documents.js';
import { ROOT } from './folders.js';
import { install, vitepress } from './run.js';

/** Time to wait for more changes, ms. */
const PAUSE = 200;

/** Serves the site. Its documents are copied again when one of them changes. */
export async function serve(): Promise<void> {
  await install();
  await writePages();
  let timer: NodeJS.Timeout | undefined;
  watch(join(ROOT, 'docs'), () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      writeDocuments().catch((error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
      });
    }, PAUSE);
  });
  await vitepress('dev', 'site');
}
