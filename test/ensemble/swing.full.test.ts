import { expect, test } from 'vitest';
import { runEnsemble } from 'holonomic/ensemble';
import period, { G, LENGTH } from '../../examples/ensemble/swing.js';

const swing = new URL('../../examples/ensemble/swing.ts', import.meta.url);

/** `2π √(l/g) / agm(1, cos θ/2)`, the period of a pendulum of any amplitude (Gauss). */
function exactPeriod(amplitude: number): number {
  let [a, b] = [1, Math.cos(amplitude / 2)];
  while (Math.abs(a - b) > 1e-15) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * Math.PI * Math.sqrt(LENGTH / G)) / a;
}

test('runs in threads are those of this thread, to the bit and in order', async () => {
  const inputs = [2.5, 0.1, 1.5, 3, 0.7];
  const heard: [number, number][] = [];
  const results = await runEnsemble<number>(swing, {
    inputs,
    threads: 2,
    onProgress: (...progress) => heard.push(progress),
  });
  expect(results).toEqual(inputs.map((amplitude) => period(amplitude)));
  for (const [i, amplitude] of inputs.entries())
    expect(Math.abs(results[i]! / exactPeriod(amplitude) - 1)).toBeLessThan(1e-5);
  expect(heard).toEqual(inputs.map((_, i) => [i + 1, 5]));
});
