import { fileURLToPath } from 'node:url';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type DefaultTheme, type HeadConfig, type UserConfig } from 'vitepress';
import { forBrowsers } from '../build/for-browsers.js';
import { workerChunk } from '../build/worker-chunk.js';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const pages = path('../.pages');

/** The first heading of a page, without its marks. */
function titleOf(page: string): string {
  const [, title = page] = /^# (.*)$/m.exec(readFileSync(`${pages}/${page}`, 'utf8')) ?? [];
  return title.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replace(/[`*]/g, '');
}

const item = (page: string): DefaultTheme.SidebarItem => ({
  text: titleOf(page),
  link: `/${page.replace(/\.md$/, '.html')}`,
});

/** The documents in the order in which one reads them. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'To begin with': [
    'README.md',
    'docs/tutorial.md',
    'docs/cheat-sheet.md',
    'docs/concepts.md',
    'docs/cookbook.md',
    'examples/README.md',
  ],
  'Formulas and classes': [
    'docs/formulas.md',
    'docs/energies.md',
    'docs/analysis.md',
    'docs/library.md',
    'docs/command-line.md',
    'docs/build.md',
    'docs/platforms.md',
    'docs/c.md',
    'docs/wasm.md',
  ],
  Worlds: ['docs/runtime.md', 'docs/contact.md', 'docs/choosing.md', 'docs/ensembles.md', 'docs/mechanisms.md'],
  'Scenes and pages': ['docs/scenes.md', 'docs/canvas.md', 'docs/three.md', 'docs/drawing.md', 'docs/workshop.md'],
  'When something is wrong': ['docs/troubleshooting.md', 'docs/errors.md'],
  Background: [
    'docs/mathematics.md',
    'docs/derivation.md',
    'docs/performance.md',
    'docs/engines.md',
    'docs/coming-from.md',
  ],
  'The project': ['CONTRIBUTING.md', 'CHANGELOG.md'],
};

const listed = new Set(Object.values(GROUPS).flat());
const forgotten = readdirSync(`${pages}/docs`).filter((name) => name.endsWith('.md') && !listed.has(`docs/${name}`));
if (forgotten.length > 0) throw new Error(`Documents that the site does not list: ${forgotten.join(', ')}.`);

const documents = Object.entries(GROUPS).map(([text, items]) => ({ text, items: items.map(item) }));

/** The scenes in the order of the gallery's page. */
const scenes = [...readFileSync(`${pages}/gallery/index.md`, 'utf8').matchAll(/href="\.\/([\w-]+)\.html"/g)].map(
  ([, name]) => `gallery/${name!}.md`,
);

const runtime = path('../../runtime/');

/** Parts of the runtime that few pages need before anything moves, by their files. */
const RUNTIME_CHUNKS: readonly (readonly [chunk: string, files: RegExp])[] = [
  ['dormand-prince', /^(?:contact-modes|integrators\/dormand-prince)\//],
  ['bounds', /^(?:complementarity\/|stabilize\/(?:bounded-|projected-bounds|rebounds|visible-rate))/],
  ['collision', /^(?:collision\/|world\/(?:collide|ray-cast)\.)/],
];

/**
 * Chunks of their own: what loads chunks, as the element of scenes waits for no other part of VitePress;
 * what all scenes need, in one piece; and the parts of the runtime that only some of them name.
 */
function chunkOf(id: string): string | undefined {
  if (id.startsWith('\0vite/preload-helper')) return 'loader';
  if (id === path('../../src/scene/load-precompiled.ts')) return 'runtime';
  if (!id.startsWith(runtime)) return undefined;
  const file = id.slice(runtime.length);
  return RUNTIME_CHUNKS.find(([, files]) => files.test(file))?.[0] ?? 'runtime';
}

const ownChunks: NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number] = {
  name: 'own-chunks',
  outputOptions: ({ manualChunks, ...options }) => ({
    ...options,
    ...(typeof manualChunks === 'function' && {
      manualChunks: (id, meta) => chunkOf(id) ?? manualChunks(id, meta),
    }),
  }),
};

const { homepage } = JSON.parse(readFileSync(path('../../package.json'), 'utf8')) as { readonly homepage: string };

/** What hosts of links show beside a link to a page: its title, what it is about, and a picture of a scene. */
function previewOf(page: string, title: string, description: string, base: string): HeadConfig[] {
  const [, scene = 'walking-machine'] = /^gallery\/([\w-]+)\.md$/.exec(page) ?? [];
  const picture = scene === 'index' ? 'strandbeest' : scene;
  const url = (file: string): string => new URL(base + file, homepage).href;
  const property = (name: string, content: string): HeadConfig => ['meta', { property: `og:${name}`, content }];
  return [
    property('title', title),
    property('description', description),
    property('type', 'website'),
    property('url', url(page.replace(/\.md$/, '.html'))),
    property('image', url(`pictures/${picture}.png`)),
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ];
}

export default defineConfig({
  lang: 'en',
  title: 'holonomic',
  description: 'Write what must stay true as a formula; get a proven class, and a runtime that simulates it.',
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  appearance: 'force-auto',
  lastUpdated: false,
  router: { prefetchLinks: false },
  head: [
    [
      'link',
      { rel: 'icon', href: 'data:image/svg+xml,' + encodeURIComponent(readFileSync(path('../mark.svg'), 'utf8')) },
    ],
  ],
  transformHead: ({ page, title, description, siteData }) => previewOf(page, title, description, siteData.base),
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Links in the documents are those of common hosts: lower case, spaces to hyphens, punctuation dropped.
    anchor: {
      slugify: (heading) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
    },
  },
  // Pictures are served as they are, with relative paths.
  vue: {
    template: {
      transformAssetUrls: { tags: {} },
      compilerOptions: { isCustomElement: (tag) => tag === 'holonomic-scene' },
    },
  },
  vite: {
    plugins: [forBrowsers(), ownChunks, workerChunk(path('../scene-worker.ts'))],
    build: { target: 'es2022', chunkSizeWarningLimit: 1000 },
    resolve: {
      alias: [
        { find: /^holonomic\/runtime$/, replacement: path('../../runtime/index.ts') },
        { find: /^holonomic\/library$/, replacement: path('../../generated/index.ts') },
      ],
    },
    server: { fs: { allow: [path('../..')] } },
  },
  themeConfig: {
    logo: { src: '/mark.svg', alt: '' },
    nav: [
      { text: 'Documents', link: '/docs/tutorial.html', activeMatch: '^/(docs|README|examples)' },
      { text: 'Gallery', link: '/gallery/index.html', activeMatch: '^/gallery/' },
      ...(existsSync(path('../workshop/index.html'))
        ? [{ text: 'Workshop', link: '/workshop/index.html', target: '_self', noIcon: true }]
        : []),
      { text: 'API', link: '/api/index.html', target: '_self', noIcon: true },
    ],
    sidebar: {
      '/gallery/': [{ text: 'Gallery', link: '/gallery/index.html', items: scenes.map(item) }],
      '/': documents,
    },
    outline: [2, 3],
    search: {
      provider: 'local',
      // Prose is searched, not the letters of formulas. To highlight code once more for the index took as
      // long as for the pages.
      options: {
        _render: (text, env, md) =>
          md.render(text.replace(/^(`{3,})[^]*?^\1$/gm, ''), env).replace(/<math[^]*?<\/math>/g, ''),
      },
    },
    docFooter: { prev: 'Before', next: 'Next' },
  },
});
