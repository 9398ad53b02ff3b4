import { basename, extname } from 'node:path';
import { indexHeaderText, SUPPORT, supportText } from '../emit/c/files.js';
import { indexText } from '../emit/notice.js';
import { LOADER, loaderText } from '../emit/wasm/files.js';
import type { TargetName } from '../spec/define-config.js';
import type { OutputFile } from './spec-outcome.js';

/**
 * The name, without extension, of the files of a spec file. It is composed (NFC): file systems may
 * decompose names.
 */
export const outputName = (path: string, target: TargetName): string =>
  OUTPUT_FORMATS[target].nameOf(basename(path, extname(path)).normalize('NFC'));

/** The files of an output that are not those of one spec file. */
interface OutputFormat {
  /** Names, without extension, of files of its own: a spec file cannot have them. */
  readonly ownNames: readonly string[];
  /** Its own files, given the names of those of spec files. */
  readonly ownFiles: (names: readonly string[]) => readonly OutputFile[];
  /** The name, without extension, of the files of a spec file of that name. */
  readonly nameOf: (name: string) => string;
}

export const OUTPUT_FORMATS: Readonly<Record<TargetName, OutputFormat>> = {
  typescript: {
    ownNames: ['index'],
    ownFiles: (names) => [{ name: 'index.ts', text: indexText(names) }],
    nameOf: (name) => name,
  },
  c: {
    ownNames: ['index', SUPPORT],
    ownFiles: (names) => [
      { name: `${SUPPORT}.h`, text: supportText() },
      { name: 'index.h', text: indexHeaderText(names) },
    ],
    // The name stands between quotes after #include, where nothing can be escaped.
    nameOf: (name) => name.replace(/[^\p{L}\p{M}\p{N} ._-]/gu, '_'),
  },
  wasm: {
    ownNames: ['index', LOADER],
    ownFiles: (names) => [
      { name: `${LOADER}.ts`, text: loaderText() },
      { name: 'index.ts', text: indexText(names) },
    ],
    nameOf: (name) => name,
  },
};
