import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { sceneBlocks } from './scene-blocks.js';
import { PAGES, PUBLIC, ROOT, upFrom } from './folders.js';
import { publishScene } from './scenes.js';
import { displayed } from './typeset.js';

/** The documents, as they are; `docs/` is the only source of its pages. */
const documents = (): readonly string[] => [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
  'examples/README.md',
  ...['c', 'c-mechanism', 'engines', 'linkage-page', 'node-script', 'react-page'].map(
    (name) => `examples/${name}/README.md`,
  ),
  'bench/peers/README.md',
];

/** Files that pages show as code. */
const CODE: Readonly<Record<string, string>> = {
  '.ts': 'ts',
  '.js': 'js',
  '.c': 'c',
  '.html': 'html',
  '.css': 'css',
  '.json': 'json',
};
const HIDDEN = /^(?:node_modules|dist|generated|package-lock\.json)$/;

/** Writes a page for each document, and for each file or folder of code that one links to. */
export async function writeDocuments(): Promise<void> {
  const pages = new Set(documents());
  const code = new Set<string>();
  for (const page of pages) {
    const text = withFormulas(await withFigures(page, readFileSync(join(ROOT, page), 'utf8')));
    put(
      page,
      mapProse(text, (prose) => withLinks(page, prose, pages, code)),
    );
  }
  for (const path of code) put(codePage(path), codeOf(path));
}

/** Turns the blocks `scene` of a page into figures, with the document below. */
async function withFigures(page: string, text: string): Promise<string> {
  const figures = new Map<string, string>();
  for (const { name, json } of sceneBlocks(page, text)) {
    const { figure } = await publishScene(name, JSON.parse(json));
    const shown = `<details>\n<summary>The scene as data</summary>\n\n\`\`\`json\n${json}\n\`\`\`\n\n</details>`;
    figures.set(json, `${figure(upFrom(page), true)}\n\n${shown}`);
  }
  return text.replace(/^```scene\n([^]*?)\n```$/gm, (_, json: string) => figures.get(json)!);
}

/** Typesets the blocks `math` of a page, which hold TeX. */
const withFormulas = (text: string): string =>
  text.replace(/^```math\n([^]*?)\n```$/gm, (_, tex: string) => displayed([tex]));

/** Applies a function to what is neither a fenced block nor inline code. */
const mapProse = (text: string, map: (prose: string) => string): string =>
  text
    .split(/(^```[^]*?^```$|`[^`\n]+`)/m)
    .map((part, i) => (i % 2 === 1 ? part : map(part)))
    .join('');

/** Lets links lead to pages, and pictures stand beside them. Throws for one that leads nowhere. */
function withLinks(page: string, prose: string, pages: ReadonlySet<string>, code: Set<string>): string {
  return prose.replace(/\]\(([^)\s#]+)(#[^)\s]*)?\)/g, (whole, target: string, anchor = '') => {
    if (/^https?:/.test(target)) return whole;
    const path = join(dirname(page), target).replace(/\/$/, '');
    const to = (file: string): string => {
      const way = relative(dirname(page), file);
      return `](${way.startsWith('.') ? way : `./${way}`}${anchor})`;
    };
    if (pages.has(path)) return to(path);
    if (!existsSync(join(ROOT, path))) throw new Error(`${page}: the link to ${target} leads nowhere.`);
    if (pages.has(`${path}/README.md`)) return to(`${path}/README.md`);
    if (/\.(?:svg|png)$/.test(path)) {
      mkdirSync(dirname(join(PUBLIC, path)), { recursive: true });
      copyFileSync(join(ROOT, path), join(PUBLIC, path));
      return to(path);
    }
    code.add(path);
    return to(codePage(path));
  });
}

const isFolder = (path: string): boolean => statSync(join(ROOT, path)).isDirectory();

/** The page that shows a file, or the files of a folder. */
const codePage = (path: string): string => (isFolder(path) ? `${path}/index.md` : `${path}.md`);

function codeOf(path: string): string {
  const files = isFolder(path)
    ? readdirSync(join(ROOT, path), { withFileTypes: true })
        .filter((entry) => entry.isFile() && extname(entry.name) in CODE && !HIDDEN.test(entry.name))
        .map(({ name }) => `${path}/${name}`)
        .sort()
    : [path];
  const blocks = files.map((file) => {
    const fenced = `\`\`\`\`${CODE[extname(file)] ?? 'text'}\n${readFileSync(join(ROOT, file), 'utf8').trimEnd()}\n\`\`\`\`\n`;
    return file === path ? fenced : `## ${basename(file)}\n\n${fenced}`;
  });
  return `# ${path}\n\n${blocks.join('\n')}`;
}

function put(page: string, text: string): void {
  const path = join(PAGES, page);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
