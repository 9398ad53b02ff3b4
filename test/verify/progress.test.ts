import { expect, test } from 'vitest';
import { Coincident2D, Distance2D, Pendulum } from '../../generated/index.js';
import { verify, verifyAsync } from '../../src/toolkit.js';

const OPTIONS = { samples: 12, seed: 5 };

test.each([
  ['a constraint', Distance2D],
  ['a constraint of scalars that mathjs differentiates, too', Coincident2D],
  ['a body', Pendulum],
])('the progress of %s rises to 1', (_, target) => {
  const seen: number[] = [];
  verify(target as typeof Distance2D, { ...OPTIONS, onProgress: (done) => seen.push(done) });
  expect(seen.at(-1)).toBe(1);
  expect(seen.length).toBeGreaterThanOrEqual(2 * OPTIONS.samples);
  // Steps of equal length: what is left before the last one is one step.
  seen.forEach((done, i) => {
    expect(done).toBeCloseTo((i + 1) / seen.length, 12);
  });
});

test('a proof in slices gives the same report', async () => {
  for (const target of [Distance2D, Pendulum] as const)
    expect(await verifyAsync(target as typeof Distance2D, OPTIONS)).toEqual(
      verify(target as typeof Distance2D, OPTIONS),
    );
  const spec = { summary: 'A ring.', space: [2, 3], inputs: { p: 'point' }, C: 'norm(p) == 1' } as const;
  const report = await verifyAsync(spec, { ...OPTIONS, name: 'Ring' });
  expect(report.classes?.map(({ name, pass }) => [name, pass])).toEqual([
    ['Ring2D', true],
    ['Ring3D', true],
  ]);
});

test('an aborted proof ends at once, with the reason of the signal', () => {
  const controller = new AbortController();
  let calls = 0;
  const run = (): unknown =>
    verify(Distance2D, {
      ...OPTIONS,
      signal: controller.signal,
      onProgress: () => {
        if (++calls === 3) controller.abort(new Error('the text has changed'));
      },
    });
  expect(run).toThrow('the text has changed');
  expect(calls).toBe(3);
});

test('other tasks run during a proof in slices, and can abort it', async () => {
  const controller = new AbortController();
  let ticks = 0;
  const tick = (): void => {
    if (++ticks === 3) controller.abort(new Error('enough'));
    else setTimeout(tick);
  };
  setTimeout(tick);
  await expect(verifyAsync(Distance2D, { samples: 3000, signal: controller.signal })).rejects.toThrow('enough');
  expect(ticks).toBe(3);
});

test('what is no signal and no function is refused', () => {
  expect(() => verify(Distance2D, { signal: {} as AbortSignal })).toThrow('the signal of an AbortController');
  expect(() => verify(Distance2D, { onProgress: 3 as never })).toThrow('a function');
});
