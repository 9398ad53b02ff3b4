import { createRequire } from 'node:module';
import type { all, create, MathJsInstance } from 'mathjs';
/**
 * The bundle holds the same library in one file: it loads in an eighth of a second, the package's
 * thousand modules in two. An import would take as long again to search it for names. A bundler for
 * browsers takes `library-browser.ts` in place of this file (the field "browser" of package.json).
 */
const bundle = createRequire(import.meta.url)('mathjs/lib/browser/math.js') as MathJsInstance;

/** mathjs on doubles. */
export const library: MathJsInstance = bundle;

/** Makes another instance, to be configured. */
export function createLibrary(): MathJsInstance {
  const factory = bundle as unknown as { readonly create: typeof create; readonly all: NonNullable<typeof all> };
  return factory.create(factory.all);
}
