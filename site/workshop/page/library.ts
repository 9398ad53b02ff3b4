import { computed, signal } from '@preact/signals';
import type { ClassFacts } from '../model/document.js';
import { workshop } from './workshop.js';

type Space = 2 | 3;

const known = signal<Partial<Record<Space, readonly ClassFacts[]>>>({});
const asked = new Set<Space>();

/** The library's classes for the space of the scene, as soon as they are there. */
export const library = computed(() => known.value[workshop.document.value.space] ?? []);

/** Asks for the classes, which come once the toolkit is there; again where it did not arrive. */
export function fetchLibrary(): void {
  const { space } = workshop.document.peek();
  if (asked.has(space)) return;
  asked.add(space);
  workshop.engine.ask<'library'>({ kind: 'library', space }).then(
    (list) => {
      known.value = { ...known.peek(), [space]: list };
    },
    () => {
      asked.delete(space);
    },
  );
}
