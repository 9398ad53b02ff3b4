import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { makeFolder } from '../files/files.js';
import { TEXT, checkArgument } from '../diagnostics/arguments.js';
import { SpecError } from '../diagnostics/spec-error.js';
import { codeOf, faultsIn, isSystemError } from '../files/system-error.js';
import { runFailure } from './ensemble-error.js';
import { idOfRun, type RunCode } from './identity.js';
import type { Threads } from './lanes.js';
import type { CheckpointPlace, RunAnswer } from './run.js';

/** Keeps results of runs under their names, 64 hexadecimal digits and for checkpoints a suffix. */
export interface RunStore {
  read(name: string): Promise<Uint8Array | undefined>;
  write(name: string, content: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Length of the hash before the content of a file, bytes. */
const HASH = 32;

/**
 * Keeps results in a folder, a file for each run, which is there whole or not at all. A file that
 * was changed since counts as missing.
 */
export function folder(path: string): RunStore {
  checkArgument('folder', 'path', path, { ...TEXT, expected: 'the path of a folder' });
  const root = resolve(path);
  const fileOf = (name: string): string => join(root, name.slice(0, 2), name);
  return {
    read: (name) =>
      told(async () => {
        const bytes = await ifThere(readFile(fileOf(name)));
        if (bytes === undefined) return undefined;
        const content = bytes.subarray(HASH);
        return hashOf(content).equals(bytes.subarray(0, HASH)) ? content : undefined;
      }),
    write: (name, content) =>
      told(async () => {
        const file = fileOf(name);
        const temporary = `${file}.${randomUUID()}.tmp`;
        makeFolder(dirname(file));
        try {
          await writeFile(temporary, Buffer.concat([hashOf(content), content]));
          await rename(temporary, file);
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
      }),
    remove: (name) => told(() => rm(fileOf(name), { force: true })),
  };
}

/** Turns an error of the operating system into one that names the file and the remedy. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSystemError(error) ? new SpecError(faultsIn(error)) : error;
  }
}

/** What is read, or nothing where no file has that name. */
const ifThere = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

const hashOf = (content: Uint8Array): Buffer => createHash('sha256').update(content).digest();

/** Makes a run whose checkpoint is kept at a place, if there is one. */
export type PerformRun = (input: unknown, index: number, place?: CheckpointPlace) => Promise<RunAnswer>;

/** Runs of which those that have been made before are read from a store, and the others are kept. */
export function storedRuns(code: RunCode, store: RunStore, perform: PerformRun): Threads['perform'] {
  return async (_, input, index) => {
    let name: string;
    try {
      name = idOfRun(code, input, index);
    } catch (error) {
      return runFailure('E_RUN_COPY', error);
    }
    const known = await store.read(name);
    if (known !== undefined) return { result: deserialize(known) as unknown };
    const checkpoint = `${name}.checkpoint`;
    const answer = await perform(input, index, {
      last: await store.read(checkpoint),
      most: Infinity,
      write: (state) => store.write(checkpoint, state),
    });
    if ('code' in answer) return answer;
    await store.write(name, serialize(answer.result));
    await store.remove(checkpoint);
    return answer;
  };
}
