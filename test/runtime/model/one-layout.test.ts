import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { collide, World } from '../../../runtime/index.js';
import { Distance2D } from 'holonomic/library';
import { internalsOf } from '../../../runtime/world/internals.js';

setFlagsFromString('--allow-natives-syntax');
// eslint-disable-next-line @typescript-eslint/no-implied-eval -- V8 alone knows how it keeps an object
const native = (call: string) => new Function('a', 'b', `return ${call}`) as (a: object, b?: object) => boolean;
const isFast = native('%HasFastProperties(a)');
const alike = native('%HaveSameMap(a, b)');

/** Expects that V8 reads the properties of all objects from fixed places, the same ones. */
function expectOneLayout(objects: readonly object[]): void {
  expect(objects.length).toBeGreaterThan(2);
  expect(objects.every((object) => isFast(object))).toBe(true);
  expect(objects.every((object) => alike(object, objects[0]))).toBe(true);
}

// Objects kept as dictionaries are read several times as slowly, in loops over thousands of contacts.
describe('objects of a class have one layout', () => {
  const world = new World({ space: 2 });
  const particles = Array.from({ length: 8 }, (_, k) => world.addParticle({ position: [k, 0], mass: 1 }));
  const bodies = Array.from({ length: 8 }, (_, k) => world.addBody({ position: [k, 0], mass: 1, inertia: 1 }));
  const rods = particles.slice(1).map((a, k) => new Distance2D({ a, b: particles[k]!, length: 1 }));
  for (const rod of rods) world.add(rod);
  collide(world, { shapes: bodies.map((body) => ({ body, box: [1, 1] })) });
  world.step(1 / 60);

  it.each([
    ['particles', particles],
    ['bodies', bodies],
    ['angles', bodies.map(({ angle }) => angle)],
    ['points', bodies.map((body) => body.point([1, 0]))],
    ['constraints', rods],
    ['parameters', rods.map(({ params }) => params)],
    ['contacts', internalsOf(world).structure.contacts],
  ])('%s', (_, objects) => {
    expectOneLayout(objects);
  });

  it('and parameters are found through a proxy, and by what inherits from a constraint', () => {
    const rod = rods[0]!;
    expect(new Proxy(rod, {}).params).toBe(rod.params);
    expect((Object.create(rod) as Distance2D).params).toBe(rod.params);
  });
});
