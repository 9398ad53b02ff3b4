import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { attributed } from '../files/system-error.js';

/** Writes what a command was asked for to a file, or to a device, and makes the folder that it lies in. */
export function writeProduct(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  attributed(path, () => {
    writeFileSync(path, text);
  });
}
