import { curveCall, isCurveEntry } from '../../scene/curves/read-curve.js';
import type { CurveEntry, Quantity, SceneDocument } from '../../scene/document.js';

const WORDS = /[A-Za-z_]\w*/g;
const BRACES = /\{([^{}]*)\}/g;

/**
 * The parameters that say how many bodies and constraints there are, or which: those in ranges of
 * repeats and in braces of names and references; those that the points of curves depend on, whose
 * numbers a module has; and what they are formulas of. In a module they are fixed.
 */
export function structuralParameters(document: SceneDocument): ReadonlySet<string> {
  const { params = {}, repeat = [] } = document;
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
  for (const entry of curvesIn(document)) {
    curveCall(entry, new Map(), {
      evaluate: (quantity) => {
        add(String(quantity));
        return 0;
      },
    });
  }
  return structural;
}

/** All keys and texts in plain data. */
function textsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => [key, ...textsIn(value)]);
}

/** The curves and paths among the parameters of constraints, energies and bodies. */
function curvesIn(data: unknown): CurveEntry[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]: [string, unknown]) => [
    ...(key === 'params' ? Object.values(value as object).filter(isCurveEntry) : []),
    ...curvesIn(value),
  ]);
}
