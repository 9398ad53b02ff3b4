import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CDPSession } from 'playwright-core';
import { expect, test } from 'vitest';
import { scene, Twin } from './twin.js';
import { describeWorkshop, read, until } from './workshop-page.js';

/** Bytes that five minutes may leave behind. */
const MOST = 5e6;
/** The same for the engine by itself, whose heap is seen without noise. */
const MOST_OF_ENGINE = 1e6;
const FIVE_MINUTES = 300;

/** The slope of a line through points that are noise besides: the median of the slopes of all pairs (Theil and Sen). */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const slopes = points.flatMap(([x, y], k) => points.slice(k + 1).map(([x1, y1]) => (y1 - y) / (x1 - x)));
  slopes.sort((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)]!;
}

test.each(['strandbeest', 'rope'])('the engine that runs %s for five minutes keeps nothing of them', async (name) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const twin = new Twin();
  await twin.load(scene(name));
  twin.engine.receive({ kind: 'run', running: true });
  const heaps: (readonly [number, number])[] = [];
  // Paths and states to go back to are full after some seconds, and all code is compiled.
  for (let second = 0; second < 100; second++) {
    twin.frames(60);
    twin.reports.length = 0;
    if (second < 40 || second % 4 > 0) continue;
    collect();
    heaps.push([second, process.memoryUsage().heapUsed]);
  }
  const growth = FIVE_MINUTES * slopeOf(heaps);
  process.stdout.write(`${name}: the heap of the engine grows by ${(growth / 1e6).toFixed(2)} MB in 5 min\n`);
  expect(growth).toBeLessThan(MOST_OF_ENGINE);
});

/** Measures heaps of the page and of its workers, after garbage was collected, bytes. */
async function heapMeter(client: CDPSession): Promise<() => Promise<readonly number[]>> {
  const workers: string[] = [];
  const waiting = new Map<number, (result: { readonly usedSize: number }) => void>();
  client.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId));
  client.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as {
      readonly id: number;
      readonly result: { readonly usedSize: number };
    };
    waiting.get(id)?.(result);
  });
  await client.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  let last = 0;
  const ask = async (sessionId: string, method: string): Promise<{ readonly usedSize: number }> => {
    const id = ++last;
    const answer = new Promise<{ readonly usedSize: number }>((resolve) => waiting.set(id, resolve));
    await client.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    return answer;
  };
  return async () => {
    await client.send('HeapProfiler.collectGarbage');
    const heaps = [(await client.send('Runtime.getHeapUsage')).usedSize];
    for (const worker of workers) {
      await ask(worker, 'HeapProfiler.collectGarbage');
      heaps.push((await ask(worker, 'Runtime.getHeapUsage')).usedSize);
    }
    return heaps;
  };
}

describeWorkshop('the page', (host) => {
  test("that runs Jansen's legs for five minutes keeps nothing of them, nor do its workers", async () => {
    const { page, complaints } = await host.open('#g=strandbeest');
    const measure = await heapMeter(await page.context().newCDPSession(page));
    await expect.poll(() => page.locator('[data-proof="pass"]').count(), { timeout: 60_000 }).toBe(1);
    // As many samples as are kept, before they are counted.
    await until(page, 'window.workshop.samples.rows.length >= 1200', 90_000);
    const heaps: (readonly [number, readonly number[]])[] = [];
    const start = await read<number>(page, 'state.value.time');
    const begin = performance.now();
    while (performance.now() - begin < 20_000) {
      heaps.push([performance.now() / 1000, await measure()]);
      await page.waitForTimeout(500);
    }
    expect(await read<number>(page, 'state.value.time')).toBeGreaterThan(start + 5);
    expect(heaps[0]![1].length).toBe(3);
    const growths = heaps[0]![1].map((_, k) => FIVE_MINUTES * slopeOf(heaps.map(([time, sizes]) => [time, sizes[k]!])));
    process.stdout.write(`in 5 min of Jansen the heaps of page and workers grow by ${growths.map((growth) => (growth / 1e6).toFixed(2)).join(', ')} MB\n`); // prettier-ignore
    expect(growths.filter((growth) => growth > MOST)).toEqual([]);
    expect(page.workers().length).toBe(2);
    expect(complaints).toEqual([]);
  });
});
