import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleFolder, packageFolder } from '../files/package-files.js';
import { hashOfParts } from './hash.js';
import { byCodePoint } from './order.js';

let fingerprint: string | undefined;

/**
 * Fingerprint of this program. Results of an older or newer toolkit are made again. It covers the
 * code itself rather than a version, so that it also holds for a checked-out copy.
 */
export function toolkitFingerprint(): string {
  fingerprint ??= hashOfParts([readFileSync(join(packageFolder(), 'package.json')), ...codeUnder(moduleFolder())]);
  return fingerprint;
}

function codeUnder(folder: string): Uint8Array[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => byCodePoint(a.name, b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return UNCONCERNED.has(entry.name) ? [] : codeUnder(path);
      return /\.(js|ts)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [readFileSync(path)] : [];
    });
}

/** Folders whose code has no part in what is emitted. */
const UNCONCERNED: ReadonlySet<string> = new Set([
  'cli',
  'ensemble',
  'explain',
  'init',
  'locate',
  'plugin',
  'scene',
  'simulate',
  'verify',
  'vitest',
  'watch',
]);
