import { fileURLToPath } from 'node:url';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { forBrowsers } from '../build/for-browsers.js';
import { importsOf } from '../build/imports-of.js';
import { pageScript } from './page-script.js';
import { firstOpening, precompiledScenes, readDocument, sceneNames } from './precompiled-scenes.js';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** What the page may load: its own files only, and no code made of text. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Writes the policy into the page that is built. The server of `workshop:dev` has scripts of its own. */
const policy: Plugin = {
  name: 'page-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
  ],
};

/**
 * Lets what scripts ask for one after the other be fetched at once: the main script, and what plays the beginning of
 * the first scene. The page names what its first script asks for then: the worker of the engine, with what that
 * imports, and what it needs for the first scene.
 */
const preload: Plugin = {
  name: 'preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const files = Object.values(bundle);
      const named = (name: string): string => {
        const found = files.find(({ fileName }) => new RegExp(`^assets/${name}-[^/]*\\.js$`).test(fileName));
        if (found === undefined) throw new Error(`The workshop has no script ${name}.`);
        return found.fileName;
      };
      /** Scripts with all that they import. */
      const withImports = (...names: readonly string[]): readonly string[] => {
        const all = new Set(names.map(named));
        for (const one of all) {
          const file = files.find(({ fileName }) => fileName === one);
          const text = file?.type === 'chunk' ? file.code : String(file?.source ?? '');
          for (const name of importsOf(text)) all.add(`assets/${name}`);
        }
        return [...all].map((name) => `./${name}`);
      };
      const next = withImports('worker', 'heart', 'rk4', 'velocity-step', 'rolldown-runtime');
      const link = (href: string): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href },
      });
      const json = { type: 'application/json', id: 'next' };
      return [
        ...withImports('main', 'first-opening').map(link),
        { tag: 'script', attrs: json, children: JSON.stringify(next), injectTo: 'body' },
      ];
    },
  },
};

/** Titles and summaries of the gallery's scenes: their documents are fetched when they are opened. */
const scenes = (): object =>
  Object.fromEntries(
    sceneNames().map((name) => {
      const { title, summary = '' } = readDocument(name);
      return [name, { title, summary }];
    }),
  );

export default defineConfig({
  root: path('.'),
  base: './',
  define: { SCENES: JSON.stringify(scenes()) },
  resolve: {
    alias: [
      { find: /^(holonomic|@holonomic)\/runtime$/, replacement: path('../../runtime/index.ts') },
      { find: /^holonomic\/library$/, replacement: path('../../generated/index.ts') },
    ],
  },
  plugins: [policy, preload, forBrowsers(), pageScript(), precompiledScenes(), firstOpening()],
  worker: { format: 'es', plugins: () => [forBrowsers(), pageScript(), precompiledScenes()] },
  build: {
    outDir: path('../dist/workshop'),
    emptyOutDir: true,
    target: 'es2022',
    // The policy allows what is fetched from the page's own host, not addresses with data in them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What is fetched is counted, and looked at by who wants to know.
    reportCompressedSize: true,
    chunkSizeWarningLimit: 2000,
  },
  server: { fs: { allow: [path('../..')] } },
});
