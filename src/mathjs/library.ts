import type { all, create, MathJsInstance } from 'mathjs';
// The bundle holds the same library in one file: it loads in a quarter of a second, the package's
// thousand modules in two. A bundler for browsers takes `library-browser.ts` in place of this file
// (the field "browser" of package.json), and so does the build, as one file.
import bundle from 'mathjs/lib/browser/math.js';

/** mathjs on doubles. */
export const library: MathJsInstance = bundle;

/** Makes another instance, to be configured. */
export function createLibrary(): MathJsInstance {
  const factory = bundle as unknown as { readonly create: typeof create; readonly all: NonNullable<typeof all> };
  return factory.create(factory.all);
}
