/** A plug-in of Rollup, as far as it is one here. */
interface WorkerPlugin {
  readonly name: string;
  readonly resolveId: (source: string) => string | undefined;
  readonly load: (this: Emitter, id: string, options?: { readonly ssr?: boolean }) => string | undefined;
}

interface Emitter {
  readonly meta: { readonly watchMode: boolean };
  readonly emitFile: (file: { type: 'chunk'; id: string; name: string }) => string;
}

const ID = '\0virtual:scene-worker';

/**
 * Makes a chunk of the worker of scenes beside the chunks of the page, so that both load the same runtime. A worker that
 * Vite bundles has all of it once more.
 */
export const workerChunk = (file: string): WorkerPlugin => ({
  name: 'worker-chunk',
  resolveId: (source) => (source === 'virtual:scene-worker' ? ID : undefined),
  load(id, { ssr = false } = {}) {
    if (id !== ID) return undefined;
    if (ssr || this.meta.watchMode) return "export const address = '';";
    const chunk = this.emitFile({ type: 'chunk', id: file, name: 'scene-worker' });
    return `export const address = import.meta.ROLLUP_FILE_URL_${chunk};`;
  },
});
