import { isRecord } from '../diagnostics/arguments.js';
import { quote } from '../diagnostics/index.js';
import { Faults, type Path } from './faults.js';
import { SCENE_LIMITS } from './limits.js';

/** Keys that mean something to JavaScript itself. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Checks that a value is plain data of a bounded size, before anything else reads it: a scene may
 * come from a link. Throws a SpecError.
 */
export function checkPlainData(document: unknown): void {
  const faults = new Faults();
  if (isRecord(document) && isRecord(document['document']) && typeof document['build'] === 'function') {
    faults.add([], 'This is what loadScene returns, and no document.', 'give the document, scene.document');
    faults.check();
  }
  const open: { readonly value: unknown; readonly path: Path }[] = [{ value: document, path: [] }];
  for (let count = 1; ; count++) {
    const entry = open.pop();
    if (entry === undefined) break;
    const { value, path } = entry;
    if (count + open.length > SCENE_LIMITS.values || path.length > SCENE_LIMITS.depth) {
      faults.add(
        path.slice(0, 3),
        path.length > SCENE_LIMITS.depth
          ? `The document has more than ${SCENE_LIMITS.depth} levels.`
          : `The document has more than ${SCENE_LIMITS.values} values.`,
      );
      break;
    }
    if (typeof value === 'string') {
      if (value.length > SCENE_LIMITS.characters)
        faults.add(path, `This text has ${value.length} characters; the limit is ${SCENE_LIMITS.characters}.`);
    } else if (Array.isArray(value)) {
      if (value.length > SCENE_LIMITS.values) faults.add(path, `This list has ${value.length} entries.`);
      else for (let i = value.length - 1; i >= 0; i--) open.push({ value: value[i] as unknown, path: [...path, i] });
    } else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value).reverse()) {
        if (FORBIDDEN.has(key)) faults.add(path, `${quote(key)} cannot be a name here.`);
        else if (key.length > SCENE_LIMITS.name)
          faults.add(path, `A name here has ${key.length} characters; the limit is ${SCENE_LIMITS.name}.`);
        else open.push({ value: (value as Readonly<Record<string, unknown>>)[key], path: [...path, key] });
      }
    }
    if (faults.isFull) break;
  }
  faults.check();
}
