import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Hinge } from 'holonomic/library';
import { writeConstantEntries } from '../../runtime/model/constant-entries.js';
import { cli, project } from '../cli/support.js';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';

/** Three hinges, the inputs of all of them one after the other, and what their kernel makes of it. */
const RUN = `
(kernel, constants, slots, inputs, rates, memory) => {
  const numbers = new Float64Array(memory.buffer, 1024);
  const place = (entry) => 1024 + 8 * entry;
  new Int32Array(memory.buffer).set(slots);
  numbers.set(inputs, 0);
  numbers.set(rates, 100);
  constants(3, place(300));
  kernel(3, 0, place(0), place(100), place(0), 0, place(200), place(220), place(300), place(240));
  return Array.from(numbers.subarray(200, 300 + 3 * 5 * 15));
}`;

describe.skipIf(missingBrowser !== undefined)('a kernel in WebAssembly', () => {
  test('is compiled in a page, at once and in the background, and has the bits of JavaScript', async () => {
    const folder = await project({ 'package.json': '{}' });
    await cp('constraints-spec/spatial-joints.ts', join(folder, 'constraints-spec/joints.ts'));
    expect((await cli(folder, 'generate', '--target', 'wasm')).stderr).toBe('');
    const inputs = Array.from({ length: 45 }, (_, i) => Math.cos(7 * i));
    const rates = inputs.map((value, i) => Math.sin(i) + value);
    const slots = Array.from({ length: 15 }, (_, i) => 3 * i);

    const script = await bundlePage(`
      import { Hinge } from '${folder}/generated-wasm/index.ts';
      const run = ${RUN};
      const outcome = ({ hingeKernel, hingeConstants }, memory) =>
        run(hingeKernel, hingeConstants, ${JSON.stringify([slots, inputs, rates]).slice(1, -1)}, memory);
      const [first, second] = [1, 2].map(() => new WebAssembly.Memory({ initial: 1 }));
      window.results = [
        Hinge.module.bytes().length,
        outcome(Hinge.module.instantiateSync(first), first),
        outcome(await Hinge.module.instantiate(second), second),
      ];`);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const complaints = complaintsOf(page);
      await page.addScriptTag({ content: script, type: 'module' });
      await page.waitForFunction('window.results !== undefined');
      const [size, atOnce, later] = await page.evaluate<readonly [number, number[], number[]]>('window.results');
      // More than the 4 kB that browsers once allowed.
      expect(size).toBeGreaterThan(4096);
      expect(later).toEqual(atOnce);
      const expected = new Float64Array(300 + 225);
      const take = (from: number, length: number): Float64Array => expected.subarray(from, from + length);
      const { kernel } = Hinge.type;
      const v = Float64Array.from(rates);
      writeConstantEntries(Hinge.type, 3, take(300, 225));
      kernel(
        3,
        Int32Array.from(slots),
        Float64Array.from(inputs),
        v,
        v,
        0,
        take(200, 15),
        take(220, 15),
        take(300, 225),
        take(240, 15),
      );
      expect(atOnce).toEqual([...expected.subarray(200)]);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
