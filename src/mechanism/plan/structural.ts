import type { Quantity, SceneDocument } from '../../scene/document.js';

const WORDS = /[A-Za-z_]\w*/g;
const BRACES = /\{([^{}]*)\}/g;

/**
 * The parameters that say how many bodies and constraints there are, or which: those in ranges of
 * repeats and in braces of names and references, and what they are formulas of. In a module they are
 * fixed, since other values make another mechanism.
 */
export function structuralParameters({ params = {}, repeat = [] }: SceneDocument): ReadonlySet<string> {
  const structural = new Set<string>();
  const add = (text: string): void => {
    for (const name of text.match(WORDS) ?? []) {
      if (structural.has(name) || !Object.hasOwn(params, name)) continue;
      structural.add(name);
      const entry = params[name]!;
      const value: Quantity = typeof entry === 'object' ? entry.value : entry;
      if (typeof value === 'string') add(value);
    }
  };
  for (const { over } of repeat) for (const quantity of Object.values(over).flat()) add(String(quantity));
  for (const text of textsIn(repeat.map((group) => ({ ...group, over: [] }))))
    for (const [, formula] of text.matchAll(BRACES)) add(formula!);
  return structural;
}

/** All keys and texts in plain data. */
function textsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => [key, ...textsIn(value)]);
}
