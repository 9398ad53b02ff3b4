import { signal } from '@preact/signals';
import { bodyOf, type Position, type Thing } from '../../model/drawing/sketch.js';
import { workshop } from '../workshop.js';

export const selection = signal<readonly Thing[]>([]);
/** How far all that is selected has been dragged so far, m. */
export const shift = signal<Position | undefined>(undefined);

const isSame = (one: Thing, other: Thing | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Tests whether a thing is one of several that are selected. */
export const isOneOfSeveral = (thing: Thing | undefined): boolean =>
  selection.peek().length > 1 && selection.peek().some((one) => isSame(one, thing));

/** Selects a thing, or nothing; `isMore` with what is selected already, or no more. */
export function select(thing: Thing | undefined, isMore = false): void {
  const before = selection.peek();
  if (thing === undefined) selection.value = isMore ? before : [];
  else if (!isMore) selection.value = [thing];
  else
    selection.value = before.some((one) => isSame(one, thing))
      ? before.filter((one) => !isSame(one, thing))
      : [...before, thing];
}

/** True if a thing is there still. */
export function isThere(thing: Thing): boolean {
  const { bodies, constraints, traces, forces } = workshop.document.value;
  if (thing.kind === 'force') return thing.index < (forces?.length ?? 0);
  const parts = { body: bodies, constraint: constraints, trace: traces } as const;
  return Object.hasOwn(parts[thing.kind] ?? {}, bodyOf(thing.name));
}
