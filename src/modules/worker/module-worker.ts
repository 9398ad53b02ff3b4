import { kindOf } from '../../diagnostics/kind-of.js';
import { loadFault } from '../../locate/load-fault.js';
import { fieldOf, type Path } from '../../spec/path.js';
import { loadModule } from '../load-module.js';
import type { ExportFault, ModuleRead, ModuleTask, NamedExport } from '../read-module.js';
import { serveTasks, type TaskReport } from '../serve-tasks.js';
import { canBeSent } from '../thread-messages.js';

serveTasks(read);

/** The task of a thread: imports a module, and returns what it exports of plain data. */
async function read({ path, exported }: ModuleTask, { loading }: TaskReport): Promise<ModuleRead> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await loading(() => loadModule(path));
  } catch (error) {
    const stack = error instanceof Error ? error.stack : undefined;
    return { fault: { ...loadFault(error, path), ...(stack !== undefined && { stack }) } };
  }
  const exports: NamedExport[] = [];
  const faults: ExportFault[] = [];
  for (const name of Object.keys(module)) {
    if (exported !== 'specs' && !exported.includes(name)) continue;
    try {
      const value = module[name];
      if (exported === 'specs' && !isMarked(value)) continue;
      const part = unsendable(value, []);
      if (part === undefined) exports.push({ name, value });
      else faults.push({ name, ...part });
    } catch (error) {
      faults.push({ name, field: '', reason: `cannot be read: ${loadFault(error, path).reason.replace(/\.$/, '')}` });
    }
  }
  return { exports, faults };
}

/** Tests for the mark of a spec. Which marks there are is known where specs are read. */
const isMarked = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';

/** Finds the first part of a value that is no plain data. */
function unsendable(
  value: unknown,
  path: Path,
  visited = new Set<unknown>(),
): { field: string; reason: string } | undefined {
  if (visited.has(value) || canBeSent(value)) return undefined;
  visited.add(value);
  if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) {
      const found = unsendable(part, [...path, Array.isArray(value) ? Number(key) : key], visited);
      if (found !== undefined) return found;
    }
  return { field: fieldOf(path), reason: `is ${kindOf(value)}, and must be plain data` };
}
