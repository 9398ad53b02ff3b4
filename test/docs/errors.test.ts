import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { CODES } from '../../src/diagnostics/index.js';
import { ROOT } from './pages.js';

const PAGE = join(ROOT, 'docs/errors.md');
const MESSAGES = join(ROOT, 'test/golden/mistakes/messages');

const INTRODUCTION = `# Mistakes and what they are called

Every mistake in a spec is reported with a code, a sentence, the place in the spec file, and where
possible a hint. This page lists all codes. It is made from the table that the program uses, and
from messages that tests compare word for word.
`;

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
    ...Object.entries(CODES).map(([code, meaning]) => {
      const example = exampleOf(code);
      return `## ${code}\n\n${meaning}\n${example === undefined ? '' : `\n\`\`\`text\n${example}\n\`\`\`\n`}`;
    }),
  ].join('\n');
  return format(text, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
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
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('diagnostics/codes.ts'))
    .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
    .join('\n');
  const used = new Set([...sources.matchAll(/['"`]([EW]_[A-Z_]+)['"`]/g)].map(([, code]) => code!));
  expect([...used].sort()).toEqual(Object.keys(CODES).sort());
});
