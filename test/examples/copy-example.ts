import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { installTarball, temporaryFolder } from '../support/tarball.js';

const EXAMPLES = join(import.meta.dirname, '../../examples');
/** Files and folders that building an example leaves behind. */
const BUILT = /[\\/](?:node_modules|generated|dist|package-lock\.json)$/;

/** Copies an example as a user gets it, outside this project, with the packed package installed. */
export async function copyExample(name: string): Promise<string> {
  const folder = await temporaryFolder();
  await cp(join(EXAMPLES, name), folder, { recursive: true, filter: (source) => !BUILT.test(source) });
  await installTarball(folder);
  return folder;
}
