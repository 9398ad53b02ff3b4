import { join, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { NOTICE } from '../emit/notice.js';
import { lookAt, type Found } from '../files/files.js';
import { hashOf, hashOfFound } from './hash.js';
import {
  hasMergeMarkers,
  isDamagedManifest,
  MANIFEST,
  manifestText,
  parseManifest,
  type Manifest,
} from './manifest.js';
import { byCodePoint } from './order.js';
import type { Change } from './transaction.js';

/** A file as it should be. The text may be left out where the folder already holds it. */
export interface PlannedFile {
  readonly hash: string;
  readonly text?: string;
}

/** The files that a folder should hold, the manifest last. */
export type PlannedFiles = ReadonlyMap<string, PlannedFile>;

/** The difference between a folder and what it should hold. File names, sorted. */
export interface Difference {
  /** Files whose content should differ. */
  readonly stale: readonly string[];
  /** Files that should be there. */
  readonly missing: readonly string[];
  /** Generated files for which there is no spec any more. */
  readonly orphaned: readonly string[];
  readonly unchanged: readonly string[];
}

export const isUpToDate = ({ stale, missing, orphaned }: Difference): boolean =>
  stale.length + missing.length + orphaned.length === 0;

/** A difference, with the present contents of the folder. */
export interface Comparison extends Difference {
  /** Entries of the folder whose names are planned, or listed in its manifest. */
  readonly found: ReadonlyMap<string, Found>;
  readonly manifest: Manifest;
}

export const plannedFile = (text: string): PlannedFile => ({ hash: hashOf(text), text });

/** Adds the manifest to the files it lists. */
export function withManifest(files: PlannedFiles): PlannedFiles {
  return new Map([...files, [MANIFEST, plannedFile(manifestText(hashesOf(files)))]]);
}

const hashesOf = (files: PlannedFiles): Map<string, string> =>
  new Map([...files].flatMap(([name, { hash }]) => (name === MANIFEST ? [] : [[name, hash]])));

/** Compares a folder with what it should hold. */
export function compareOutput(out: string, files: PlannedFiles): Comparison {
  const manifest = parseManifest(lookAt(join(out, MANIFEST))?.text) ?? new Map<string, string[]>();
  const found = new Map<string, Found>();
  for (const name of new Set([...files.keys(), ...manifest.keys()])) {
    const one = lookAt(join(out, name));
    if (one !== undefined) found.set(name, one);
  }
  const planned = [...files.keys()];
  const isCurrent = (name: string): boolean => holds(found.get(name)!, files.get(name)!.hash);
  // Where upper and lower case are the same, a file may be listed under another spelling of its
  // name.
  const identities = new Set(planned.map((name) => found.get(name)?.identity));
  return {
    stale: sort(planned.filter((name) => found.has(name) && !isCurrent(name))),
    missing: sort(planned.filter((name) => !found.has(name))),
    orphaned: sort([...found.keys()].filter((name) => !files.has(name) && !identities.has(found.get(name)!.identity))),
    unchanged: sort(planned.filter((name) => found.has(name) && isCurrent(name))),
    found,
    manifest,
  };
}

const sort = (names: string[]): string[] => names.sort(byCodePoint);

const holds = ({ text }: Found, ...hashes: readonly string[]): boolean =>
  text !== undefined && hashes.includes(hashOfFound(text));

/**
 * Tests for a generated file by the notice in its header. A manifest proves nothing: anybody may
 * have written it.
 */
const isEmitted = ({ isFile, text = '' }: Found): boolean =>
  isFile && text.split('\n', HEADER).some((line) => line.trimEnd() === NOTICE);

/** Number of lines among which the notice may be, below a licence or lines of a merge. */
const HEADER = 20;

/**
 * Reports files that must not be deleted or overwritten. With `force`, only those that `force` does
 * not cover.
 */
export function conflicts(out: string, { stale, orphaned, found, manifest }: Comparison, force: boolean): Diagnostic[] {
  const faults: Diagnostic[] = [];
  const add = (code: Diagnostic['code'], name: string, message: string, hint: string): void => {
    faults.push({ code, message: `${name} ${message}`, hint, file: resolve(out, name) });
  };
  for (const name of force ? [] : orphaned) {
    const one = found.get(name)!;
    if (!isEmitted(one))
      add(
        'E_EDITED',
        name,
        `is listed in ${MANIFEST}, but no spec stands for it, and it is not, or no longer, a generated file.`,
        'move it elsewhere, or use --force, which takes it off the list and leaves it alone',
      );
    else if (!holds(one, ...manifest.get(name)!))
      add(
        'E_EDITED',
        name,
        'was generated from a spec that is gone, and was edited since.',
        'move your changes elsewhere and delete the file, or use --force',
      );
  }
  for (const name of stale) {
    const one = found.get(name)!;
    const isOwn = name === MANIFEST ? parseManifest(one.text) !== undefined : isEmitted(one);
    if (!one.isFile)
      add('E_FOREIGN_FILE', name, 'would be overwritten, and is a folder or a link.', 'move it elsewhere');
    else if (isOwn || force) continue;
    else if (manifest.has(name))
      add(
        'E_EDITED',
        name,
        `is listed in ${MANIFEST} as generated, but the notice at its top, which tells that it may be overwritten, was edited.`,
        `put this line back at its top, or use --force: ${NOTICE}`,
      );
    else if (name === MANIFEST && isDamagedManifest(one.text))
      add(
        'E_EDITED',
        name,
        'was generated, and was edited since: it cannot be read.',
        'delete it; the next run writes it again',
      );
    else
      add(
        'E_FOREIGN_FILE',
        name,
        'would be overwritten, and was not generated.',
        'give the output a folder of its own, or use --force',
      );
  }
  return faults;
}

/**
 * The generated files that will be overwritten although somebody, or another program, changed them
 * since they were generated.
 */
export const editedFiles = ({ stale, found, manifest }: Comparison): string[] =>
  stale.filter((name) => {
    const [one, hashes] = [found.get(name)!, manifest.get(name)];
    return hashes !== undefined && one.text !== undefined && !holds(one, ...hashes) && !hasMergeMarkers(one.text);
  });

/** Returns the change that makes a folder hold what it should. */
export function changeOf(files: PlannedFiles, { stale, missing, orphaned, found }: Comparison): Change {
  const changed = new Set([...stale, ...missing]);
  const removals = orphaned.filter((name) => isEmitted(found.get(name)!));
  const writes = [...files].flatMap(([name, { text }]): [string, string][] =>
    changed.has(name) && name !== MANIFEST ? [[name, text!]] : [],
  );
  const replaced = [...stale, ...removals].flatMap((name): [string, string][] => {
    const text = found.get(name)?.text;
    return text === undefined || name === MANIFEST ? [] : [[name, hashOfFound(text)]];
  });
  return {
    writes,
    removals,
    meanwhile: [MANIFEST, manifestText(hashesOf(files), new Map(replaced))],
    last: [MANIFEST, files.get(MANIFEST)!.text!],
  };
}
