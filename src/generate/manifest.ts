import { basename } from 'node:path';
import { byCodePoint } from './order.js';

/** The name of the manifest, which lists the generated files with hashes of their contents. */
export const MANIFEST = 'manifest.json';

/** The hashes that each generated file may have: two while the folder is being changed. */
export type Manifest = ReadonlyMap<string, readonly string[]>;

/** Hashes by the names of files. */
export type Hashes = ReadonlyMap<string, string>;

/**
 * Returns the text of a manifest. While a folder is being changed, `replaced` holds the hashes
 * before the change. Even if the run is killed, the manifest then accounts for every generated
 * file.
 */
export function manifestText(files: Hashes, replaced: Hashes = new Map()): string {
  const stored = {
    generator: 'holonomic',
    files: sorted(files),
    ...(replaced.size > 0 && { replaced: sorted(replaced) }),
  };
  return `${JSON.stringify(stored, null, 2)}\n`;
}

const sorted = (hashes: Hashes): object => Object.fromEntries([...hashes].sort(([a], [b]) => byCodePoint(a, b)));

const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})/;

/** Tests for a text that version control has left with the lines of both sides of a merge. */
export const hasMergeMarkers = (text: string): boolean => text.split('\n').some((line) => MARKER.test(line));

/** Tests for a manifest of this program that {@link parseManifest} cannot read. */
export const isDamagedManifest = (text: string | undefined): boolean =>
  text !== undefined && /"generator":\s*"holonomic"/.test(text);

/**
 * The manifest that a merge has left, with the files of both sides. Its hashes tell which files may
 * be removed; a file of another text stays, as ever.
 */
function mergedManifest(text: string): Manifest | undefined {
  if (!hasMergeMarkers(text) || !isDamagedManifest(text)) return undefined;
  const manifest = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const entry = parseJson(`{${line.trim().replace(/,$/, '')}}`);
    if (!areHashes(entry)) continue;
    for (const [name, hash] of Object.entries(entry)) manifest.set(name, [...(manifest.get(name) ?? []), hash]);
  }
  return manifest;
}

/**
 * Reads a manifest. It names files that may be deleted, and anybody may have written it. Unless all
 * of it is as this program writes it, it does not count.
 */
export function parseManifest(text: string | undefined): Manifest | undefined {
  if (text === undefined) return undefined;
  const value = parseJson(text);
  if (value === undefined) return mergedManifest(text);
  if (!isObject(value)) return undefined;
  const { generator, files, replaced = {}, ...others } = value;
  if (generator !== 'holonomic' || Object.keys(others).length > 0) return undefined;
  if (!areHashes(files) || !areHashes(replaced)) return undefined;
  const manifest = new Map<string, string[]>();
  for (const [name, hash] of [...Object.entries(files), ...Object.entries(replaced)])
    manifest.set(name, [...(manifest.get(name) ?? []), hash]);
  return manifest;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areHashes = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, hash]) => isModuleName(name) && typeof hash === 'string' && /^[\da-f]{16}$/.test(hash),
  );

/** Longest name that file systems accept, bytes. */
const LONGEST = 255;

/**
 * Tests for the name of an emitted file: any characters, but no path, so that it stays in the
 * folder.
 */
const isModuleName = (name: string): boolean =>
  /\.(?:ts|c|h)$/.test(name) && basename(name) === name && !name.includes('\0') && Buffer.byteLength(name) <= LONGEST;
