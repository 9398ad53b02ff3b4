import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { forBrowsers } from '../build/for-browsers.js';
import { precompiledScenes, readDocument, sceneNames } from './precompiled-scenes.js';

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

/** Lets the main script be fetched beside the first one, which asks for it. */
const preload: Plugin = {
  name: 'preload-main',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' && chunk.facadeModuleId === path('./page/main.tsx')
          ? [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `./${chunk.fileName}` } }]
          : [],
      ),
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
  plugins: [policy, preload, forBrowsers(), precompiledScenes()],
  worker: { format: 'es', plugins: () => [forBrowsers(), precompiledScenes()] },
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
