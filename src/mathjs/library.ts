import type { all, create, MathJsInstance } from 'mathjs';
// The bundle holds the same library in one file: it loads in a quarter of a second, the package's
// thousand modules in two. The build takes `library-browser.ts` in place of this file, and so do
// pages that are bundled from the sources.
import bundle from 'mathjs/lib/browser/math.js';

/** mathjs on doubles. */
export const library: MathJsInstance = bundle;

/** Makes another instance, to be configured. */
export function createLibrary(): MathJsInstance {
  const factory = bundle as unknown as { readonly create: typeof create; readonly all: NonNullable<typeof all> };
  return factory.create(factory.all);
}
