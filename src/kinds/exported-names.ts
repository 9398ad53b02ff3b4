import { isRecord } from '../diagnostics/arguments.js';
import type { InputSpec, ParameterSpec } from '../spec/constraint-spec.js';
import { classNames } from '../spec/index.js';
import { kindNameOf, KINDS } from './index.js';

/**
 * All names that the classes of a spec bring into an index. Empty for a spec whose space is
 * unreadable, which is reported elsewhere.
 */
export function exportedNames(name: string, spec: unknown): string[] {
  if (!isRecord(spec)) return [];
  const { space, inputs, params } = spec;
  const known =
    space === 2 || space === 3 ? space : Array.isArray(space) && space.length === 2 ? ([2, 3] as const) : undefined;
  if (known === undefined) return [];
  const kind = KINDS[kindNameOf(spec)];
  const classes = classNames(name, {
    space: known,
    ...(isReadable(inputs) && { inputs }),
    ...(isReadable(params) && { params }),
  });
  return classes.flatMap(({ className }) => kind.exportedNames(className, spec));
}

/** Tests for a record of names with descriptions, valid or not. */
const isReadable = (value: unknown): value is Readonly<Record<string, InputSpec & ParameterSpec>> =>
  isRecord(value) && Object.values(value).every((entry) => typeof entry === 'string' || isRecord(entry));
