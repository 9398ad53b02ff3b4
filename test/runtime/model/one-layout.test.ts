import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Distance2D } from 'holonomic/library';
import { World } from '../../../runtime/index.js';

// Objects kept as dictionaries are read several times as slowly, in loops over thousands of contacts. V8 keeps some so
// that it has seen over a thousand layouts of, as after other tests: a process of its own has not.
it('objects of a class have one layout', () => {
  const probe = fileURLToPath(new URL('../fixtures/layout-probe.ts', import.meta.url));
  const output = execFileSync(process.execPath, ['--import', 'tsx', probe], { encoding: 'utf8' });
  const kinds = Object.entries(
    JSON.parse(output) as Record<string, { count: number; areFast: boolean; areAlike: boolean }>,
  );
  expect(kinds.map(([kind]) => kind)).toContain('parameters');
  for (const [kind, { count, ...layout }] of kinds) {
    expect(count, kind).toBeGreaterThan(2);
    expect(layout, kind).toEqual({ areFast: true, areAlike: true });
  }
});

it('parameters are found through a proxy, and by what inherits from a constraint', () => {
  const world = new World({ space: 2 });
  const [a, b] = [world.ground.point([0, 0]), world.addParticle({ position: [1, 0], mass: 1 })];
  const rod = world.add(new Distance2D({ a, b, length: 1 }));
  expect(new Proxy(rod, {}).params).toBe(rod.params);
  expect((Object.create(rod) as Distance2D).params).toBe(rod.params);
});
