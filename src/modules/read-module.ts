import { loadFault, type LoadFault } from '../locate/load-fault.js';
import { ThreadEndError, UserThread } from './user-thread.js';

/** The module to read, and which of its exports. */
export interface ModuleTask {
  readonly path: string;
  /** Exports by their names, or all that bear the mark of a spec. */
  readonly exported: readonly string[] | 'specs';
}

export interface NamedExport {
  readonly name: string;
  readonly value: unknown;
}

/** An export that is no plain data, or cannot be read. */
export interface ExportFault {
  readonly name: string;
  /** The part of the export that is at fault; empty for all of it. */
  readonly field: string;
  /** What is wrong with it: the rest of a sentence that begins with its name. */
  readonly reason: string;
}

/** The reason why a module could not be loaded, and what to do. */
export interface ModuleFault extends LoadFault {
  readonly hint?: string;
  /** The stack of the error, for those who debug the program. */
  readonly stack?: string;
}

/** The exports of a module, in its order, or the fault that kept it from being loaded. */
export type ModuleRead =
  | { readonly exports: readonly NamedExport[]; readonly faults: readonly ExportFault[] }
  | { readonly fault: ModuleFault };

const thread = new UserThread('modules/worker/module-worker');

/**
 * Imports a module of the user's and returns its exports, which are plain data. It runs in a thread
 * with limited time: whatever the module does, this process goes on, and its output stays clean.
 */
export async function readModule(task: ModuleTask): Promise<ModuleRead> {
  try {
    return await thread.run<ModuleRead>(task);
  } catch (error) {
    const hint = error instanceof ThreadEndError ? error.hint : undefined;
    return { fault: { ...loadFault(error, task.path), ...(hint !== undefined && { hint }) } };
  }
}
