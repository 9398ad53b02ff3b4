import { basename } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnosticsIn } from '../diagnostics/internal-fault.js';

/** An error of a call to the operating system. */
interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
  path?: string;
  readonly dest?: string;
}

export const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  'syscall' in error &&
  typeof error.syscall === 'string';

/**
 * Runs `work` on a file, and puts the file's path in a system error: reads and writes leave it out.
 */
export function attributed<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isSystemError(error)) error.path = path;
    throw error;
  }
}

/** Returns the code of a system error, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined => (isSystemError(error) ? error.code : undefined);

/**
 * Returns the diagnostic for a system error, with the path and a hint; nothing for other errors.
 */
export function systemFault(error: unknown): Diagnostic | undefined {
  if (!isSystemError(error)) return undefined;
  const { code, syscall } = error;
  // A renaming has two paths, and the user knows the new one.
  const path = error.dest ?? error.path;
  const [reason, hint] = REASONS[code] ?? [error.message, 'see what the operating system says about it'];
  const subject = path === undefined ? 'A file' : basename(path);
  return {
    code: 'E_FILE_SYSTEM',
    message: `${subject} cannot be ${DONE[syscall] ?? 'used'}: ${reason} (${code}).`,
    hint,
    ...(path !== undefined && { file: path }),
  };
}

/** Returns the diagnostics for any error: of the operating system, of a user, or of the toolkit. */
export function faultsIn(error: unknown): readonly Diagnostic[] {
  const fault = systemFault(error);
  return fault === undefined ? diagnosticsIn(error) : [fault];
}

const DONE: Readonly<Record<string, string>> = {
  open: 'opened',
  read: 'read',
  write: 'written',
  close: 'written',
  rename: 'written',
  mkdir: 'created',
  unlink: 'removed',
  scandir: 'listed',
};

const PERMISSIONS = 'check the owner and the permissions of it and of the folders above it';
const SPACE = 'make room there and run the command again';
const LIMIT = 'close programs, or raise the limit ("ulimit -n")';

/** The meaning and the remedy of each code. */
const REASONS: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EACCES: ['permission is denied', PERMISSIONS],
  EPERM: ['the operation is not permitted', PERMISSIONS],
  EROFS: ['the file system is read-only', 'name a place that can be written to'],
  ENOSPC: ['no space is left on the device', SPACE],
  EDQUOT: ['the disk quota is used up', SPACE],
  EFBIG: ['it would be too large', SPACE],
  EISDIR: ['it is a folder', 'name a file, or move the folder away'],
  ENOTDIR: ['a part of its path is not a folder', 'check the path, or move away the file that stands in it'],
  ENOTEMPTY: ['it is a folder with files in it', 'move the folder away'],
  EEXIST: ['something else has this name', 'move it away, or choose another name'],
  ENOENT: ['it does not exist', 'check the path'],
  EMFILE: ['too many files are open', LIMIT],
  ENFILE: ['too many files are open', LIMIT],
  ELOOP: ['its symbolic links lead in a circle', 'repair the links, or name the file itself'],
  ENAMETOOLONG: ['its name is too long', 'choose a shorter name'],
  EBUSY: ['another program uses it', 'end that program and run the command again'],
  EXDEV: ['it lies on another file system', 'choose a folder on one file system'],
  EIO: ['the device does not work', 'check the disk'],
};
