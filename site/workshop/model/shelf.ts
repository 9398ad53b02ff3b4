import type { SceneDocument } from './document.js';

/** A document that is kept in the browser. */
export interface Kept {
  readonly id: string;
  readonly title: string;
  /** Time of the last change, ms since 1970. */
  readonly changed: number;
  readonly document: SceneDocument;
}

/** What is used of the browser's storage. It may throw whatever is asked of it. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'holonomic-workshop/1';
/** Most documents that are kept; the oldest goes first. */
const MOST = 20;

/** The visitor's documents, in the browser's storage. */
export class Shelf {
  readonly #store: () => Store;
  #isDenied = false;

  constructor(store: () => Store) {
    this.#store = store;
  }

  /** True if the browser keeps nothing. */
  get isDenied(): boolean {
    return this.#isDenied;
  }

  /** All documents, the latest first. */
  list(): readonly Kept[] {
    try {
      const list = JSON.parse(this.#store().getItem(KEY) ?? '[]') as unknown;
      if (!Array.isArray(list)) return [];
      return list.filter(isKept).sort((a, b) => b.changed - a.changed);
    } catch (error) {
      if (!(error instanceof SyntaxError)) this.#isDenied = true;
      return [];
    }
  }

  keep(kept: Kept): void {
    const others = this.list().filter(({ id }) => id !== kept.id);
    this.#write([kept, ...others].slice(0, MOST));
  }

  remove(id: string): void {
    this.#write(this.list().filter((kept) => kept.id !== id));
  }

  #write(list: readonly Kept[]): void {
    try {
      this.#store().setItem(KEY, JSON.stringify(list));
    } catch {
      this.#isDenied = true;
    }
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, changed, document } = value as Partial<Record<keyof Kept, unknown>>;
  return (
    typeof id === 'string' && typeof title === 'string' && typeof changed === 'number' && typeof document === 'object'
  );
}
