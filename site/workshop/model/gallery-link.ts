import { shortNumber } from '../../../src/painter/numbers.js';
import { setParameter, type SceneDocument } from './document.js';

/** A scene of the gallery with values of parameters, as an address names it: `#g=heart&size=1.5`. */
export interface GalleryLink {
  readonly id: string;
  /** Values of parameters by name, as they are written. */
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** Most parameters that a link sets: a scene has no more. */
const MOST = 500;

/** Reads the part of an address after and with `#`; undefined if it names no scene. */
export function readGalleryLink(hash: string): GalleryLink | undefined {
  const [[key, id] = [], ...values] = [...new URLSearchParams(hash.slice(1))].slice(0, MOST + 1);
  return key === 'g' && id !== undefined ? { id, values } : undefined;
}

/** Writes the part of an address after and with `#`. */
export const writeGalleryLink = (id: string, values: Readonly<Record<string, number>>): string =>
  `#${new URLSearchParams([['g', id], ...Object.entries(values).map(([name, value]) => [name, String(value)])]).toString()}`;

/** Sets parameters of a scene. What cannot be set is left out, and told of; so is what is out of its range. */
export function withValues(
  scene: SceneDocument,
  values: GalleryLink['values'],
): { readonly document: SceneDocument; readonly problems: readonly string[] } {
  const problems: string[] = [];
  let document = scene;
  for (const [name, text] of values) {
    const value = text.trim() === '' ? NaN : Number(text);
    if (!Object.hasOwn(scene.params ?? {}, name))
      problems.push(`The scene has no parameter “${name.slice(0, 40)}”: that part of the link is left out.`);
    else if (!Number.isFinite(value))
      problems.push(`“${text.slice(0, 40)}” is no value for ${name}: that part of the link is left out.`);
    else {
      const beyond = beyondRange(scene.params?.[name], value);
      if (beyond !== undefined) problems.push(`The link sets ${name} to ${beyond}`);
      document = setParameter(document, name, value);
    }
  }
  return { document, problems };
}

/** The parameters in which a document differs from a scene; undefined if it does so in more. */
export function valuesOver(
  scene: SceneDocument,
  document: SceneDocument,
): Readonly<Record<string, number>> | undefined {
  const values = Object.entries(document.params ?? {}).flatMap(([name, entry]) => {
    const value = valueOf(entry);
    return typeof value === 'number' && value !== valueOf(scene.params?.[name]) ? [[name, value] as const] : [];
  });
  const changed = values.reduce((made, [name, value]) => setParameter(made, name, value), scene);
  return JSON.stringify(changed) === JSON.stringify(document) ? Object.fromEntries(values) : undefined;
}

type Entry = NonNullable<SceneDocument['params']>[string];

/** Says that a value is not in the range of a parameter, if that has one. */
function beyondRange(entry: Entry | undefined, value: number): string | undefined {
  if (typeof entry !== 'object') return undefined;
  const { min = -Infinity, max = Infinity, unit = '' } = entry;
  if (value >= min && value <= max) return undefined;
  const [low, high, given] = [min, max, value].map((x) => `${shortNumber(x)} ${unit}`.trim());
  const range = min === -Infinity ? `at most ${high!}` : max === Infinity ? `at least ${low!}` : `${low!} to ${high!}`;
  return `${given!}, but the scene is made for ${range}. It may not hold together.`;
}

const valueOf = (entry: Entry | undefined): unknown => (typeof entry === 'object' ? entry.value : entry);
