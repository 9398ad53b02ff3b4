import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CODES } from '../../src/diagnostics/index.js';
import { read, ROOT } from './pages.js';
import { formatPage } from '../support/format-page.js';

const PAGE = join(ROOT, 'docs/errors.md');
const MESSAGES = join(ROOT, 'test/golden/mistakes/messages');

const INTRODUCTION = `# Mistakes and what they are called

Every error and every warning has a code, a sentence that names the place or the object, and where
possible a hint. Codes that begin with \`E_\` are errors, those with \`W_\` are warnings. Below the
table are examples. All of it is made from the tables that the program uses, and from messages that
tests compare word for word.

Codes of the toolkit come from \`generate\`, \`compile\`, \`verify\` and the like; they are about specs,
files and scenes. Codes of the world come while a simulation is built or runs;
\`E_MASS\` and \`E_NUMBER\` are in both.
[What to do about warnings of the world](troubleshooting.md#1-read-what-the-world-says) is on a page
of its own.
`;

/** Codes of the runtime, each with its line of documentation in the source. */
const RUNTIME_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  [...read('runtime/base/error-codes.ts').matchAll(/\/\*\* (.*) \*\/\n {2}\| '([EW]_[A-Z_]+)'/g)].map(
    ([, meaning, code]) => [code!, meaning!],
  ),
);

/** Writes all codes as one table, in alphabetical order, errors first. */
function table(): string {
  const rows = [
    ...Object.entries(CODES).map(([code, meaning]) => [
      code,
      `[\`${code}\`](#${code.toLowerCase()})`,
      'toolkit',
      meaning,
    ]),
    ...Object.entries(RUNTIME_CODES).map(([code, meaning]) => [code, `\`${code}\``, 'world', meaning]),
  ].sort(([a], [b]) => (a! < b! ? -1 : a! > b! ? 1 : 0));
  return [
    '| code | of | means |',
    '| --- | --- | --- |',
    ...rows.map(([, ...cells]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
  ].join('\n');
}

/** Finds a golden message that begins with the code. */
function exampleOf(code: string): string | undefined {
  for (const name of readdirSync(MESSAGES).sort()) {
    const [first = ''] = readFileSync(join(MESSAGES, name), 'utf8').trimEnd().split('\n\nE_');
    if (first.startsWith(`${code} `)) return first;
  }
  return undefined;
}

async function page(): Promise<string> {
  const text = [
    INTRODUCTION,
    `${table()}\n`,
    ...Object.entries(CODES).map(([code, meaning]) => {
      const example = exampleOf(code);
      return `## ${code}\n\n${meaning}\n${example === undefined ? '' : `\n\`\`\`text\n${example}\n\`\`\`\n`}`;
    }),
  ].join('\n');
  return formatPage(text);
}

test('the catalogue of mistakes is that of the program', async () => {
  const expected = await page();
  if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(PAGE, expected);
  expect(
    existsSync(PAGE) && readFileSync(PAGE, 'utf8') === expected,
    'run UPDATE_DOCS=1 npx vitest run test/docs',
  ).toBe(true);
});

test('the program uses every code of the table, and no other', () => {
  // Pictures, pages and views in three.js speak as the world does that they show.
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') &&
        !name.endsWith('diagnostics/codes.ts') &&
        !/^(three|painter|canvas\/warning)/.test(name),
    )
    .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
    .join('\n');
  const used = new Set([...sources.matchAll(/['"`]([EW]_[A-Z_]+)['"`]/g)].map(([, code]) => code!));
  expect([...used].sort()).toEqual(Object.keys(CODES).sort());
});

test('the page on troubles says what to do about every warning of the world', () => {
  const rows = [...read('docs/troubleshooting.md').matchAll(/^\| `(W_[A-Z_]+)`/gm)].map(([, code]) => code!);
  expect(rows.sort()).toEqual(Object.keys(RUNTIME_CODES).filter((code) => code.startsWith('W_')));
});

test('no document and no comment names a code that does not exist', () => {
  const sources = ['runtime', 'src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  );
  const pages = readdirSync(join(ROOT, 'docs')).filter((file) => file.endsWith('.md'));
  const files = [...sources, ...pages.map((file) => `docs/${file}`), 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  const unknown = files.flatMap((file) =>
    [...read(file).matchAll(/\b[EW]_[A-Z_]+[A-Z]\b/g)]
      .map(([code]) => code)
      .filter((code) => !(code in CODES) && !(code in RUNTIME_CODES))
      .map((code) => `${file}: ${code}`),
  );
  expect(unknown).toEqual([]);
});
