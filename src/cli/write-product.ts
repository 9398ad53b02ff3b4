import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { attributed } from '../files/system-error.js';

/** Writes the product of a command to a file or a device, and creates the folder of the file. */
export function writeProduct(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  attributed(path, () => {
    writeFileSync(path, content);
  });
}
