import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../files/files.js';
import { attributed } from '../files/system-error.js';

/** Writes the product of a command to a file or a device, and creates the folder of the file. */
export function writeProduct(path: string, content: string | Uint8Array): void {
  makeFolder(dirname(path));
  attributed(path, () => {
    writeFileSync(path, content);
  });
}
