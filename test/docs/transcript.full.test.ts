import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run, tarballs, temporaryFolder } from '../support/tarball.js';
import { comparable } from './outputs.js';
import { blocksOf, filePathOf, read, type Block } from './pages.js';

const PAGE = 'README.md';

/** Lists the blocks under a heading of the page. */
function blocksUnder(heading: string): readonly Block[] {
  const lines = read(PAGE).split('\n');
  const start = lines.indexOf(heading);
  const end = lines.findIndex((line, i) => i > start && line.startsWith('## '));
  return blocksOf(PAGE).filter(({ line }) => line > start && line <= end);
}

/** Lists the commands of a block, each with its output on the page. */
const stepsOf = ({ code }: Block): readonly { readonly command: string; readonly output: string }[] =>
  code
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = '', ...output] = step.split('\n');
      return { command, output: output.join('\n').trimEnd() };
    });

test('the transcript from an empty folder to a simulation', { timeout: 400_000 }, async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const packed of Object.values(await tarballs())) await copyFile(packed, join(folder, basename(packed)));

  const commands: string[] = [];
  for (const block of blocksUnder('## From an empty folder')) {
    const path = filePathOf(block);
    if (path !== undefined) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), block.code);
      continue;
    }
    expect(block.language).toBe('console');
    for (const { command, output } of stepsOf(block)) {
      commands.push(command);
      const [program = '', ...args] = command.split(' ');
      // The output of npm itself is not compared; the packages are those that were installed here.
      const isInstallation = program === 'npm';
      const options = isInstallation ? ['--prefer-offline', '--no-audit', '--no-fund'] : [];
      const printed = await run(folder, program, ...args, ...options);
      if (!isInstallation) expect(comparable(printed.trimEnd()), command).toBe(comparable(output));
    }
  }
  expect(commands).toHaveLength(4);
});
