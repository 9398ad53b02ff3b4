import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** A call of the file system. */
export interface FileCall {
  /** `open`, `write`, `rename` … */
  readonly operation: string;
  readonly path: string;
  /** Number of earlier calls. */
  readonly index: number;
}

/** The functions that are made to fail, and the calls of the operating system behind them. */
const OPERATIONS = {
  openSync: 'open',
  readFileSync: 'read',
  writeFileSync: 'write',
  closeSync: 'close',
  renameSync: 'rename',
  unlinkSync: 'unlink',
  mkdirSync: 'mkdir',
  lstatSync: 'lstat',
  statSync: 'stat',
  readdirSync: 'scandir',
  chmodSync: 'chmod',
} as const;

type Patchable = Record<keyof typeof OPERATIONS, (...parameters: unknown[]) => unknown>;

/**
 * Runs `work` while each call for something in `folder` may fail: with the code that `decide`
 * returns for it. A write that fails has written half of the text; a file whose closing fails is
 * closed. As in Node, errors of reads and writes do not contain the path.
 */
export async function withFailingFiles<T>(
  folder: string,
  decide: (call: FileCall) => string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const functions = fs as unknown as Patchable;
  const names = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[];
  const originals = Object.fromEntries(names.map((name) => [name, functions[name]])) as Patchable;
  const opened = new Map<number, string>();
  let index = 0;
  for (const name of names) {
    const operation = OPERATIONS[name];
    functions[name] = (...parameters) => {
      const [target, text] = parameters;
      const path = typeof target === 'number' ? opened.get(target) : String(target);
      if (path?.startsWith(folder) !== true) return originals[name](...parameters);
      // The number may soon stand for a file elsewhere.
      if (operation === 'close') opened.delete(target as number);
      const code = decide({ operation, path, index: index++ });
      if (code === undefined) {
        const result = originals[name](...parameters);
        if (operation === 'open') opened.set(result as number, path);
        return result;
      }
      if (operation === 'write') originals.writeFileSync(target, String(text).slice(0, String(text).length / 2));
      if (operation === 'close') originals.closeSync(target);
      throw Object.assign(new Error(`${code}: made to fail, ${operation}`), {
        code,
        syscall: operation,
        errno: -1,
        ...(!['read', 'write', 'close'].includes(operation) && { path }),
        ...(operation === 'rename' && { dest: parameters[1] }),
      });
    };
  }
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.assign(functions, originals);
    syncBuiltinESMExports();
  }
}
