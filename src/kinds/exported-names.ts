import { isRecord } from '../diagnostics/arguments.js';
import { classNames } from '../spec/index.js';
import { kindNameOf, KINDS } from './index.js';

/** All names that the classes of a spec bring into an index; none for a spec whose space is unreadable, which is reported elsewhere. */
export function exportedNames(name: string, spec: unknown): string[] {
  if (!isRecord(spec)) return [];
  const { space } = spec;
  const known =
    space === 2 || space === 3 ? space : Array.isArray(space) && space.length === 2 ? ([2, 3] as const) : undefined;
  if (known === undefined) return [];
  const kind = KINDS[kindNameOf(spec)];
  return classNames(name, { space: known }).flatMap(({ className }) => kind.exportedNames(className, spec));
}
