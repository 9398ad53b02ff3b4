/** Files that every project of TypeScript has, for a folder that has none. */

/** What git leaves out: packages, builds, and what tools keep between runs. */
export const GITIGNORE_TEMPLATE = 'node_modules\ndist\nout\n*.tsbuildinfo\n';

/**
 * The settings of the compiler. `include` are the folders of the project; a page is compiled for
 * browsers and for a bundler, everything else for Node. There, `import` in a CommonJS package becomes
 * `require`, which `verbatimModuleSyntax` forbids.
 */
export function tsconfigTemplate(include: readonly string[], isPage: boolean, isModule: boolean): string {
  const target = isPage
    ? { lib: ['ES2022', 'DOM', 'DOM.Iterable'], module: 'ESNext', moduleResolution: 'bundler' }
    : { lib: ['ES2022'], module: 'NodeNext' };
  const compilerOptions = {
    target: 'ES2022',
    ...target,
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    ...((isPage || isModule) && { verbatimModuleSyntax: true }),
    skipLibCheck: true,
    noEmit: true,
  };
  return `${JSON.stringify({ compilerOptions, include }, null, 2)}\n`;
}
