import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'node:util';
import ts from 'typescript';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { markOf } from '../../src/kinds/index.js';
import { derive } from '../../src/toolkit.js';
import { checkOutput } from './outputs.js';
import { fencedBlocks, PAGES, programsOf, ROOT, type Program } from './pages.js';
import { IS_FULL } from '../support/scope.js';

const FOLDER = join(ROOT, 'out/snippets');
const programs = PAGES.flatMap(programsOf);
const pathOf = ({ name }: Program): string => join(FOLDER, `${name}.ts`);

/** Printed before each block, so that the output can be told apart. */
const mark = (block: number): string => `\u0000block ${block}`;
const sourceOf = ({ blocks }: Program): string =>
  `${blocks.map(({ code }, i) => `console.log(${JSON.stringify(mark(i))});\n${code}\n`).join('')}export {};\n`;

beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await Promise.all(programs.map((program) => writeFile(pathOf(program), sourceOf(program))));
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(programs.map((program) => [`${program.page}:${program.blocks[0]!.line}`, program] as const))(
  '%s',
  (_, program) => {
    test('runs, and prints what the page says', async () => {
      const lines: string[] = [];
      vi.spyOn(console, 'log').mockImplementation((...parts: unknown[]) => {
        lines.push(...format(...parts).split('\n'));
      });
      const module = (await import(/* @vite-ignore */ pathOf(program))) as Readonly<Record<string, unknown>>;
      program.blocks.forEach((block, i) => {
        const start = lines.indexOf(mark(i)) + 1;
        const end = lines.indexOf(mark(i + 1));
        checkOutput(
          program.page,
          block,
          lines
            .slice(start, end < 0 ? lines.length : end)
            .join('\n')
            .trimEnd(),
        );
      });
      for (const [name, value] of Object.entries(module)) if (markOf(value) !== undefined) derive(name, value);
    });
  },
);

test('snippets need no assertions for vectors and classes', () => {
  // Entries of lists of any length have no type that would spare it.
  const assertion = /(?:\w|\b(?:position|velocity|force|moment)\[\d\])!(?!=)/;
  const found = PAGES.flatMap((page) =>
    fencedBlocks(page)
      .filter(({ language }) => language === 'ts')
      .flatMap(({ code }) => code.split('\n').filter((line) => assertion.test(line)))
      .map((line) => `${page}: ${line}`),
  );
  expect(found).toEqual([]);
});

test.runIf(IS_FULL)('snippets have the types they should', async () => {
  const config = ts.parseConfigFileTextToJson('tsconfig.json', await readFile(join(ROOT, 'tsconfig.json'), 'utf8'));
  const { options } = ts.convertCompilerOptionsFromJson(
    (config.config as { compilerOptions: object }).compilerOptions,
    ROOT,
  );
  const checked = ts.createProgram(programs.map(pathOf), { ...options, noUnusedLocals: false });
  const faults = programs.flatMap((program) => {
    const file = checked.getSourceFile(pathOf(program))!;
    return [...checked.getSyntacticDiagnostics(file), ...checked.getSemanticDiagnostics(file)].map(
      ({ messageText, start = 0 }) =>
        `${program.page}: ${ts.flattenDiagnosticMessageText(messageText, ' ')} at: ${file.text.slice(start, start + 60)}`,
    );
  });
  expect(faults).toEqual([]);
});
