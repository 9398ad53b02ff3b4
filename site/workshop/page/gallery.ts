import type { SceneDocument } from '../model/document.js';

/** Titles and summaries of the gallery's scenes, by their files' names; the build writes them. */
declare const SCENES: Readonly<Record<string, { readonly title: string; readonly summary: string }>>;

const addresses = import.meta.glob<string>('../../../scenes/*.json', { eager: true, query: '?url', import: 'default' });

/** A scene to begin with. */
export interface GalleryScene {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly load: () => Promise<SceneDocument>;
}

/** The scenes that a visitor sees first. */
const FIRST = [
  'heart',
  'strandbeest',
  'peaucellier',
  'four-bar',
  'double-pendulum',
  'catenary',
  'andrews',
  'tautochrone',
];

export const GALLERY: readonly GalleryScene[] = Object.entries(addresses)
  .map(([path, address]) => {
    const id = /([^/]*)\.json$/.exec(path)![1]!; // as the glob has it
    const { title, summary } = SCENES[id]!; // of the same folder
    let loading: Promise<SceneDocument> | undefined;
    const load = (): Promise<SceneDocument> => {
      loading ??= fetchScene(address).catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    };
    return { id, title, summary, load };
  })
  .sort((a, b) => rankOf(a.id) - rankOf(b.id) || a.title.localeCompare(b.title));

const fetchScene = async (address: string): Promise<SceneDocument> =>
  (await fetch(address)).json() as Promise<SceneDocument>;

function rankOf(id: string): number {
  const rank = FIRST.indexOf(id);
  return rank < 0 ? FIRST.length : rank;
}
