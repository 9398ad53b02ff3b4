import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../support/archive.js';
import { installTarball, run, temporaryFolder } from '../support/tarball.js';
import { describeWorkshop, read } from './workshop-page.js';

describeWorkshop('the project that the page saves', (host) => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
    await installTarball(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is generated, verified and simulated with the packed package, and comes out where the page does', async () => {
    const { page, complaints } = await host.open('#g=heart', { acceptDownloads: true });
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /TypeScript project/ }).click();
    const files = filesOf(await readFile(await (await saved).path()));
    expect(files.map(({ path }) => path)).toContain('package.json');
    for (const { path, bytes } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    for (const script of ['generate', 'verify']) await run(folder, 'npm', 'run', '--silent', script);
    await run(folder, 'npx', 'holonomic', 'generate', '--check');
    const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      readonly scripts: { readonly simulate: string };
    };
    expect(await run(folder, 'npm', 'run', '--silent', 'simulate')).toContain('largest |C|');

    // The page, step by step, and the project's scene.
    const STEPS = 100;
    await page.keyboard.press('Escape');
    await page.evaluate(`(async () => {
      const { workshop } = window;
      workshop.run(false);
      workshop.reset();
      for (let k = 0; k < ${STEPS}; k++) workshop.step();
    })()`);
    const scene = join(folder, scripts.simulate.split(' ').at(-1)!);
    const script = `import { createJiti } from 'jiti';
      const { default: scene } = await createJiti(import.meta.url).import(${JSON.stringify(scene)});
      const { world } = scene.build();
      const dt = ${JSON.stringify(await read<number>(page, 'document.value.settings.dt'))};
      for (let k = 0; k < ${STEPS}; k++) world.step(dt);
      console.log(JSON.stringify({ time: world.time, energy: world.energy().total }));`;
    await writeFile(join(folder, 'path.mjs'), script);
    const { time, energy } = JSON.parse(await run(folder, 'node', 'path.mjs')) as { time: number; energy: number };
    await expect.poll(() => read<number>(page, 'state.value.time'), { timeout: 20_000 }).toBeCloseTo(time, 9);
    expect(await read<number>(page, 'state.value.energy.total')).toBeCloseTo(energy, 7);
    expect(complaints).toEqual([]);
  });
});
