import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cli, project, write } from '../cli/support.js';
import { inFull, IS_FULL } from '../support/scope.js';
import { checkText, IS_UPDATE } from './outputs.js';
import { fencedBlocks, read, ROOT, TUTORIAL } from './pages.js';
import { follow } from './transcript.js';

const PICTURES = join(ROOT, 'docs/pictures');

/** Commands that `npm test` leaves out, since all of them together take seconds. */
const isHeavy = (command: string): boolean => /verify|(?:bead|ring|weight)\.ts/.test(command);

const titleOf = async (picture: string): Promise<string | undefined> =>
  /<title>(.*?)<\/title>/.exec(await readFile(picture, 'utf8'))?.[1];

inFull('the tutorial prints what it shows, and makes its pictures', { timeout: 300_000 }, async () => {
  const folder = await project({});
  await follow(fencedBlocks(TUTORIAL), {
    write: (path, text) => write(folder, { [path]: text }),
    run: async (command) => {
      // What npm does is tried with the packed package.
      if (command === 'npm init -y') await writeFile(join(folder, 'package.json'), '{ "name": "mine" }\n');
      const [program, name, ...args] = command.split(' ');
      if (program !== 'npx' || name !== 'holonomic') return undefined;
      if (isHeavy(command) && !IS_FULL && !IS_UPDATE) return undefined;
      const { stdout, stderr } = await cli(folder, ...args);
      return stdout + stderr;
    },
    compare: (block, text) => {
      checkText(TUTORIAL, block, text);
    },
  });

  const made = (await readdir(join(folder, 'pictures'))).sort();
  const shown = [...read(TUTORIAL).matchAll(/\(pictures\/([\w-]+\.svg)\)/g)].map(([, name]) => name!);
  if (IS_FULL || IS_UPDATE) expect([...shown].sort()).toEqual(made);
  for (const name of made) {
    if (IS_UPDATE) await copyFile(join(folder, 'pictures', name), join(PICTURES, name));
    expect(await titleOf(join(PICTURES, name))).toBe(await titleOf(join(folder, 'pictures', name)));
  }
});
