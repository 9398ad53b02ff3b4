/**
 * Returns what imports a module once, and tries again where it did not arrive. Some browsers remember that a
 * module could not be fetched: without a connection nothing is asked for, and a second try goes to another
 * address of the same file.
 */
export function moduleSource<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  let address: string | undefined;
  let tries = 0;
  const attempt = async (): Promise<Module> => {
    if (globalThis.navigator?.onLine === false)
      throw new TypeError('A module script was not asked for: there is no connection.');
    return address === undefined ? load() : ((await import(/* @vite-ignore */ `${address}?try=${++tries}`)) as Module);
  };
  return () =>
    (loaded ??= attempt().catch((error: unknown) => {
      loaded = undefined;
      // Browsers that name the address in the message are those that remember it.
      address ??= /https?:\S+/.exec(String(error))?.[0];
      throw error;
    }));
}
