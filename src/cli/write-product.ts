import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { attributed } from '../files/system-error.js';

/** Writes the product of a command to a file or a device, and creates the folder of the file. */
export function writeProduct(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  attributed(path, () => {
    writeFileSync(path, text);
  });
}
