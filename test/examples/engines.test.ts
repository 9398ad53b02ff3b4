import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The engines declare modules of the same names: no one program can have the types of both. */
interface Example {
  readonly simulate: (withRod: boolean) => {
    readonly length: number;
    readonly energy: number;
    readonly lowest: number;
  };
}

describe.each([
  ['cannon-es', 'cannon-swing.ts'],
  ['p2-es', 'p2-swing.ts'],
] as const)('a generated rod in %s', (_, file) => {
  const load = async (): Promise<Example> =>
    (await import(/* @vite-ignore */ join(import.meta.dirname, '../../examples/engines', file))) as Example;

  test('holds its length and swings', async () => {
    const { simulate } = await load();
    const rod = simulate(true);
    expect(rod.length).toBeLessThan(5e-3);
    expect(rod.lowest).toBeLessThan(-0.99);
    // Of G l = 9.81 J; both engines step semi-implicitly, with an error of the order of the step.
    expect(rod.energy).toBeLessThan(0.4);
  });

  test('without it the bob falls', async () => {
    const { simulate } = await load();
    expect(simulate(false).length).toBeGreaterThan(5);
  });
});
